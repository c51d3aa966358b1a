// Puzzles: of which day, how to begin one, and what this device has reached. That is kept here and never sent anywhere.

import { ask } from './api'
import type { DayPuzzle } from './wire'
import type { Words } from './words'

const STORE = 'polychrome.puzzles'
const KEPT = 60 // days

export type Reached = Record<string, Record<string, number>> // by day and game: the best

// The day is the same everywhere on earth.
export const today = (): string => new Date().toISOString().slice(0, 10)

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export const inWords = (day: string, words: Words, month: 'short' | 'long' = 'long'): string =>
  new Date(day).toLocaleDateString(words.language, { day: 'numeric', month, timeZone: 'UTC' })

export const puzzlesOf = (day: string, language: string) => ask<DayPuzzle[]>(`/api/puzzles/${language}/${day}`)

// A new table with the puzzle on it. Words are written in the language of whoever plays.
export const begin = (game: string, day: string, language: string) =>
  ask<{ table: string }>('/api/tables', { game, seats: 1, options: { language }, puzzle: day })

export function reached(): Reached {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}') as Reached
  } catch {
    return {}
  }
}

export const forget = (): void => localStorage.removeItem(STORE)

export function keep(day: string, game: string, points: number): void {
  const all = reached()
  const best = Math.max(points, all[day]?.[game] ?? points)
  const days = Object.entries({ ...all, [day]: { ...all[day], [game]: best } }).sort()
  try {
    localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(days.slice(-KEPT))))
  } catch {
    /* then it is forgotten with the page */
  }
}
