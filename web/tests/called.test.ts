import { expect, test } from 'vitest'
import { called } from '../src/called'
import type { Piece } from '../src/wire'

const piece = (shape: string, at: number, args: object, more: object = {}): Piece =>
  ({ id: `${shape}${at}`, shape, label: ['colomo.disc_down', args], at, ...more }) as Piece

test('discs, caps and covered pawns on a board are called by their places', () => {
  for (const shape of ['disc', 'cap', 'pawn'])
    expect(called(piece(shape, 3, { place: 'B3' }, { up: false }))).toBe('B3')
  expect(called(piece('disc', 0, { place: 'A' }))).toBe('A')
})

test('what is turned up shows its colour, and what lies on no place has no name', () => {
  expect(called(piece('pawn', 3, { place: 'B3', colour: 'R' }))).toBe(null)
  expect(called(piece('pawn', 3, { n: 1 }, { up: false }))).toBe(null) // it waits outside
  expect(called(piece('disc', -1, { place: 'B3' }))).toBe(null)
  expect(called(piece('spot', 3, { place: 'B3' }))).toBe(null) // a free cell has its name written on it
})
