import { describe, expect, test } from 'vitest'
import {
  BLANK,
  back,
  cursor,
  drag,
  place,
  read,
  said,
  spell,
  touch,
  turn,
  way,
  write,
  type Draft,
  type Paper,
} from '../src/pen'
import spellings from './spellings.json'

const names = Array.from({ length: 49 }, (_, cell) => 'ABCDEFG'[cell % 7]! + (Math.floor(cell / 7) + 1))
const cell = (name: string) => names.indexOf(name)
const paper = (...taken: string[]): Paper => ({ columns: 7, names, taken: names.map(name => taken.includes(name)) })
const on = (sheet: Paper, draft: Draft) => way(sheet, draft).map(at => names[at])
const typed = (sheet: Paper, draft: Draft, word: string): Draft =>
  [...word].reduce((so, letter) => write(sheet, so, letter) ?? so, draft)
const at = (name: string): Draft => ({ ...BLANK, start: cell(name) })

test('letters run to the right, and around the corner where there is no room', () => {
  const sheet = paper('D1')
  const draft = typed(sheet, at('A1'), 'CHATON')
  expect(said(sheet, draft)).toBe('CHATON A1 RRDDD')
  expect(names[cursor(sheet, draft)]).toBe('C5')
})

test('an arrow turns the next letter, and can think again', () => {
  const sheet = paper()
  let draft = turn(sheet, typed(sheet, at('A1'), 'CH'), 'D')!
  expect(names[cursor(sheet, draft)]).toBe('B2')
  draft = turn(sheet, draft, 'R')!
  expect(names[cursor(sheet, draft)]).toBe('C1')
  draft = typed(sheet, turn(sheet, draft, 'D')!, 'AT')
  expect(said(sheet, draft)).toBe('CHAT A1 RDD')
  expect(turn(sheet, typed(sheet, at('A7'), 'A'), 'D')).toBeNull() // the sheet ends
})

test('what is taken back can be written again in the same cell', () => {
  const sheet = paper()
  const draft = back(typed(sheet, at('A1'), 'CHAT'))
  expect([draft.word, names[cursor(sheet, draft)]]).toEqual(['CHA', 'D1'])
  expect(back(back(back(back(draft))))).toEqual(BLANK)
})

test('in the corner there is no room for more', () => {
  const sheet = paper()
  expect(write(sheet, { word: 'A', start: cell('G7'), steps: '' }, 'B')).toBeNull()
  expect(write(sheet, BLANK, 'B')).toBeNull() // nowhere yet
})

test('touching a neighbour bends the word there', () => {
  const sheet = paper()
  const draft = typed(sheet, at('A1'), 'CHAT')
  expect(said(sheet, touch(sheet, draft, cell('B2'))!)).toBe('CHAT A1 RDD')
  expect(names[cursor(sheet, touch(sheet, draft, cell('D2'))!)]).toBe('D2')
  expect(touch(sheet, draft, cell('B1'))).toBe(draft)
})

test('touching another cell moves the word', () => {
  const sheet = paper('E5')
  const draft = touch(sheet, typed(sheet, at('A1'), 'CHAT'), cell('B3'))!
  expect(said(sheet, draft)).toBe('CHAT B3 RRR')
  expect(said(sheet, touch(sheet, draft, cell('D5'))!)).toBe('CHAT D5 DDR') // E5 is taken
  expect(touch(sheet, draft, cell('E5'))).toBeNull()
  expect(said(sheet, place(sheet, draft, cell('F7')))).toBe('CHAT F7 RRR') // no room: the server says why
})

test('a finger draws the way, before or after the letters', () => {
  const sheet = paper()
  let draft = at('A1')
  for (const name of ['B1', 'B2', 'B4', 'B3', 'C3']) draft = drag(sheet, draft, cell(name)) // B3 is passed in a hurry, B4 taken back
  expect(on(sheet, draft)).toEqual(['A1', 'B1', 'B2', 'B3', 'C3'])
  expect(said(sheet, typed(sheet, draft, 'TARTE'))).toBe('TARTE A1 RDDR')
  expect(drag(sheet, draft, cell('A2'))).toBe(draft) // not to the left
})

test('the text says the same', () => {
  const sheet = paper()
  expect(said(sheet, read(sheet, 'cœur a1 rdd', { Œ: 'OE' }))).toBe('COEUR A1 RDDD')
  expect(said(sheet, read(sheet, 'CHAT', {}))).toBe('CHAT')
  expect(read(sheet, 'CHAT Z9 RRR', {}).start).toBe(-1)
})

// tests/scenes/test_color_words_scene.py reads the same file: page and rules spell alike.
describe('a word is spelled as the rules spell it', () => {
  const spelled: Record<string, Record<string, string>> = spellings.spelled
  test.each(spellings.words)('$language $typed', ({ language, typed, letters }) => {
    for (const text of [typed, typed.normalize('NFC'), typed.normalize('NFD')]) {
      const found = spell(text, spelled[language]!)
      if (letters === null)
        expect(found).not.toMatch(/^[A-Z]*$/) // so that the server says why it is no word
      else expect(found).toBe(letters)
      expect(read(paper(), `${text} A1`, spelled[language]!).word).toBe(found)
    }
  })
  test('however it was composed', () => {
    for (let code = 0xc0; code < 0x1f00; code++) {
      const sign = String.fromCodePoint(code)
      for (const language of ['fr', 'de'])
        expect(spell(sign.normalize('NFD'), spelled[language]!)).toBe(spell(sign, spelled[language]!))
    }
  })
})
