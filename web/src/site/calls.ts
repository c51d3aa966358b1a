// What this page says to the tables of its device, and what it is to do for them. Written by scripts/wire from
// polychrome/offline/calls.py: change it there. What is kept of a table comes back as it was given.

export type Call =
  | Ask
  | Connect
  | Hear
  | HangUp
  | Done
  | Fetched
  | Awake
  | BotsDied
  | Thought
  | TimeCame

export type Command =
  | Keep
  | Fetch
  | Send
  | Close
  | Answer
  | Wake
  | Think
  | Halt
  | Trouble

export interface Ask {
  call: 'ask'
  request: number
  method: string
  path: string
  body?: string
}

export interface Connect {
  call: 'connect'
  socket: number
  table: string
  query?: string
}

export interface Hear {
  call: 'hear'
  socket: number
  text: string
}

export interface HangUp {
  call: 'hangup'
  socket: number
}

export interface Done {
  call: 'done'
  number: number
  problem?: string | null
  conflict?: boolean
}

export interface Fetched {
  call: 'fetched'
  table: string
  shelved?: Shelved | null
  entries?: [number, string][] // and when; the number of an entry is its place in the list
  problem?: string | null
}

export interface Shelved {
  id: string
  header: Header
  phase: string
  code: string | null
  touched: number // seconds since 1970
}

export interface Header {
  id: string
  game: string
  version: number // of the game's rules
  seats: number
  options: Record<string, string | number>
  key: string // of the luck; secret until the game is over
  created: number // seconds since 1970
}

export interface Awake {
  call: 'awake'
}

export interface BotsDied {
  call: 'died'
}

export interface Thought {
  call: 'thought'
  number: number
  solution: Solution
  seconds?: number // that it took
}

export interface Solution {
  action: string | null
  trouble: string | null
  estimate: number | null // the share of wins expected
  others: [string, number][] // actions and what to expect of them
}

export interface TimeCame {
  call: 'tick'
}

export interface Keep {
  do: 'keep'
  number: number
  tables: Shelved[]
  entries: StoredEntry[]
}

export type StoredEntry = [table: string, number: number, at: number, entry: string]

export interface Fetch {
  do: 'fetch'
  table: string
}

export interface Send {
  do: 'send'
  socket: number
  text: string
}

export interface Close {
  do: 'close'
  socket: number
  code: number
}

export interface Answer {
  do: 'answer'
  request: number
  status: number
  text: string
}

export interface Wake {
  do: 'wake'
}

export interface Think {
  do: 'think'
  number: number
  problem: string // a `room.thought.Problem`; as text, for the numbers in it are greater than a page can count
}

export interface Halt {
  do: 'halt'
}

export interface Trouble {
  do: 'trouble'
  text: string
}

export interface Round {
  commands: Command[]
  next: number | null
}
