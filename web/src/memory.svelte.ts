// The games that ended on this device, and what was reached in puzzles: kept here, and sent nowhere.

import { NOTHING, type PlayedGames } from './finished'
import { forget as forgetPuzzles, reached, type Reached } from './puzzles'

const STORE = 'polychrome.finished'

function read(): PlayedGames {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<PlayedGames>) }
  } catch {
    return NOTHING
  }
}

class Memory {
  kept = $state.raw(read())

  // Another tab may have kept something meanwhile.
  change(how: (kept: PlayedGames) => PlayedGames): void {
    this.kept = how(read())
    try {
      localStorage.setItem(STORE, JSON.stringify(this.kept))
    } catch {
      /* then it is forgotten with the page */
    }
  }

  // Looked up each time: a puzzle's table writes it down.
  get reached(): Reached {
    void this.kept // forgotten together
    return reached()
  }
  get puzzles(): number {
    return Object.values(this.reached).reduce((sum, day) => sum + Object.keys(day).length, 0)
  }

  forget(): void {
    localStorage.removeItem(STORE)
    forgetPuzzles()
    this.kept = { ...NOTHING }
  }
}

export const memory = new Memory()
