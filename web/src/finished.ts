// What is known of games that ended on this device (memory.svelte.ts keeps it).

import type { Room, Scene, SeatInfo } from './wire'

const MOST_GAMES = 1000 // then the oldest is forgotten
const DAY = 86_400_000

export interface Finished {
  table: string
  game: string
  day: string // 2026-11-18
  others: Pick<SeatInfo, 'kind' | 'nickname' | 'bot'>[] // what people call themselves goes with the table
  won: boolean | null // null: there was nobody to win against, or several of us
  score: number | null // the best of ours; null: points are not what counts
}
export interface PlayedGames {
  games: Finished[] // the latest first
  pauses: [from: string, to: string | null][] // of counting days
}
export const NOTHING: PlayedGames = { games: [], pauses: [] }

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const before = (day: string): string => dayOf(Date.parse(day) - DAY)
export const today = (): string => dayOf(Date.now() - new Date().getTimezoneOffset() * 60_000) // where this device is

// A game is over: it is kept once for each table at which somebody of this device sat.
export function noted(
  kept: PlayedGames,
  { table, game, you, seats }: Room,
  { seats: players }: Scene,
  day = today(),
): PlayedGames {
  if (!you.length || kept.games.some(one => one.table === table)) return kept
  const ours = players.filter(player => you.includes(player.seat))
  const others = seats
    .filter((_, seat) => !you.includes(seat))
    .map(({ kind, nickname, bot }) => ({ kind, nickname, bot }))
  const won = others.length && you.length === 1 ? !!ours[0]?.winner : null
  const score = players.some(player => player.standing) ? null : Math.max(...ours.map(player => player.score))
  return { ...kept, games: [{ table, game, day, others, won, score }, ...kept.games].slice(0, MOST_GAMES) }
}

// Against bots that were all of one level: which?
const level = ({ others, won }: Finished): string | null => {
  const first = others[0]?.bot ?? null
  return won !== null && others.every(({ kind, bot }) => kind === 'bot' && bot === first) ? first : null
}

interface Tally {
  played: number
  won: number
  best: number | null
}

function tallies(games: readonly Finished[], by: (game: Finished) => string | null): Map<string, Tally> {
  const found = new Map<string, Tally>()
  for (const game of games) {
    const key = by(game)
    if (key === null) continue
    const { played, won, best } = found.get(key) ?? { played: 0, won: 0, best: null }
    found.set(key, {
      played: played + 1,
      won: won + Number(game.won ?? 0),
      best: game.score === null ? best : Math.max(game.score, best ?? game.score),
    })
  }
  return found
}

export const byLevel = (games: readonly Finished[]): Map<string, Tally> => tallies(games, level)
export const byGame = (games: readonly Finished[]): Map<string, Tally> => tallies(games, ({ game }) => game)

// With whom was the last game played that had other people in it?
export const lastCompany = (games: readonly Finished[]): Finished | undefined =>
  games.find(({ others }) => others.some(({ kind }) => kind === 'person'))

// Days in a row with a game, until today or yesterday. A pause ends nothing.
export function streak({ games, pauses }: PlayedGames, now = today()): number {
  const played = new Set(games.map(({ day }) => day))
  const rests = (day: string): boolean => pauses.some(([from, to]) => from <= day && (to === null || day <= to))
  let days = 0
  for (let day = now; day === now || played.has(day) || rests(day); day = before(day)) days += Number(played.has(day))
  return days
}

export const paused = ({ pauses }: PlayedGames): boolean => pauses.at(-1)?.[1] === null

// Begins a pause, or ends it.
export const pause = (kept: PlayedGames, now = today()): PlayedGames => ({
  ...kept,
  pauses: paused(kept) ? [...kept.pauses.slice(0, -1), [kept.pauses.at(-1)![0], now]] : [...kept.pauses, [now, null]],
})
