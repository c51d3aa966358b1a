import { expect, test } from 'vitest'
import { Narrator } from '../src/told'
import type { Frame, Piece, Scene } from '../src/wire'
import { Words } from '../src/words'

const words = new Words('en', { disc: '{place} ({colour})', covered: '{place}', turn: 'Your turn', zone: 'Table' }, [
  'fox',
])
const narrator = new Narrator(words, ['Fox'])

const disc = (up: boolean): Piece => ({
  id: 'disc4',
  shape: 'disc',
  label: up ? ['disc', { place: 'A5', colour: 'red' }] : ['covered', { place: 'A5' }],
  ...(up ? { colours: ['red'] } : { up: false }),
  at: 4,
})
const scene = (up: boolean): Scene => ({
  game: 'ronde',
  seats: [],
  zones: [{ id: 'table', kind: 'grid', label: ['zone', {}], pieces: [disc(up)] }],
  status: ['turn', {}],
})
const frame = (up: boolean): Frame => ({ t: 'frame', viewer: 0, length: 1, question: 1, told: [], scene: scene(up) })

test('a face that is turned up is told, once', () => {
  expect(narrator.frame(frame(true), frame(false)).map(({ text }) => text)).toEqual(['A5 (red).'])
  expect(narrator.frame(frame(true), frame(true))).toEqual([])
})

test('nothing that is covered is said again', () => {
  const said = [...narrator.frame(frame(true), frame(false)), { text: 'Stop' }]
  expect(narrator.still(said, scene(true))).toEqual(said)
  expect(narrator.still(said, scene(false)).map(({ text }) => text)).toEqual(['Stop'])
})

const richer = (...scores: number[]): Frame => {
  const plain = frame(true)
  const seats = scores.map((score, seat) => ({ seat, score, acting: false }))
  return { ...plain, scene: { ...plain.scene, seats: seats as Scene['seats'] } }
}

test('what several get at once is told, what one gets the news say', () => {
  const counting = new Narrator(new Words('en', { turn: 'Your turn', 'text.points': '{n} points' }, []), [
    'Fox',
    'Owl',
    'Bear',
  ])
  const said = (before: Frame, after: Frame) => counting.frame(after, before).map(({ text }) => text)
  expect(said(richer(0, 2, 0), richer(3, 2, 0))).toEqual([])
  expect(said(richer(0, 2, 0), richer(3, 4, 0))).toEqual(['Fox: 3 points.', 'Owl: 4 points.'])
  expect(counting.frame(richer(3, 4, 0), null).map(({ text }) => text)).toEqual(['Your turn.'])
})
