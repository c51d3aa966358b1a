// Once more with the same people, bots and options: asked at the table of their last game.

import { Refused } from './api'
import { Link } from './link'
import type { Message } from './wire'

// The new table; it may be there already.
export const rematch = (table: string): Promise<string> =>
  new Promise((found, failed) => {
    const link = new Link(
      table,
      message => {
        if (message.t === 'moved') go(message.table)
        else if (message.t === 'room' && message.moved) go(message.moved)
        else if (message.t === 'refused' || message.t === 'sorry') fail(message.reason)
      },
      standing => {
        if (standing === 'open') link.send({ t: 'rematch' })
        else if (standing !== 'opening') fail([standing === 'lost' ? 'page.offline' : 'page.gone', {}])
      },
    )
    const leave = (): void => queueMicrotask(() => link.close()) // not while it tells us something
    const go = (next: string): void => {
      leave()
      found(next)
    }
    const fail = (reason: Message): void => {
      leave()
      failed(new Refused(reason))
    }
  })
