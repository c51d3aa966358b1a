// The games that ended on this device, what was reached in puzzles, and the tables that are played without a server:
// kept here, and sent nowhere.

import { NOTHING, type PlayedGames } from './finished'
import { countTables, deleteTables } from './kept'
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
  tables = $state(0) // without a server, those under way included

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

  async count(): Promise<void> {
    this.tables = await countTables()
  }

  async forget(): Promise<void> {
    await deleteTables()
    this.tables = 0
    localStorage.removeItem(STORE)
    forgetPuzzles()
    this.kept = { ...NOTHING }
  }
}

export const memory = new Memory()
