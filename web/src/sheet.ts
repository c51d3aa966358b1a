// Where the cells of a sheet lie in its drawing, the stars at its edges, and the way of a word over it. No screen is
// touched here.

import type { Piece } from './wire'

export const SIDE = 46 // of a cell, in the units of the drawing

export type Point = readonly [number, number]

export const cornerOf = (cell: number, columns: number): Point => [
  (cell % columns) * SIDE,
  Math.floor(cell / columns) * SIDE,
]

// Through the middles of cells.
export const path = (cells: readonly number[], columns: number): string =>
  cells
    .map(cell => cornerOf(cell, columns))
    .map(([x, y], i) => `${i ? 'L' : 'M'}${x + SIDE / 2} ${y + SIDE / 2}`)
    .join('')

// Letters in the order in which a word is read: it only ever goes right and down.
export function ordered(pieces: readonly Piece[], columns: number, wanted: (piece: Piece) => boolean): number[] {
  const far = (cell: number) => (cell % columns) + Math.floor(cell / columns)
  return pieces.flatMap((piece, i) => (wanted(piece) ? [i] : [])).sort((a, b) => far(a) - far(b))
}

// The middle of a star: above the column or left of the row that it names, in an edge of this width.
export function starAt(sign: string, edge: number): Point {
  const column = sign.charCodeAt(0) - 65
  return column >= 0 ? [column * SIDE + SIDE / 2, -edge / 2] : [-edge / 2, (Number(sign) - 1) * SIDE + SIDE / 2]
}

// The same place on a drawing of any size.
export const percent = (at: number, whole: number, edge: number): string => `${((at + edge) / (whole + edge)) * 100}%`
