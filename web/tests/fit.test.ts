import { expect, test } from 'vitest'
import { grid, line, places, ring } from '../src/fit'
import type { Piece } from '../src/wire'

test('sixty discs on a tablet are large enough for small hands, either way round', () => {
  for (const [width, height] of [
    [800, 860],
    [1000, 620],
    [740, 700],
  ] as const) {
    const { w, gap } = grid(width, height, 10, 6)
    expect(w).toBeGreaterThanOrEqual(64)
    expect(gap).toBeGreaterThanOrEqual(8)
  }
})

test('a grid is turned where that makes its pieces larger, and never cut off', () => {
  expect(grid(350, 520, 10, 6).turned).toBe(true)
  expect(grid(900, 520, 10, 6).turned).toBe(false)
  expect(grid(350, 520, 7, 7).turned).toBe(false) // a board keeps its sides
  for (const [width, height] of [
    [350, 520],
    [900, 520],
    [500, 500],
  ] as const) {
    const { w, gap, turned } = grid(width, height, 10, 6)
    const [across, down] = turned ? [6, 10] : [10, 6]
    expect(across * w + (across - 1) * gap).toBeLessThanOrEqual(width)
    expect(down * w + (down - 1) * gap).toBeLessThanOrEqual(height)
  }
})

test('places of a ring keep their distance and stay in their box', () => {
  for (const [width, height, places] of [
    [348, 430, 28],
    [800, 800, 28],
    [348, 400, 12],
    [900, 500, 21],
  ] as const) {
    const { w, points, box } = ring(width, height, places)
    expect(points).toHaveLength(places)
    expect(points![0]![0]).toBeCloseTo(box![0] / 2) // the first at the top
    expect(points![1]![0]).toBeGreaterThan(points![0]![0]) // clockwise
    points!.forEach(([x, y], i) => {
      expect(x - w / 2).toBeGreaterThanOrEqual(-1)
      expect(y + w / 2).toBeLessThanOrEqual(box![1] + 1)
      const [u, v] = points![(i + 1) % places]!
      expect(Math.hypot(u - x, v - y)).toBeGreaterThanOrEqual(w)
    })
  }
  expect(ring(348, 430, 28).w).toBeGreaterThanOrEqual(36)
  expect(ring(800, 800, 28).w).toBeGreaterThanOrEqual(64)
})

test('a line of six fits a phone', () => {
  const { w, gap } = line(348, 200, 6)
  expect(w).toBeGreaterThanOrEqual(44)
  expect(6 * w + 5 * gap).toBeLessThanOrEqual(348)
  expect(line(800, 500, 6).w).toBeGreaterThanOrEqual(64)
})

test('a pawn on a cell needs no place of its own', () => {
  const piece = (at: number): Piece => ({ id: `p${at}`, shape: 'disc', label: ['x', {}], at })
  const zone = (...pieces: Piece[]) => ({ id: 'z', kind: 'grid', label: ['z', {}] as [string, object], pieces })
  expect(places(zone(piece(0), piece(0), piece(3)) as never)).toBe(4)
  expect(places(zone(piece(-1), piece(-1)) as never)).toBe(2)
})
