import { expect, test } from 'vitest'
import { nearest } from '../src/keys'

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
