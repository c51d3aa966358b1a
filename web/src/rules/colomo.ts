// Small tables that show what the rules of the seven COLOMO games mean.

import type { Message, Piece, Zone } from '../wire'
import type { Chapter } from '.'

const COLOURS: Record<string, string> = { R: 'red', O: 'orange', Y: 'yellow', G: 'green', B: 'blue', V: 'violet' }
const RAINBOW = 'ROYGBV'
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

const spread = (id: string, marks: string, columns = 5): Zone => ({
  id,
  kind: 'grid',
  label: ['colomo.table', {}],
  pieces: discs(id, marks),
  places: marks.length,
  columns,
})

const line = (id: string, marks: string): Zone => ({
  id,
  kind: 'line',
  label: ['blackout.line', {}],
  pieces: discs(id, marks),
  places: 6,
})

// The line after two discs have changed places.
function swapped(id: string, a: number, b: number): Zone {
  const zone = line(id, '******')
  const from = (at: number) => (at === a ? b : at === b ? a : -1)
  return {
    ...zone,
    pieces: zone.pieces!.map((piece, at) => (from(at) < 0 ? piece : { ...piece, via: [from(at), at] })),
  }
}

// What somebody has won: a pile for each letter, as high as the number after it.
const won = (id: string, piles: [string, number][], places = 0): Zone => ({
  id,
  kind: 'tray',
  label: ['colomo.you_own', {}],
  pieces: piles.map(([mark, count]) => disc(`${id}.${mark}`, mark, places ? RAINBOW.indexOf(mark) : -1, count)),
  places,
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
function walked(zone: Zone, via: number[]): Zone {
  const end = via[via.length - 1]
  return {
    ...zone,
    pieces: zone.pieces!.map(piece => (piece.at === end && piece.shape === 'pawn' ? { ...piece, via } : piece)),
  }
}

const circle = (id: string, marks: string): Zone => ({
  id,
  kind: 'ring',
  label: ['rondo.circle', {}],
  pieces: discs(id, marks),
  places: marks.length,
})

const ring = (id: string, marks: string): Zone => ({
  id,
  kind: 'ring',
  label: ['les_aveugles.ring', {}],
  pieces: cells(id, marks, true),
  places: marks.length,
})

const board = (id: string, marks: string): Zone => ({
  id,
  kind: 'grid',
  label: ['a_l_aveuglette.board', {}],
  pieces: cells(id, marks, false),
  columns: 5,
})

const die = (id: string, n: number): Zone => ({
  id,
  kind: 'pile',
  label: ['les_aveugles.die', {}],
  pieces: [{ id: `${id}.0`, shape: 'tile', label: ['les_aveugles.die_shows', { n }], badge: String(n) }],
})

const home = (id: string, marks: string): Zone => ({
  id,
  kind: 'tray',
  label: ['les_aveugles.middle', {}],
  pieces: [...marks].map((mark, i) => pawn(`${id}.${i}`, mark, -1)),
})

const all = (count: number): [string, number][] => [...RAINBOW].map(mark => [mark, count])

export const ronde: Chapter[] = [
  { key: 'aim', zones: [won('ronde-aim', all(2), 6)] },
  {
    key: 'turn',
    zones: [spread('ronde-turn', '**********'), won('ronde-won', [], 6)],
    then: [
      [spread('ronde-turn', '****y*****'), won('ronde-won', [], 6)],
      [spread('ronde-turn', '****y***y*'), won('ronde-won', [], 6)],
      [spread('ronde-turn', '****.***.*'), won('ronde-won', [['Y', 2]], 6)],
    ],
  },
  { key: 'gift', zones: [won('ronde-gift', [['R', 2], ['Y', 2], ['B', 2]], 6), won('ronde-other', [['R', 2], ['V', 2]], 6)] }, // prettier-ignore
  { key: 'end' },
]

export const trio: Chapter[] = [
  { key: 'aim', zones: [won('trio-aim', [['B', 3], ['G', 3]])] }, // prettier-ignore
  {
    key: 'turn',
    zones: [spread('trio-turn', '*******.**')],
    then: [
      [spread('trio-turn', '*g*****.**')],
      [spread('trio-turn', '*g*****.*g')],
      [spread('trio-turn', '*g**o**.*g')],
      [spread('trio-turn', '*******.**')],
    ],
  },
  { key: 'end', zones: [spread('trio-end', '******', 6)] },
]

export const arcEnCiel: Chapter[] = [
  { key: 'aim', zones: [spread('arc-aim', RAINBOW, 6)] },
  {
    key: 'turn',
    zones: [spread('arc-turn', '*R*****G**')],
    then: [[spread('arc-turn', '*R**b**G**')], [spread('arc-turn', '*R**b**G*b')], [spread('arc-turn', '*R*****G**')]],
  },
  { key: 'share', zones: [won('arc-3', [['*', 3]]), won('arc-2', [['*', 2]]), won('arc-1', [['*', 1]])] }, // prettier-ignore
  { key: 'last', zones: [spread('arc-last', 'R*y***', 6)] },
  { key: 'end' },
]

const wanted = (id: string, mark: string): Zone => ({
  id,
  kind: 'tray',
  label: ['rondo.middle', {}],
  pieces: [{ ...disc(`${id}.0`, mark, -1), badge: '?' }],
})

export const rondo: Chapter[] = [
  { key: 'aim', zones: [circle('rondo-aim', '************'), wanted('rondo-wanted', 'V')] },
  {
    key: 'turn',
    zones: [circle('rondo-turn', '************'), wanted('rondo-sought', 'V')],
    then: [
      [circle('rondo-turn', '**v*********'), wanted('rondo-sought', 'V')],
      [circle('rondo-turn', '**v****v****'), wanted('rondo-sought', 'V')],
    ],
  },
  { key: 'out', zones: [circle('rondo-out', '**B*****B***'), won('rondo-dead', [['B', 1]])] }, // prettier-ignore
  { key: 'end' },
]

export const blackout: Chapter[] = [
  { key: 'aim' },
  { key: 'show', zones: [line('blackout-show', 'GBROVY')] },
  { key: 'move', zones: [line('blackout-move', '******')], then: [[swapped('blackout-move', 1, 4)]] },
  {
    key: 'ask',
    zones: [wanted('blackout-wanted', 'O'), line('blackout-ask', '**.*.*')],
    then: [[wanted('blackout-wanted', 'O'), line('blackout-ask', '**.o.*')]],
  },
  { key: 'end' },
]

export const lesAveugles: Chapter[] = [
  { key: 'aim', zones: [ring('ave-aim', 'R_*__*_Y*__*__')] },
  {
    key: 'enter',
    zones: [die('ave-die', 4), ring('ave-enter', 'R_*____Y______')],
    then: [[die('ave-die', 4), ring('ave-enter', 'R_*_r__Y______')]],
  },
  {
    key: 'move',
    zones: [die('ave-three', 3), ring('ave-move', 'R_*_*__Y______')],
    then: [[die('ave-three', 3), walked(ring('ave-move', 'R___*_*Y______'), [2, 3, 5, 6])]],
  },
  {
    key: 'peek',
    zones: [die('ave-six', 6), ring('ave-peek', 'R_*__*_Y_*__*_')],
    then: [
      [die('ave-six', 6), ring('ave-peek', 'R_*__*_Y_y__*_')],
      [die('ave-six', 6), ring('ave-peek', 'R_*__*_Y_*__*_')],
    ],
  },
  { key: 'call' },
  { key: 'home', zones: [home('ave-home', 'RRY')] },
  { key: 'end' },
]

export const aLAveuglette: Chapter[] = [
  { key: 'aim', zones: [board('ala-aim', '_*__*__*____*___*____*___')] },
  { key: 'enter', zones: [board('ala-enter', '_____*_r__RRRRR')] },
  {
    key: 'move',
    zones: [board('ala-move', '___*__*___*____')],
    then: [[walked(board('ala-move', '__**__*________'), [10, 2])]],
  },
  {
    key: 'leave',
    zones: [board('ala-leave', 'YYYYY__r____*__'), home('ala-home', '')],
    then: [[board('ala-leave', 'YYYYY_______*__'), home('ala-home', 'R')]],
  },
  { key: 'call' },
  { key: 'end' },
]
