// What people call the place of a piece, for those who see the board and hear of "F1". A free cell shows its name
// itself, and a pawn covers it; one that is turned up for a moment shows its colour instead.

import type { Piece } from './wire'

const NAMED = ['disc', 'cap', 'tile']

export function called({ shape, label, at, up }: Piece): string | null {
  const args = Array.isArray(label) ? label[1] : label.args
  const named = NAMED.includes(shape) || (shape === 'pawn' && up === false)
  return (at ?? -1) >= 0 && named && args.place ? String(args.place) : null
}
