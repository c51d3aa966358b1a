import { expect, test } from 'vitest'
import { cellsOf, nextInWord, nextOn, onTheWay } from '../src/guide'
import type { Pen } from '../src/pen.svelte'
import type { Choice } from '../src/wire'

const choice: Choice = { action: 'move b1 d3 b5', path: ['pawn1', 'cell13', 'cell21'], label: ['x', {}] }

test('the hand points to the next thing on the way', () => {
  expect(nextOn(choice, [])[0]).toBe('pawn1')
  expect(nextOn(choice, ['pawn1'])[0]).toBe('cell13')
  expect(nextOn(choice, ['pawn1', 'cell13'])[0]).toBe('cell21')
})

test('where the last step has no place of its own, it points to the one before', () => {
  expect(nextOn(choice, ['pawn1', 'cell13'])).toEqual(['cell21', 'cell13', 'pawn1'])
})

test('whoever takes up something else is as far as they were right', () => {
  expect(onTheWay(choice, ['pawn1', 'cell7'])).toEqual(['pawn1'])
  expect(onTheWay(choice, ['pawn2'])).toEqual([])
  expect(nextOn(choice, ['pawn2'])[0]).toBe('pawn1')
})

test('a word goes right and down', () => {
  expect(cellsOf(0, 'RDRD', 7)).toEqual([0, 1, 8, 9, 16])
})

const paper = {
  columns: 7,
  taken: [],
  names: Array.from({ length: 49 }, (_, i) => 'ABCDEFG'[i % 7]! + (Math.floor(i / 7) + 1)),
}
const pen = (word: string, start: number, next: number, cells: number[], away = false) =>
  ({ paper, draft: { word, start, steps: '' }, next, cells, away }) as unknown as Pen
const radio = 'submit RADIO A1 RDRD'

test('a word is written cell by cell and letter by letter', () => {
  expect(nextInWord(radio, pen('', -1, -1, []))).toBe('[data-cell="0"]')
  expect(nextInWord(radio, pen('', 0, 0, []))).toBe('.keys [data-letter="R"]')
  expect(nextInWord(radio, pen('R', 0, 1, [0]))).toBe('.keys [data-letter="A"]')
  expect(nextInWord(radio, pen('RA', 0, 2, [0, 1]))).toBe('[data-cell="8"]') // here it turns
  expect(nextInWord(radio, pen('RADIO', 0, 17, [0, 1, 8, 9, 16]))).toBe('.writer .send')
})

test('a wrong letter or turn is taken back', () => {
  expect(nextInWord(radio, pen('RO', 0, 2, [0, 1]))).toBe('.keys .back')
  expect(nextInWord(radio, pen('RA', 0, 14, [0, 7]))).toBe('.keys .back')
  expect(nextInWord(radio, pen('', 0, 0, [], true))).toBe('.writer .do .key')
})
