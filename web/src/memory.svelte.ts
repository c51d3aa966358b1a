// The games that ended on this device: kept here, and sent nowhere.

import { NOTHING, type PlayedGames } from './finished'

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

  forget(): void {
    this.kept = NOTHING
    localStorage.removeItem(STORE)
  }
}

export const memory = new Memory()
