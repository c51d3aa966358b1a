// What this page says to the tables of its device, and what it is to do for them: as polychrome/offline/calls.py has it.

export type Call =
  | { call: 'ask'; request: number; method: string; path: string; body?: string }
  | { call: 'connect'; socket: number; table: string; query: string }
  | { call: 'hear'; socket: number; text: string }
  | { call: 'hangup'; socket: number }
  | { call: 'done'; number: number; problem?: string | null; conflict?: boolean }
  | { call: 'fetched'; table: string; shelved: Shelved | null; entries: [number, string][]; problem?: string }
  | { call: 'awake' }
  | { call: 'died' }
  | { call: 'thought'; number: number; solution: unknown; seconds: number }
  | { call: 'tick' }

// What the bots' worker says, as its page does.
export type FromBots = Extract<Call, { call: 'awake' | 'died' | 'thought' }>

export interface Shelved {
  id: string
}
export interface Keep {
  do: 'keep'
  number: number
  tables: Shelved[]
  entries: [string, number, number, string][] // table, number, milliseconds, entry
}
// These are for the page itself; the others its worker does.
export type Told =
  | { do: 'answer'; request: number; status: number; text: string }
  | { do: 'send'; socket: number; text: string }
  | { do: 'close'; socket: number; code: number }
  | { do: 'trouble'; text: string }
  | { do: 'state'; state: State }
export type Command =
  | Told
  | Keep
  | { do: 'fetch'; table: string }
  | { do: 'wake' }
  | { do: 'think'; number: number; problem: string }
  | { do: 'halt' }

export interface Round {
  commands: Command[]
  next: number | null // seconds of our clock
}

// How the tables are: they begin; they are there; another tab has them; they cannot be kept here, not be loaded, or this
// browser cannot run them; they have stopped; what was kept is closed to them, or was cleared away.
export type State = 'begins' | 'ready' | 'elsewhere' | 'forgetful' | 'broken' | 'unable' | 'stopped' | 'cleared'

// What the service worker tells while it fetches: bytes; and whether that has come to nothing.
export interface DownloadProgress {
  kept: number
  all: number
  failed?: true
}
