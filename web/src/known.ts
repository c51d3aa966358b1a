// Which games have been opened on this device: whoever opens one for the first time is offered a guide.

const STORE = 'polychrome.known'

function known(): string[] {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as string[]
  } catch {
    return []
  }
}

// Is this the first time? From now on it is not.
export function isNew(game: string): boolean {
  const games = known()
  if (games.includes(game)) return false
  try {
    localStorage.setItem(STORE, JSON.stringify([...games, game]))
  } catch {
    return false // where nothing can be kept, nobody is asked again and again
  }
  return true
}
