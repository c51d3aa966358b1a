// What small children get where they play: from four years on, before they read.

import { settings } from './settings.svelte'
import type { Table } from './table.svelte'
import type { GameInfo, Room } from './wire'

export const BOX = { discs: 24 } // the small box
export const LEVEL = 'kid'

// What the host's table changes, where nobody has chosen otherwise: how it is usually, and for children.
const UNHURRIED = { look: [3, 6], pause: [600, 1500] } as const

export const forChildren = (game: GameInfo): boolean =>
  game.options.some(({ name, choices }) => name === 'discs' && choices.includes(BOX.discs))

export function welcome(children: boolean): void {
  const { read, lent } = settings.all
  settings.set(children ? { children, read: true, lent: !read } : { children, read: read && !lent, lent: false })
}

// Discs stay open for longer, and bots take their time.
export function unhurry(table: Table, room: Room): void {
  if (room.host === null || !room.you.includes(room.host)) return
  const wanted = Object.entries(UNHURRIED).filter(([name, [usual]]) => room.settings[name as 'look'] === usual)
  if (wanted.length)
    table.send({ t: 'settings', ...Object.fromEntries(wanted.map(([name, [, long]]) => [name, long])) })
}
