// Small tables for the rules of the seven COLOMO games.

import type { Message, Piece, Zone } from '../wire'

const COLOURS: Record<string, string> = { R: 'red', O: 'orange', Y: 'yellow', G: 'green', B: 'blue', V: 'violet' }
export const RAINBOW = 'ROYGBV'
const NOTHING: Message = ['colomo.cell', { place: '' }] // pictures are for eyes; the words stand beside them

// A letter is a disc of that colour face up, * one face down, . a gap; small letters were just turned up.
function disc(id: string, mark: string, at: number, count = 1): Piece {
  const colour = COLOURS[mark.toUpperCase()]
  return {
    id,
    shape: 'disc',
    label: colour ? [`palette.${colour}`, {}] : NOTHING,
    colours: colour ? [colour] : [],
    up: !!colour,
    count,
    at,
    fresh: !!colour && mark !== mark.toUpperCase(),
  }
}

const discs = (id: string, marks: string): Piece[] =>
  [...marks].flatMap((mark, at) => (mark === '.' ? [] : [disc(`${id}.${at}`, mark, at)]))

export const spread = (id: string, marks: string, columns = 5): Zone => ({
  id,
  kind: 'grid',
  label: ['colomo.table', {}],
  pieces: discs(id, marks),
  slots: marks.length,
  columns,
})

export const line = (id: string, marks: string): Zone => ({
  id,
  kind: 'line',
  label: ['blackout.line', {}],
  pieces: discs(id, marks),
  slots: 6,
})

// The line after two discs have changed places.
export function swapped(id: string, a: number, b: number): Zone {
  const zone = line(id, '******')
  const from = (at: number) => (at === a ? b : at === b ? a : -1)
  return {
    ...zone,
    pieces: zone.pieces!.map((piece, at) => (from(at) < 0 ? piece : { ...piece, via: [from(at), at] })),
  }
}

// What somebody has won: a pile for each letter, as high as the number after it.
export const won = (id: string, piles: [string, number][], slots = 0): Zone => ({
  id,
  kind: 'tray',
  label: ['colomo.you_own', {}],
  pieces: piles.map(([mark, count]) => disc(`${id}.${mark}`, mark, slots ? RAINBOW.indexOf(mark) : -1, count)),
  slots,
})

function pawn(id: string, mark: string, at: number): Piece {
  const colour = COLOURS[mark.toUpperCase()]
  const fresh = !!colour && mark !== mark.toUpperCase()
  return {
    id,
    shape: 'pawn',
    label: colour ? [`palette.${colour}`, {}] : NOTHING,
    colours: colour ? [colour] : [],
    up: !!colour,
    at,
    fresh,
  }
}

const spot = (id: string, at: number, mark = ''): Piece => ({
  id,
  shape: 'spot',
  label: NOTHING,
  colours: mark ? [COLOURS[mark]!] : [],
  at,
})

// A cell is free (_), somebody's gate or edge (R), or holds a pawn (*; with a small letter its colour can be seen).
function cells(id: string, marks: string, gates: boolean): Piece[] {
  return [...marks].flatMap((mark, at) => {
    const name = `${id}.${at}`
    if (mark === '_') return [spot(name, at)]
    if (mark === '*' || (COLOURS[mark.toUpperCase()] && mark !== mark.toUpperCase())) return [pawn(name, mark, at)]
    if (mark === '.') return []
    return [gates ? disc(name, mark, at) : spot(name, at, mark)]
  })
}

// The pawn at the end of a way has come over these places.
export function walked(zone: Zone, via: number[]): Zone {
  const end = via[via.length - 1]
  return {
    ...zone,
    pieces: zone.pieces!.map(piece => (piece.at === end && piece.shape === 'pawn' ? { ...piece, via } : piece)),
  }
}

export const circle = (id: string, marks: string): Zone => ({
  id,
  kind: 'ring',
  label: ['rondo.circle', {}],
  pieces: discs(id, marks),
  slots: marks.length,
})

export const ring = (id: string, marks: string): Zone => ({
  id,
  kind: 'ring',
  label: ['les_aveugles.ring', {}],
  pieces: cells(id, marks, true),
  slots: marks.length,
})

export const board = (id: string, marks: string): Zone => ({
  id,
  kind: 'grid',
  label: ['a_l_aveuglette.board', {}],
  pieces: cells(id, marks, false),
  columns: 5,
})

export const die = (id: string, n: number): Zone => ({
  id,
  kind: 'pile',
  label: ['les_aveugles.die', {}],
  pieces: [{ id: `${id}.0`, shape: 'tile', label: ['les_aveugles.die_shows', { n }], badge: String(n) }],
})

export const home = (id: string, marks: string): Zone => ({
  id,
  kind: 'tray',
  label: ['les_aveugles.middle', {}],
  pieces: [...marks].map((mark, i) => pawn(`${id}.${i}`, mark, -1)),
})

export const all = (count: number): [string, number][] => [...RAINBOW].map(mark => [mark, count])

export const wanted = (id: string, mark: string): Zone => ({
  id,
  kind: 'tray',
  label: ['rondo.middle', {}],
  pieces: [{ ...disc(`${id}.0`, mark, -1), badge: '?' }],
})
