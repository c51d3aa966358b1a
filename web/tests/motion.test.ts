import { expect, test } from 'vitest'
import { flights, type Spot } from '../src/motion'

const spot = (id: string, look: string, count = 1): Spot => ({ id, look, count }) as Spot
const table = (...spots: Spot[]) => new Map(spots.map((one) => [one.id, one]))
const flown = (before: Map<string, Spot>, after: Map<string, Spot>) =>
  flights(before, after).map(({ from, to, flip }) => `${from.id} → ${to.id}${flip ? ' flipping' : ''}`)

test('a drawn card comes from the deck and turns over', () => {
  expect(flown(table(spot('deck.0', 'back', 40)), table(spot('deck.0', 'back', 39), spot('drawn.0', 'card red')))).toEqual([
    'deck.0 → drawn.0 flipping',
  ])
})

test('a placed card comes from where it was drawn', () => {
  const before = table(spot('deck.0', 'back', 39), spot('drawn.0', 'card red'), spot('row0.0', 'card red'))
  const after = table(spot('deck.0', 'back', 39), spot('row0.0', 'card red'), spot('row0.1', 'card red'))
  expect(flown(before, after)).toEqual(['drawn.0 → row0.1'])
})

test('the cards of a taken row go to their owner, piles grow one by one', () => {
  const before = table(spot('row0.0', 'card red'), spot('row0.1', 'card red'), spot('row0.2', 'card blue'), spot('own1.R', 'card red', 2))
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
