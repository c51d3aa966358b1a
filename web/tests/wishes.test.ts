import { describe, expect, it } from 'vitest'
import { choices, fits, NONE } from '../src/wishes'

const pairs = { fewest: 2, most: 6, age: 4, minutes: 20, reading: false }
const words = { fewest: 1, most: 3, age: 10, minutes: 25, reading: true }

describe('wishes', () => {
  it('lets everything through while nothing is wished for', () => {
    expect([pairs, words].filter(game => fits(game, NONE))).toEqual([pairs, words])
  })
  it.each([
    [{ players: 1 }, [words]],
    [{ players: 2 }, [pairs, words]],
    [{ players: 6 }, [pairs]],
    [{ age: 4 }, [pairs]],
    [{ age: 10 }, [pairs, words]],
    [{ minutes: 20 }, [pairs]],
    [{ unread: true }, [pairs]],
    [{ players: 1, unread: true }, []],
  ])('of %j', (wish, found) => {
    expect([pairs, words].filter(game => fits(game, { ...NONE, ...wish }))).toEqual(found)
  })
  it('offers what the games have, and nothing else', () => {
    expect(choices([words, pairs])).toEqual({ players: [1, 2, 3, 4, 5, 6], age: [4, 10], minutes: [20, 25] })
  })
})
