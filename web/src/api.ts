// Questions to the server that need no socket.

import { ask as instead } from './site/transport'
import type { Game, Message, OwnTable, Replay } from './wire'

export class Refused extends Error {
  constructor(
    readonly reason: Message,
    readonly status: number,
  ) {
    super(Array.isArray(reason) ? reason[0] : reason.key)
  }
}

async function ask<T>(address: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await (__SITE__ ? instead : fetch)(
      address,
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    )
  } catch {
    throw new Refused(['page.offline', {}], 0)
  }
  const content = (await answer.json().catch(() => ({}))) as { reason?: Message }
  if (!answer.ok) throw new Refused(content.reason ?? ['page.sorry', {}], answer.status)
  return content as T
}

export const games = () => ask<Game[]>('/api/games')
export const bots = () => ask<string[]>('/api/bots') // of whoever runs the server
export const mine = () => ask<OwnTable[]>('/api/tables')
export const create = (game: string, seats: number, options: Record<string, string | number>, fill: string | null, daily = false) =>
  ask<{ table: string }>('/api/tables', { game, seats, options, fill, daily })
export const join = (how: { table: string; secret: string } | { code: string }) =>
  ask<{ table: string }>('/api/join', how)
export const replay = (table: string, at: number) => ask<Replay>(`/api/tables/${table}/replay?at=${at}`)
export const catalogue = (language: string) =>
  ask<Record<string, string | Record<string, string>>>(`/locales/${language}.json`)
export const scores = async (table: string): Promise<number[][]> =>
  (await ask<{ scores: number[][] }>(`/api/tables/${table}/scores`)).scores
