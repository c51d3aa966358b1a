import { expect, test } from 'vitest'
import { Narrator } from '../src/told'
import type { Frame, Piece, Scene, Zone } from '../src/wire'
import { Words, type Catalogue } from '../src/words'
import de from '../../src/polychrome/locales/de.json'
import en from '../../src/polychrome/locales/en.json'
import es from '../../src/polychrome/locales/es.json'
import fr from '../../src/polychrome/locales/fr.json'

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

test('whose turn is passed over is told, once and to everybody', () => {
  const sitting = (skips: boolean): Frame => {
    const seats = [
      { seat: 0, score: 0, acting: false },
      { seat: 1, score: 0, acting: false, ...(skips ? { skips } : {}) },
    ]
    return { ...frame(true), scene: { ...scene(true), seats } }
  }
  const said = (names: string[], before: Frame, after: Frame) =>
    new Narrator(new Words('en', en as Catalogue, []), names).frame(after, before).map(({ text }) => text)
  expect(said(['Fox', 'Owl'], sitting(true), sitting(false))).toEqual(['Owl sits out this turn.'])
  expect(said(Object.assign(['Fox', 'Owl'], { you: 1 }), sitting(true), sitting(false))).toEqual([
    'You sit out this turn.',
  ])
  expect(said(['Fox', 'Owl'], sitting(false), sitting(true))).toEqual([])
})

// What keys ask for: what lies open, and how everybody stands.

const CATALOGUES: Record<string, Catalogue> = { de, en, es, fr }
const asked = (language: string) => new Narrator(new Words(language, CATALOGUES[language]!, []), ['Fox', 'Owl'])
const holding = (game: string, zones: Zone[], more: Partial<Scene> = {}): Frame => ({
  ...frame(true),
  scene: { game, seats: [], zones, status: ['scene.turn', { seat: 1 }], ...more },
})
const open = (shown: Frame, language = 'en') =>
  asked(language)
    .open(shown)
    .map(({ text }) => text)
const piece = (
  id: string,
  key: string,
  args: Record<string, string | number> = {},
  more: Partial<Piece> = {},
): Piece => ({
  id,
  shape: 'card',
  label: [key, args],
  ...more,
})

test('what only has a note is said without an empty list', () => {
  const deck: Zone = {
    id: 'deck',
    kind: 'pile',
    label: ['coloretto.deck', {}],
    note: ['coloretto.until_last', { n: 56 }],
  }
  const back = piece('deck.0', 'coloretto.back', {}, { up: false, count: 70 })
  const row: Zone = {
    id: 'row0',
    kind: 'row',
    label: ['coloretto.row', { row: 0 }],
    note: ['coloretto.taken', { seat: 1 }],
  }
  const cards = [piece('row1.0', 'coloretto.card.R', { n: 1 }), piece('row1.1', 'coloretto.card.R', { n: 1 })]
  const full: Zone = { id: 'row1', kind: 'row', label: ['coloretto.row', { row: 1 }], pieces: cards }
  expect(open(holding('coloretto', [{ ...deck, pieces: [back] }, row, full]))).toEqual([
    'Deck: 56 cards before the last-round card.',
    'Row A: taken by Owl.',
    'Row B: red, red.',
  ])
})

test('what is called alike on a board is counted', () => {
  const waits = (id: number) => piece(`waits${id}`, 'a_l_aveuglette.waiting.R', { n: 1 }, { shape: 'pawn', at: id })
  const walker = piece('pawn7', 'colomo.cell', { place: 'b1' }, { shape: 'pawn', at: 9 })
  const board = (...pieces: Piece[]): Frame =>
    holding('a_l_aveuglette', [{ id: 'board', kind: 'grid', label: ['a_l_aveuglette.board', {}], pieces }])
  const many = board(waits(1), walker, waits(2), waits(3))
  expect(open(many, 'en')[0]).toMatch(/: 3 red pawns waiting, b1\.$/)
  expect(open(many, 'fr')[0]).toMatch(/: 3 pions rouges en attente, b1\.$/)
  expect(open(many, 'de')[0]).toMatch(/: 3 rote Figuren warten, b1\.$/)
  expect(open(many, 'es')[0]).toMatch(/: 3 peones rojos en espera, b1\.$/)
  expect(open(board(waits(1)))[0]).toMatch(/: red pawn waiting\.$/)
})

test('of what is covered nothing is said, and that nothing lies open is', () => {
  expect(open(holding('ronde', [{ id: 'table', kind: 'grid', label: ['zone', {}], pieces: [disc(false)] }]))).toEqual([
    'Nothing lies open.',
  ])
})

test('one’s own hand lies open to oneself, nobody else’s', () => {
  const hand = (seat: number): Zone => ({
    id: `hand${seat}`,
    kind: 'hand',
    seat,
    label: ['zone', {}],
    pieces: [piece(`tile${seat}`, `tile ${seat}`)],
  })
  expect(open(holding('chromino', [hand(0), hand(1)], { facts: [['coloretto.deck', {}]] }))).toEqual([
    'zone: tile 0.',
    'Deck.',
  ])
})

test('everybody’s points, notes and winnings are said, and whose turn it is', () => {
  const pair: Zone = { id: 'own1', kind: 'own', seat: 1, label: ['zone', {}], pieces: [piece('own1.R', 'red pair')] }
  const seats: Scene['seats'] = [
    { seat: 0, score: 1, acting: false, notes: [['coloretto.note.took', { row: 0 }]] },
    { seat: 1, score: 3, acting: true, standing: ['text.full', {}] },
  ]
  expect(
    asked('en')
      .standing(holding('ronde', [pair], { seats }))
      .map(({ text }) => text),
  ).toEqual(['Fox: 1 point; has row A.', 'Owl: full; red pair.', 'Owl’s turn.'])
})
