// Small tables that show what the rules of Colorio mean.

import type { Piece, Zone } from '../../wire'
import type { Chapter } from '..'

const COLOURS: Record<string, string> = { B: 'blue', G: 'green', Y: 'yellow', R: 'red', O: 'orange' }

// Rows of letters, from top to bottom: a colour that can be seen, or a dot for a cap.
const board = (id: string, rows: string[], fresh: number[] = []): Zone => ({
  id,
  kind: 'grid',
  label: ['colorio.board', {}],
  columns: rows[0]!.length,
  pieces: [...rows.join('')].map((letter, at): Piece => {
    const [row, column] = [Math.floor(at / rows[0]!.length), at % rows[0]!.length]
    const place = `${'abcde'[column]}${row + 1}`
    const colour = COLOURS[letter]
    const name = { id: `${id}.${at}`, at, fresh: fresh.includes(at) }
    return colour
      ? { ...name, shape: 'tile', label: ['colorio.field', { place, colour: letter }], colours: [colour] }
      : { ...name, shape: 'cap', label: ['colorio.cap', { place }], up: false }
  }),
})

const visible = (id: string, counts: [string, number][]): Zone => ({
  id,
  kind: 'tray',
  label: ['colorio.visible', {}],
  pieces: counts.map(([letter, n]) => ({
    id: `${id}.${letter}`,
    shape: 'disc',
    label: [`colorio.counter.${n > 4 ? 'all' : n > 3 ? 'four' : 'some'}`, { n, colour: letter }],
    colours: [COLOURS[letter]!],
    badge: n === 4 ? '!' : '',
    count: n,
  })),
})

export const chapters: Chapter[] = [
  // prettier-ignore
  { key: 'aim', zones: [
    board('rules-aim', ['B.R..', '..B.B', '.B...']),
    visible('rules-aim-seen', [['B', 4], ['R', 1]]),
  ] },
  { key: 'turn', zones: [board('rules-turn', ['...Y.'])], then: [[board('rules-turn', ['.G.Y.'], [1])]] },
  {
    key: 'move',
    zones: [board('rules-move', ['R....'])],
    then: [[board('rules-move', ['R..O.'], [3])], [board('rules-move', ['...O.'], [0])]],
  },
  { key: 'ban', zones: [board('rules-ban', ['...O.'], [0])] },
  { key: 'first' },
  // prettier-ignore
  { key: 'out', zones: [
    board('rules-out', ['BRB..', '.GBB.', '..B..'], [12]),
    visible('rules-out-seen', [['B', 5], ['G', 1], ['R', 1]]),
  ] },
  { key: 'strips', zones: [board('rules-white', ['BGYRO']), board('rules-grey', ['BYBRG'])] },
  { key: 'end' },
]
