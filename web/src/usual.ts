// How a game is played when nobody says otherwise.

import { settings } from './settings.svelte'
import type { GameInfo } from './wire'

const COMPANY = 3

// As many as are looked for on the shelf.
export const usualSeats = (game: GameInfo, wanted = settings.all.wishes.players || COMPANY): number =>
  Math.min(game.most, Math.max(game.fewest, wanted))

// Words are written in the language of whoever opens the table, unless another is wished for.
export const usualOptions = ({ options }: GameInfo): Record<string, string | number> => {
  const language = settings.words.language
  return options.some(option => option.name === 'language' && option.choices.includes(language)) ? { language } : {}
}
