// Small tables that show what the rules of Coloretto mean.

import type { Piece, Zone } from '../../wire'
import type { Chapter } from '..'

const COLOURS: Record<string, string> = {
  R: 'red',
  O: 'orange',
  Y: 'yellow',
  G: 'green',
  B: 'blue',
  P: 'violet',
  N: 'grey',
  J: 'joker',
}

const card = (id: string, kind: string, count = 1, fresh = false): Piece => ({
  id,
  shape: 'card',
  label: [`coloretto.cards.${kind}`, { n: count }],
  colours: COLOURS[kind] ? [COLOURS[kind]] : [],
  badge: kind === '+' ? '+2' : '',
  count,
  fresh,
})

const row = (number: number, kinds: string, slots = 3, fresh = false): Zone => ({
  id: `rules-row${number}`,
  kind: 'row',
  label: ['coloretto.row', { row: number }],
  pieces: [...kinds].map((kind, i) => card(`rules-row${number}.${i}`, kind, 1, fresh && i === kinds.length - 1)),
  slots,
})

const deck = (count: number): Zone => ({
  id: 'rules-deck',
  kind: 'pile',
  label: ['coloretto.deck', {}],
  pieces: [{ id: 'rules-back', shape: 'card', label: ['coloretto.back', {}], up: false, count }],
})

const own = (id: string, piles: [string, number][]): Zone => ({
  id,
  kind: 'tray',
  label: ['coloretto.you_own', {}],
  pieces: piles.map(([kind, count]) => card(`${id}.${kind}`, kind, count)),
})

export const chapters: Chapter[] = [
  { key: 'aim', zones: [own('rules-aim', [['G', 5], ['B', 4], ['R', 3], ['Y', 1]])] }, // prettier-ignore
  { key: 'turn' },
  { key: 'draw', zones: [deck(40), row(0, 'R')], then: [[deck(39), row(0, 'RG', 3, true)]] },
  {
    key: 'take',
    zones: [row(1, 'BB+'), own('rules-take', [['B', 2]])],
    then: [
      [
        { ...row(1, ''), closed: true },
        own('rules-take', [
          ['B', 4],
          ['+', 1],
        ]),
      ],
    ],
  },
  { key: 'round', zones: [row(2, '')] },
  { key: 'two', zones: [row(0, 'Y', 1), row(1, 'RB', 2), row(2, 'G', 3)] },
  { key: 'end' },
  // prettier-ignore
  { key: 'score', zones: [own('rules-score', [['G', 6], ['Y', 4], ['R', 3], ['B', 2], ['+', 1], ['J', 1]])] },
]
