import { beforeEach, expect, test } from 'vitest'
import { dayAfter, keep, reached } from '../src/puzzles'

const store = new Map<string, string>()

beforeEach(() => {
  store.clear()
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
    },
  })
})

test('days follow each other over months and years', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
})

test('the best of several tries is kept, game by game', () => {
  keep('2026-11-18', 'ronde', 1)
  keep('2026-11-18', 'ronde', 3)
  keep('2026-11-18', 'ronde', 2)
  keep('2026-11-18', 'trio', 0)
  expect(reached()).toEqual({ '2026-11-18': { ronde: 3, trio: 0 } })
})

test('old days are forgotten', () => {
  for (let day = 0; day < 70; day++) keep(dayAfter('2026-01-01', day), 'ronde', 1)
  expect(Object.keys(reached())).toHaveLength(60)
  expect(reached()['2026-01-01']).toBeUndefined()
})

test('what cannot be read counts for nothing', () => {
  store.set('polychrome.puzzles', '{')
  expect(reached()).toEqual({})
})
