// Small sheets that show what the rules of Color Words mean. Their words are the same in all four languages.

import type { Piece, Zone } from '../../wire'
import type { Chapter } from '..'

const SIDE = 7
const LETTERS = 'ABCDEFG'
const COLOURS: Record<string, string> = { B: 'blue', Y: 'yellow', R: 'red' }
export const GRID_A = '*RYBRYBYBRYBRYRYBRYBRBRYBRYBYBRYBRYRYBRYBRBRYBRYB'
export const GRID_B = '*RBYBRYBYRRYBBRBYBRYRYBRYRBBRYBBYRYBRYRBYRYRBRYBY'

export const place = (cell: number): string => LETTERS[cell % SIDE]! + (Math.floor(cell / SIDE) + 1)

export interface Entry {
  word: string
  start: string
  steps: string
  mark?: 'fresh' | 'pencil'
}

// Words written on a sheet, as they would lie there.
export function lettered(zone: Zone, entries: Entry[]): Zone {
  const pieces = (zone.pieces ?? []).map((piece): Piece => ({ ...piece }))
  for (const { word, start, steps, mark } of entries) {
    let cell = LETTERS.indexOf(start[0]!) + SIDE * (Number(start[1]) - 1)
    ;[...word].forEach((letter, i) => {
      const { colours = [], ...piece } = pieces[cell]!
      const args = { place: place(cell), letter, ...(colours[0] ? { colour: colours[0] } : {}) }
      const key = colours[0] ? 'color_words.cell.letter' : 'color_words.cell.start.letter'
      pieces[cell] = {
        ...piece,
        colours,
        badge: letter,
        label: [key, args],
        fresh: !!mark,
        mark: mark === 'pencil' ? 'pencil' : '',
      }
      cell += steps[i] === 'D' ? SIDE : 1
    })
  }
  return { ...zone, pieces }
}

export const blank = (id: string, grid = GRID_A, rows = SIDE): Zone => ({
  id,
  kind: 'grid',
  label: ['color_words.sheet', { seat: 0, grid: 'A' }],
  columns: SIDE,
  pieces: [...grid.slice(0, rows * SIDE)].map((letter, at): Piece => {
    const colour = COLOURS[letter]
    return colour
      ? {
          id: `${id}.${at}`,
          shape: 'cell',
          label: ['color_words.cell', { place: place(at), colour }],
          colours: [colour],
          at,
        }
      : { id: `${id}.${at}`, shape: 'cell', label: ['color_words.cell.start', { place: place(at) }], at, mark: 'begin' }
  }),
})

const EXAMPLE: Entry[] = [
  { word: 'CACAO', start: 'A2', steps: 'DDDD' },
  { word: 'TAXI', start: 'F4', steps: 'RDD' },
  { word: 'PANORAMA', start: 'A1', steps: 'RRDDRRD', mark: 'fresh' },
]

const trays = (id: string, letters: string): Zone => ({
  id,
  kind: 'line',
  label: ['color_words.letters', {}],
  pieces: [...letters].map((letter, i): Piece => {
    const colour = Object.values(COLOURS)[i]!
    return {
      id: `${id}.${colour}`,
      shape: 'card',
      label: ['color_words.letter', { letter, colour }],
      colours: [colour],
      badge: letter,
    }
  }),
})

const stars = (id: string, within: string, circled: string, crossed: string): Zone => ({
  id,
  within,
  kind: 'row',
  label: ['color_words.stars', { seat: 0 }],
  pieces: [...'ABCDEFG1234567'].map((star): Piece => {
    const mark = circled.includes(star) ? 'circled' : crossed.includes(star) ? 'crossed' : ''
    return {
      id: `${id}.${star}`,
      shape: 'star',
      label: [`color_words.star.${mark || 'open'}`, { star }],
      badge: star,
      mark,
    }
  }),
})

const RADIO = { word: 'RADIO', start: 'A1', steps: 'RRDD' }

export const chapters: Chapter[] = [
  { key: 'aim', zones: [lettered(blank('rules-aim'), EXAMPLE)] },
  { key: 'round', zones: [trays('rules-round', 'RIO')] },
  {
    key: 'write',
    zones: [lettered(blank('rules-write', GRID_A, 4), [RADIO])],
    then: ['PI', 'PIAN', 'PIANO'].map(word => [
      lettered(blank('rules-write', GRID_A, 4), [
        RADIO,
        { word, start: 'D2', steps: 'RRRD'.slice(0, word.length - 1), mark: 'fresh' },
      ]),
    ]),
  },
  {
    key: 'score',
    zones: [
      trays('rules-score', 'TXI'),
      lettered(blank('rules-taxi', GRID_A, 2), [{ word: 'TAXI', start: 'A1', steps: 'RRR', mark: 'fresh' }]),
    ],
  },
  {
    key: 'bonus',
    zones: [lettered(blank('rules-bonus', GRID_A, 4), [{ word: 'KIWI', start: 'A1', steps: 'DRD', mark: 'fresh' }])],
  },
  { key: 'theme' },
  { key: 'words' },
  { key: 'sheet_a' },
  {
    key: 'sheet_b',
    zones: [
      lettered(blank('rules-b', GRID_B), [
        { word: 'TAXI', start: 'A1', steps: 'RRR' },
        { word: 'BUS', start: 'E1', steps: 'RR', mark: 'fresh' },
      ]),
      stars('rules-stars', 'rules-b', '1', 'C5'),
    ],
  },
  { key: 'alone' },
  { key: 'bots' },
]
