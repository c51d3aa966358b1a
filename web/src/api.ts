// Questions to the server that need no socket. One that nobody answers is asked again, under the same name, so that
// nothing is done twice: where several servers stand behind a proxy, one of them may stand still (see link.ts).

import { newId } from './link'
import { ask as instead } from './site/transport'
import type { GameInfo, Message, OwnTable } from './wire'

export class Refused extends Error {
  constructor(readonly reason: Message) {
    super(String(reason))
  }
}

const LAST = 11 // tries are given up after 1, 1, 2, 2 … 16 s without an answer
const UNKNOWN = 428 // whoever may repeat a request must have a cookie first; now we do

export async function ask<T>(address: string, body?: object): Promise<T> {
  const id = newId()
  for (let tries = 2; ; tries++) {
    const wait = new AbortController()
    const timer = setTimeout(() => wait.abort(), 500 * 2 ** (tries >> 1))
    const asking = (__SITE__ ? instead : fetch)(address, {
      signal: wait.signal,
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify(body),
      }),
    })
    const answer = await asking.catch(() => {
      if (!wait.signal.aborted || tries === LAST) throw new Refused(['page.offline', {}])
    })
    clearTimeout(timer)
    if (!answer || (answer.status === UNKNOWN && tries < LAST)) continue
    const content = (await answer.json().catch(() => ({}))) as { reason?: Message }
    if (!answer.ok) throw new Refused(content.reason ?? ['page.sorry', {}])
    return content as T
  }
}

export const games = () => ask<GameInfo[]>('/api/games')
export const bots = () => ask<string[]>('/api/bots') // of whoever runs the server
export const mine = () => ask<OwnTable[]>('/api/tables')
export const create = (
  game: string,
  seats: number,
  options: Record<string, string | number>,
  fill: string | null,
  how?: 'daily' | 'guide',
) => ask<{ table: string }>('/api/tables', { game, seats, options, fill, [how ?? 'daily']: !!how })
export const join = (how: { table: string; secret: string } | { code: string }) =>
  ask<{ table: string }>('/api/join', how)
export const catalogue = (language: string) =>
  ask<Record<string, string | Record<string, string>>>(`/locales/${language}.json`)
