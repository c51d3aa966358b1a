import { expect, test } from 'vitest'
import { Walk } from '../src/walk'
import type { Choice, Scene } from '../src/wire'

const choice = (action: string, ...path: string[]): Choice => ({ action, path, label: [action, {}] })

const scene = (...choices: Choice[]): Scene => ({
  game: 'toy',
  viewer: 0,
  seats: [],
  zones: [
    { id: 'hand', kind: 'hand', label: ['a hand', {}], pieces: [{ id: 'tile', shape: 'tile', label: ['a tile', {}] }] },
  ],
  status: ['', {}],
  buttons: [{ id: 'turn', label: ['turn it', {}] }],
  choices,
})

test('a target that leaves one choice is that choice, however long its path', () => {
  const walk = new Walk(scene(choice('lay 1', 'tile', 'turn'), choice('pass', 'hand')))
  const targets = walk.targets()
  expect([...targets.keys()]).toEqual(['tile', 'hand'])
  expect(targets.get('tile')!.choice!.action).toBe('lay 1')
})

test('one step after the other, and back', () => {
  const walk = new Walk(scene(choice('lay 1', 'tile', 'hand'), choice('lay 2', 'tile', 'turn'), choice('pass', 'hand')))
  const tile = walk.targets().get('tile')!
  expect(tile.choice).toBeNull()
  expect(tile.label).toEqual(['a tile', {}])
  const further = walk.touch('tile')
  expect([...further.targets().keys()]).toEqual(['hand', 'turn'])
  expect(further.targets().get('turn')!.choice!.action).toBe('lay 2')
  expect([...further.back().targets().keys()]).toEqual(['tile', 'hand'])
})

test('nothing can be touched when there is nothing to do', () => {
  expect(new Walk(scene()).targets().size).toBe(0)
})

test('a set is touched in any order, what was touched can be left out again, and its total runs along', () => {
  const three = [choice('a b', 'a', 'b'), choice('a c', 'a', 'c'), choice('b c', 'b', 'c'), choice('a a', 'a', 'a')]
  const tallies = [{ path: [], points: -6, gains: { a: 2, b: 4, c: 6 } }]
  const walk = new Walk({ ...scene(...three), loose: true, tallies })
  expect([...walk.targets().keys()].sort()).toEqual(['a', 'b', 'c'])
  expect(walk.total()).toBe(-6)
  const further = walk.touch('c')
  expect(further.total()).toBe(0)
  expect(further.targets().get('a')!.choice!.action).toBe('a c')
  expect(further.targets().get('b')!.choice!.action).toBe('b c')
  expect(further.targets().get('c')!.touched).toBe(true)
  expect(walk.touch('a').targets().get('a')!.choice!.action).toBe('a a') // twice, where that is a choice
  expect(new Walk(scene(...three)).total()).toBeUndefined()
})
