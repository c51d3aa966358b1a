import { describe, expect, test } from 'vitest'
import {
  bounds,
  boxOf,
  cellAt,
  cornered,
  FINGER,
  fitted,
  kept,
  likely,
  meant,
  middleOf,
  near,
  overview,
  roomy,
  sees,
  step,
  ways,
  zoomed,
  type Cell,
} from '../src/field'
import type { Choice, Scene } from '../src/wire'

const PHONE = { width: 308, height: 300 }
const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
const line = (n: number): Cell[] => Array.from({ length: n }, (_, i) => [i, 0])

describe('what can be seen', () => {
  test('a tile lies on its cells, with air around it', () => {
    const view = { u: 40, x: 10, y: 20 }
    expect(boxOf(view, [[1, 0], [1, 1], [1, 2]], 2)).toEqual({ left: 52, top: 22, width: 36, height: 116, upright: true }) // prettier-ignore
    expect(boxOf(view, [[0, 0], [1, 0]], 0)).toMatchObject({ width: 80, height: 40, upright: false }) // prettier-ignore
  })

  test('a cell is in sight below what lies at the top', () => {
    const view = { u: 40, x: 0, y: 0 }
    expect(sees(view, [0, 1], PHONE, 52)).toBe(true)
    expect(sees(view, [0, 0], PHONE, 52)).toBe(false)
    expect(sees(view, [8, 1], PHONE, 52)).toBe(false)
  })

  test('where places lie in both lower corners, the view makes room for the buttons there', () => {
    const room = { width: 700, height: 300 }
    const places: Cell[] = [[-6, 1], [6, 1]] // prettier-ignore
    const around = bounds([...places, [0, -2]], 1)
    const [plain, found] = [overview(around, [], room, 52), overview(around, places, room, 52)]
    expect([true, false].map(left => cornered(plain, places, room, left))).toEqual([true, true])
    expect([true, false].map(left => cornered(found, places, room, left))).toEqual([false, false])
    const aside = roomy(plain, [-6, 1], places, room, 52)
    expect([true, false].every(left => cornered(aside, places, room, left))).toBe(false)
    expect(sees(aside, [-6, 1], room, 52)).toBe(true)
  })

  test('a field fits with room around it for the next tile, in the middle', () => {
    const view = fitted(bounds([[-1, 0], [0, 0], [1, 0]]), PHONE) // prettier-ignore
    expect(view.u).toBeCloseTo(308 / 7)
    expect(middleOf(view, [0, 0])).toEqual({ x: 154, y: 150 })
  })

  test('a long table is small, a short one never larger than it helps', () => {
    expect(fitted(bounds(line(40)), PHONE).u).toBeCloseTo(308 / 44)
    expect(fitted(bounds(line(1)), { width: 1000, height: 400 }).u).toBe(76)
    expect(fitted(bounds(line(1)), { width: 1900, height: 900 }).u).toBe(110)
    expect(fitted(bounds([]), PHONE).u).toBeGreaterThan(FINGER)
  })

  test('all of it is in sight, however large the table and however small the window', () => {
    for (const size of [1, 12, 25, 60, 225])
      for (const [width, height] of [
        [308, 118],
        [308, 300],
        [118, 308],
        [1400, 700],
      ] as const) {
        // prettier-ignore
        const around = bounds(Array.from({ length: size }, (_, i): Cell => [i - 3, 2 * i]))
        const { u, x, y } = fitted(around, { width, height })
        expect(x + around.left * u).toBeGreaterThan(-0.01)
        expect(y + around.top * u).toBeGreaterThan(-0.01)
        expect(x + around.right * u).toBeLessThan(width + 0.01)
        expect(y + around.bottom * u).toBeLessThan(height + 0.01)
      }
  })

  test('smaller is never larger, even where the whole table is tiny', () => {
    const tiny = fitted(bounds(line(225)), PHONE)
    expect(zoomed(tiny, 0.7, 0, 0).u).toBe(tiny.u)
    expect(zoomed(tiny, 1.4, 0, 0).u).toBeCloseTo(tiny.u * 1.4)
    expect(fitted(bounds(line(3)), { width: 0, height: -52 }).u).toBeGreaterThan(0) // not measured yet
  })

  test('zooming keeps what lies below the finger there', () => {
    const view = fitted(bounds(line(3)), PHONE)
    const here = cellAt(view, 40, 60)
    const larger = zoomed(view, 1.5, 40, 60)
    expect(larger.u).toBeCloseTo(view.u * 1.5)
    expect(cellAt(larger, 40, 60)).toEqual(here)
    expect(zoomed(view, 1000, 0, 0).u).toBe(110)
    expect(zoomed(view, 0.001, 0, 0).u).toBe(6)
  })

  test('the table cannot be lost', () => {
    const around = bounds(line(10))
    const view = fitted(around, PHONE)
    for (const [x, y] of [
      [9999, 9999],
      [-9999, -9999],
    ] as const) {
      // prettier-ignore
      const held = kept({ ...view, x, y }, around, PHONE)
      const [left, right] = [held.x + around.left * held.u, held.x + around.right * held.u]
      expect(right).toBeGreaterThan(0)
      expect(left).toBeLessThan(PHONE.width)
    }
    expect(kept(view, around, PHONE)).toEqual(view)
  })

  test('a small cell comes near, into the middle; a large one only into sight', () => {
    const far = fitted(bounds(line(40)), PHONE)
    const close = near(far, [39, 0], FINGER + 4, PHONE)
    expect(close.u).toBe(48)
    expect(middleOf(close, [39, 0])).toEqual({ x: 154, y: 150 })
    expect(near(close, [39, 0], FINGER, PHONE)).toEqual(close)
    const aside = near(close, [30, 0], FINGER, PHONE)
    expect(aside.u).toBe(48)
    expect(middleOf(aside, [30, 0]).x).toBeCloseTo(48 * 1.6 + 24)
  })

  test('a finger means the nearest place, if one is near', () => {
    const view = { u: 10, x: 0, y: 0 }
    const places: Cell[] = [[0, 0], [3, 0], [30, 30]] // prettier-ignore
    expect(meant(view, places, 21, 5)).toBe(1)
    expect(meant(view, places, 19, 5)).toBe(0)
    expect(meant(view, places, 150, 150)).toBe(-1)
    expect(meant({ ...view, u: 60 }, [[0, 0]], 62, 30)).toBe(0) // a little beside it
    expect(meant({ ...view, u: 60 }, [[0, 0]], 80, 30)).toBe(-1)
  })

  test('arrows go to the next place in their direction', () => {
    const places: Cell[] = [[0, 0], [4, 0], [2, 3], [-3, 0]] // prettier-ignore
    expect(step(0, places, 'ArrowRight')).toBe(1)
    expect(step(0, places, 'ArrowLeft')).toBe(3)
    expect(step(0, places, 'ArrowDown')).toBe(2)
    expect(step(0, places, 'ArrowUp')).toBe(-1)
  })

  test('arrows lead from each place to each other, wherever places lie', () => {
    let luck = 1
    const chance = (n: number) => Math.floor(((luck = (luck * 48271) % 2147483647) / 2147483647) * n)
    for (let field = 0; field < 300; field++) {
      const [wide, high, count] = [2 + chance(24), 1 + chance(16), 1 + chance(36)]
      const cells = Array.from({ length: count }, (): Cell => [chance(wide), chance(high)])
      const places = [...new Map(cells.map(cell => [cell.join(), cell])).values()]
      const ways = places.map((_, at) => KEYS.map(key => step(at, places, key)))
      const lone = ways.filter((_, start) => {
        const reached = new Set([start])
        for (const at of reached) for (const next of ways[at]!) if (next >= 0) reached.add(next)
        return reached.size < places.length
      })
      expect(lone, JSON.stringify(places)).toEqual([])
    }
  }, 60_000)
})

const choice = (action: string, path: string[], points?: number): Choice => ({
  action,
  path,
  label: ['chromino.choice.across', { contacts: 2, ...(points === undefined ? {} : { points }) }],
})
const scene = {
  zones: [
    {
      id: 'table',
      kind: 'field',
      label: ['', {}],
      pieces: [{ id: 'at.2.-1', shape: 'spot', label: ['', {}], cells: [[2, -1]] }],
    },
    {
      id: 'hand0',
      kind: 'hand',
      label: ['', {}],
      seat: 0,
      pieces: [{ id: 'tile.RGB', shape: 'tile', label: ['', {}] }],
    },
  ],
  buttons: [
    { id: 'turn.h.RGB', label: ['', {}], colours: ['red', 'green', 'blue'] },
    { id: 'turn.v.BGR', label: ['', {}], colours: ['blue', 'green', 'red'], upright: true },
    { id: 'area.RGB.0', label: ['', {}] },
  ],
  choices: [
    choice('place RGB 1 -1 h', ['tile.RGB', 'area.RGB.0', 'at.2.-1', 'turn.h.RGB'], 3),
    choice('place BGR 2 -2 v', ['tile.RGB', 'area.RGB.0', 'at.2.-1', 'turn.v.BGR'], 7),
    choice('draw', ['bag']),
  ],
} as unknown as Scene

describe('how a tile can be laid', () => {
  test('choices are taken apart: tile, place, turn', () => {
    const found = ways(scene)
    expect(found.map(({ tile, place, turn }) => [tile, place, turn])).toEqual([
      ['tile.RGB', 'at.2.-1', 'turn.h.RGB'],
      ['tile.RGB', 'at.2.-1', 'turn.v.BGR'],
    ])
    expect(found[0]!.cells).toEqual([[1, -1], [2, -1], [3, -1]]) // prettier-ignore
    expect(found[1]!.cells).toEqual([[2, -2], [2, -1], [2, 0]]) // prettier-ignore
    expect(found.map(way => way.points)).toEqual([3, 7])
    expect(found[0]!.stem).toEqual(['tile.RGB'])
  })

  test('first as it was turned before, else for most points', () => {
    const found = ways(scene)
    expect(likely(found, null)!.turn).toBe('turn.v.BGR')
    expect(likely(found, 'turn.h.RGB')!.turn).toBe('turn.h.RGB')
    expect(likely([], null)).toBeUndefined()
  })
})
