import { describe, expect, test } from 'vitest'
import { digit, led, nearest, type Spot } from '../src/keys'

const spots = [
  { x: 0, y: 50 }, // deck
  { x: 100, y: 0 }, // rows
  { x: 100, y: 50 },
  { x: 100, y: 100 },
]

test('an arrow goes to the nearest target in its direction', () => {
  expect(nearest(spots[0]!, spots, 'ArrowRight')).toBe(2)
  expect(nearest(spots[2]!, spots, 'ArrowUp')).toBe(1)
  expect(nearest(spots[2]!, spots, 'ArrowDown')).toBe(3)
  expect(nearest(spots[3]!, spots, 'ArrowLeft')).toBe(0)
})

test('at the edge it stays', () => {
  expect(nearest(spots[0]!, spots, 'ArrowLeft')).toBe(-1)
  expect(nearest(spots[0]!, spots, 'Enter')).toBe(-1)
})

describe('arrows lead everywhere', () => {
  const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
  const grid = (columns: number): Spot[] =>
    Array.from({ length: 60 }, (_, i) => ({ x: 80 * (i % columns), y: 80 * Math.floor(i / columns) }))
  const ring = (count: number): Spot[] =>
    Array.from({ length: count }, (_, i) => ({
      x: 300 * Math.cos((2 * Math.PI * i) / count),
      y: 300 * Math.sin((2 * Math.PI * i) / count),
    }))
  const lone = (spots: readonly Spot[]): number[][] =>
    // from each spot in turn; -1, no spot, is where an arrow leads at the edge
    spots.map((_, start) => {
      const reached = new Set([start])
      for (const at of reached) for (const key of at < 0 ? [] : KEYS) reached.add(led(at, spots, key))
      return spots.map((_, i) => i).filter(i => !reached.has(i))
    })

  test('to a disc that no row and no column of others meets', () => {
    const left = [19, 23, 37, 39, 48, 57, 59].map(place => grid(10)[place]!) // seen in a game of Trio
    expect(lone(left).flat()).toEqual([])
  })

  test('wherever discs and pawns are left', () => {
    let luck = 1
    const chance = () => (luck = (luck * 48271) % 2147483647) / 2147483647
    for (const spots of [grid(10), grid(6), grid(8), ring(24), ring(12)])
      for (let game = 0; game < 10; game++) {
        const share = 0.08 + 0.25 * chance()
        const left = spots.filter(() => chance() < share)
        expect(lone(left).flat(), JSON.stringify(left)).toEqual([])
      }
  }, 60_000)
})

test('a digit is one on French keyboards, too, with Shift and without', () => {
  const pressed = (key: string, code: string, shiftKey = false) => digit({ key, code, shiftKey })
  expect(pressed('2', 'Digit2')).toBe('2')
  expect(pressed('2', 'Numpad2')).toBe('2')
  expect(pressed('é', 'Digit2')).toBe('2')
  expect(pressed('à', 'Digit0')).toBe('0')
  expect(pressed('2', 'Digit2', true)).toBe('2')
  expect(pressed('@', 'Digit2', true)).toBe('')
  expect(pressed('a', 'KeyA')).toBe('')
})
