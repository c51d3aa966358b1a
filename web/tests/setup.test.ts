import { expect, test } from 'vitest'
import { fitting } from '../src/setup'
import type { GameInfo } from '../src/wire'

const game: Pick<GameInfo, 'options'> = {
  options: [
    { name: 'pace', default: 'slow', choices: ['slow', 'fast'], fits: {} },
    { name: 'colours', default: 4, choices: [4, 5, 6], fits: { 2: [5, 6], 3: [4, 5] } },
  ],
}

test('what was wished counts where so many can play with it, else what is usual, else the first that fits', () => {
  expect(fitting(game, 4, { pace: 'fast', colours: 6 })).toEqual({ pace: 'fast', colours: 6 })
  expect(fitting(game, 3, { pace: 'fast', colours: 6 })).toEqual({ pace: 'fast', colours: 4 })
  expect(fitting(game, 2, {})).toEqual({ pace: 'slow', colours: 5 })
})

test('wishes for another game are left out', () => {
  expect(fitting(game, 4, { language: 'fr', pace: 'never' })).toEqual({ pace: 'slow', colours: 4 })
})
