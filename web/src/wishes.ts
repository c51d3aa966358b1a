// Which games are looked for on the shelf: kept on this device, like all settings.

import type { GameInfo } from './wire'

export interface Wishes {
  players: number // 0: any number, and so for all of these
  age: number // of the youngest
  minutes: number // at most
  unread: boolean // nobody has to read
}

export const NONE: Wishes = { players: 0, age: 0, minutes: 0, unread: false }

type Facts = Pick<GameInfo, 'fewest' | 'most' | 'age' | 'minutes' | 'reading'>

export const fits = (game: Facts, { players, age, minutes, unread }: Wishes): boolean =>
  (!players || (game.fewest <= players && players <= game.most)) &&
  (!age || game.age <= age) &&
  (!minutes || game.minutes <= minutes) &&
  !(unread && game.reading)

// What can be chosen, as the games have it: the page knows none of them.
export function choices(box: readonly Facts[]): Record<'players' | 'age' | 'minutes', number[]> {
  const each = (facts: number[]): number[] => [...new Set(facts)].sort((a, b) => a - b)
  const range = ({ fewest, most }: Facts): number[] => Array.from({ length: most - fewest + 1 }, (_, i) => fewest + i)
  return {
    players: each(box.flatMap(range)),
    age: each(box.map(game => game.age)),
    minutes: each(box.map(game => game.minutes)),
  }
}
