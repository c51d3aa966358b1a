import { expect, test } from 'vitest'
import { flights, time, type Spot } from '../src/flight'

const spot = (id: string, look: string, count = 1, more: Partial<Spot> = {}): Spot =>
  ({ id, look, count, zone: '', kind: '', at: -1, via: [], ...more }) as Spot
const table = (...spots: Spot[]) => new Map(spots.map(one => [one.id, one]))
const flown = (before: Map<string, Spot>, after: Map<string, Spot>) =>
  flights(before, after).map(({ from, to, flip }) => `${from.id} → ${to.id}${flip ? ' flipping' : ''}`)

test('a drawn card comes from the deck and turns over', () => {
  expect(
    flown(table(spot('deck.0', 'back', 40)), table(spot('deck.0', 'back', 39), spot('drawn.0', 'card red'))),
  ).toEqual(['deck.0 → drawn.0 flipping'])
})

test('a placed card comes from where it was drawn', () => {
  const before = table(spot('deck.0', 'back', 39), spot('drawn.0', 'card red'), spot('row0.0', 'card red'))
  const after = table(spot('deck.0', 'back', 39), spot('row0.0', 'card red'), spot('row0.1', 'card red'))
  expect(flown(before, after)).toEqual(['drawn.0 → row0.1'])
})

test('the cards of a taken row go to their owner, piles grow one by one', () => {
  const before = table(
    spot('row0.0', 'card red'),
    spot('row0.1', 'card red'),
    spot('row0.2', 'card blue'),
    spot('own1.R', 'card red', 2),
  )
  const after = table(spot('own1.R', 'card red', 4), spot('own1.B', 'card blue'))
  expect(flown(before, after)).toEqual(['row0.0 → own1.R', 'row0.1 → own1.R', 'row0.2 → own1.B'])
})

test('a disc that is turned over stays where it is', () => {
  const before = table(spot('disc1', 'back'), spot('disc2', 'back'))
  const after = table(spot('disc1', 'back'), spot('disc2', 'disc red'))
  expect(flown(before, after)).toEqual(['disc2 → disc2 flipping'])
})

test('two discs turned at once do not change places', () => {
  const before = table(spot('disc1', 'back'), spot('disc2', 'back'))
  const after = table(spot('disc1', 'disc blue'), spot('disc2', 'disc red'))
  expect(flown(before, after)).toEqual(['disc1 → disc1 flipping', 'disc2 → disc2 flipping'])
})

test('what stays, stays', () => {
  const still = table(spot('deck.0', 'back', 40), spot('row0.0', 'card red'))
  expect(flown(still, still)).toEqual([])
})

const at = (id: string, place: number, kind: string, via: number[] = []) =>
  spot(id, 'back', 1, { zone: kind, kind, at: place, via })

test('a face-down pawn is followed by the way it came, not by its name', () => {
  const before = table(at('pawn1', 1, 'ring'), at('pawn4', 4, 'ring'))
  const after = table(at('pawn1', 1, 'ring'), at('pawn7', 7, 'ring', [4, 5, 6, 7]))
  expect(flown(before, after)).toEqual(['pawn4 → pawn7'])
  expect(flown(after, after)).toEqual([]) // told once more, it does not walk again
})

test('a disc goes to the end of the line and the others close ranks', () => {
  const before = table(...[0, 1, 2, 3].map(place => at(`disc${place}`, place, 'line')))
  const after = table(...[0, 1, 2, 3].map(place => at(`disc${place}`, place, 'line', place === 3 ? [1] : [])))
  expect(flown(before, after).sort()).toEqual(['disc1 → disc3', 'disc2 → disc1', 'disc3 → disc2'])
})

test('two discs of a line change places', () => {
  const before = table(...[0, 1, 2].map(place => at(`disc${place}`, place, 'line')))
  const after = table(at('disc0', 0, 'line', [2]), at('disc1', 1, 'line'), at('disc2', 2, 'line', [0]))
  expect(flown(before, after).sort()).toEqual(['disc0 → disc2', 'disc2 → disc0'])
})

test('eyes can follow what changes places in a line, and what hops from cell to cell', () => {
  expect(time(at('disc0', 0, 'line', [2]), 0)).toBeGreaterThanOrEqual(1000)
  expect(time(at('disc1', 1, 'line'), 0)).toBeLessThan(500) // the others close ranks meanwhile
  expect(time(at('pawn7', 7, 'ring', [4, 5, 6, 7]), 2) - time(at('pawn5', 5, 'ring', [4, 5]), 0)).toBeGreaterThan(300)
})

test('a tile flies from the hand to the field, turned or not; one from a hidden hand turns over', () => {
  const held = (id: string, look: string, count = 1) => spot(id, look, count, { zone: 'hand', kind: 'hand' })
  const laid = (id: string, look: string) => spot(id, look, 1, { zone: 'table', kind: 'field' })
  const before = table(held('tile.RGB', 'tile red green blue '), laid('tile.YYY', 'laid yellow yellow yellow'))
  const after = table(laid('tile.RGB', 'laid blue green red'), laid('tile.YYY', 'laid yellow yellow yellow'))
  expect(flown(before, after)).toEqual(['tile.RGB → tile.RGB'])
  const hidden = table(held('hand1.back', 'back', 4))
  expect(flown(hidden, table(held('hand1.back', 'back', 3), laid('tile.RGB', 'laid red green blue')))).toEqual([
    'hand1.back → tile.RGB flipping',
  ])
})
