import { describe, expect, it } from 'vitest'
import { cornerOf, ordered, path, percent, SIDE, starAt } from '../src/sheet'
import type { Piece } from '../src/wire'

const COLUMNS = 7

describe('the drawing of a sheet', () => {
  it('has its cells row by row', () => {
    expect(cornerOf(0, COLUMNS)).toEqual([0, 0])
    expect(cornerOf(6, COLUMNS)).toEqual([6 * SIDE, 0])
    expect(cornerOf(8, COLUMNS)).toEqual([SIDE, SIDE])
  })

  it('leads a way through the middles of cells', () => {
    expect(path([0, 1, 8], COLUMNS)).toBe('M23 23L69 23L69 69')
    expect(path([], COLUMNS)).toBe('')
  })

  it('reads the letters of a word to the right and down', () => {
    const letters = new Map([[2, 'T'], [9, 'E'], [10, 'N'], [17, 'S']]) // prettier-ignore
    const pieces = Array.from({ length: 49 }, (_, i) => ({ id: `${i}`, badge: letters.get(i) })) as unknown as Piece[]
    const found = ordered(pieces, COLUMNS, piece => !!piece.badge)
    expect(found.map(cell => letters.get(cell)).join('')).toBe('TENS')
    expect(ordered(pieces, COLUMNS, () => false)).toEqual([])
  })

  it('has a star above each column and left of each row', () => {
    expect(starAt('A', 33)).toEqual([23, -16.5])
    expect(starAt('C', 33)).toEqual([115, -16.5])
    expect(starAt('2', 33)).toEqual([-16.5, 69])
  })

  it('can have any size', () => {
    expect(percent(-33, 322, 33)).toBe('0%')
    expect(percent(322, 322, 33)).toBe('100%')
  })
})
