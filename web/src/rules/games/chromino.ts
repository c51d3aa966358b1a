// Small tables that show what the rules of Chromino mean.

import type { Piece, Zone } from '../../wire'
import type { Chapter } from '..'

const COLOURS: Record<string, string> = { R: 'red', Y: 'yellow', G: 'green', B: 'blue', P: 'violet' }

const named = (name: string) => ({ tile: 'chromino.tile', a: name[0]!, b: name[1]!, c: name[2]! })

const tile = (id: string, name: string): Piece => ({
  id: `${id}.${name}`,
  shape: 'tile',
  label: ['chromino.tile', named(name)],
  colours: [...name].map(letter => COLOURS[letter]!),
})

// A tile on the table: its first square at a column and a row, across or upright.
const laid = (id: string, name: string, x: number, y: number, upright = false, fresh = false): Piece => ({
  ...tile(id, name),
  cells: [0, 1, 2].map((i): [number, number] => (upright ? [x, y + i] : [x + i, y])),
  fresh,
})

const field = (id: string, pieces: Piece[]): Zone => ({ id, kind: 'field', label: ['chromino.table', {}], pieces })

const hand = (id: string, names: string[]): Zone => ({
  id,
  kind: 'hand',
  label: ['chromino.you_own', {}],
  pieces: names.map(name => tile(id, name)),
})

export const chapters: Chapter[] = [
  { key: 'aim', zones: [hand('rules-aim', ['RRR', 'BBR', 'BRB', 'GBR'])] },
  {
    key: 'contact',
    zones: [field('rules-contact', [laid('rules-contact', 'RGB', -1, 0)]), hand('rules-contact-hand', ['YRG'])],
    then: [
      [
        field('rules-contact', [laid('rules-contact', 'RGB', -1, 0), laid('rules-contact', 'YRG', -2, 1, false, true)]),
        hand('rules-contact-hand', []),
      ],
    ],
  },
  { key: 'turn' },
  { key: 'last', zones: [hand('rules-last', ['YPY'])] },
  { key: 'end' },
  {
    key: 'points',
    zones: [
      field('rules-points', [
        laid('rules-points', 'RGB', -1, 0),
        laid('rules-points', 'GBB', 0, 1),
        laid('rules-points', 'BYP', 2, 0, false, true),
      ]),
    ],
  },
]
