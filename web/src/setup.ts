// What a table is to be opened or set up with.

import type { GameInfo } from './wire'

// The options of a game that so many can play it with: what was wished if it fits, else what is usual, else the first.
export function fitting(
  game: Pick<GameInfo, 'options'>,
  seats: number,
  wished: Record<string, string | number>,
): Record<string, string | number> {
  const chosen: Record<string, string | number> = {}
  for (const { name, default: usual, choices, fits } of game.options) {
    const possible = fits[seats] ?? choices
    const value = [wished[name], usual, possible[0]].find(one => one !== undefined && possible.includes(one))
    if (value !== undefined) chosen[name] = value
  }
  return chosen
}
