import { describe, expect, it } from 'vitest'
import { byGame, byLevel, lastCompany, noted, NOTHING, pause, paused, streak, type PlayedGames } from '../src/finished'
import type { Room, Scene } from '../src/wire'

const seat = (kind: string, bot: string | null = null) => ({ kind, bot, nickname: ['name.owl', {}], name: 'Anna' })
const room = (table: string, you: number[], ...seats: object[]) => ({ table, game: 'pairs', you, seats }) as Room
const end = (...scores: number[]) =>
  ({
    seats: scores.map((score, at) => ({ seat: at, score, winner: score === Math.max(...scores) })),
  }) as unknown as Scene
const [me, friend, kid, sharp] = [seat('person'), seat('person'), seat('bot', 'kid'), seat('bot', 'sharp')]
const on = (...days: string[]): PlayedGames => ({
  games: days.map(day => ({ day })) as PlayedGames['games'],
  pauses: [],
})

const after = (...games: [Room, Scene, string?][]) => games.reduce((kept, game) => noted(kept, ...game), NOTHING).games

describe('finished games', () => {
  it('are kept once for each table, and only where somebody of this device sat', () => {
    expect(
      after(
        [room('a', [0], me, kid), end(5, 3), '2026-11-18'],
        [room('a', [0], me, kid), end(5, 3), '2026-11-19'],
        [room('b', [], friend, kid), end(5, 3), '2026-11-18'],
      ),
    ).toEqual([
      {
        table: 'a',
        game: 'pairs',
        day: '2026-11-18',
        others: [{ kind: 'bot', nickname: ['name.owl', {}], bot: 'kid' }],
        won: true,
        score: 5,
      },
    ])
  })
  it('keep no name that somebody typed', () => {
    expect(JSON.stringify(after([room('a', [0], me, friend), end(5, 3)]))).not.toContain('Anna')
  })
  it('are nobody’s win alone, or with several of us', () => {
    const games = after([room('a', [0], me), end(5)], [room('b', [0, 1], me, friend, kid), end(5, 3, 1)])
    expect(games.map(game => game.won)).toEqual([null, null])
  })
  it('have no result where points are not what counts', () => {
    const scene = end(5, 3)
    scene.seats[1]!.standing = ['left', {}]
    expect(after([room('a', [0], me, kid), scene])[0]!.score).toBeNull()
  })
  it('are counted by level where all bots have one, and by game', () => {
    const games = after(
      [room('a', [0], me, kid, kid), end(5, 3, 3)],
      [room('b', [0], me, kid), end(2, 3)],
      [room('c', [0], me, kid, sharp), end(9, 3, 3)],
      [room('d', [0], me, friend), end(7, 3)],
    )
    expect([...byLevel(games)]).toEqual([['kid', { played: 2, won: 1, best: 5 }]])
    expect([...byGame(games)]).toEqual([['pairs', { played: 4, won: 3, best: 9 }]])
    expect(lastCompany(games)?.table).toBe('d')
  })
})

describe('days in a row', () => {
  it.each([
    [['2026-11-18', '2026-11-17', '2026-11-17', '2026-11-16'], 3],
    [['2026-11-17', '2026-11-16'], 2], // there is time today
    [['2026-11-16', '2026-11-15'], 0],
    [['2026-11-18', '2026-11-16'], 1],
    [[], 0],
  ])('%j', (days, n) => {
    expect(streak(on(...days), '2026-11-18')).toBe(n)
  })
  it('go on over the end of a month, and of summer time', () => {
    expect(streak(on('2026-11-01', '2026-10-31', '2026-10-26', '2026-10-25', '2026-10-24'), '2026-11-01')).toBe(2)
    expect(streak(on('2026-10-26', '2026-10-25', '2026-10-24'), '2026-10-26')).toBe(3)
  })
  it('are not ended by a pause, nor on the day after it', () => {
    let kept = pause(on('2026-11-10', '2026-11-09'), '2026-11-10')
    expect(paused(kept)).toBe(true)
    expect(streak(kept, '2026-11-18')).toBe(2)
    kept = pause(kept, '2026-11-18')
    expect(paused(kept)).toBe(false)
    expect(streak(kept, '2026-11-19')).toBe(2)
    expect(streak(kept, '2026-11-20')).toBe(0)
  })
  it('are not ended by a pause that begins on a day without a game', () => {
    const kept = pause(on('2026-11-10', '2026-11-09'), '2026-11-11')
    expect(streak(kept, '2026-11-11')).toBe(2)
    expect(streak(kept, '2026-11-12')).toBe(2)
    expect(streak(kept, '2026-11-18')).toBe(2)
  })
})
