// What the server says and hears; docs/protocol.md explains it, room/wire.py defines it.

export type Argument = number | string | number[] | string[]
export type Message = { key: string; args: Record<string, Argument> } | [string, Record<string, Argument>]

export interface Piece {
  id: string
  shape: string
  label: Message
  colours?: string[]
  up?: boolean
  badge?: string
  count?: number
  fresh?: boolean
  at?: number // its place in the zone, where places keep their number; -1: next to the one before
  via?: number[]
  cells?: [number, number][] // on a field: column and row, one for each colour
  mark?: string // what was done to it: begin, pencil, circled, crossed
}

export interface Zone {
  id: string
  kind: string
  label: Message
  pieces?: Piece[]
  seat?: number | null
  places?: number
  columns?: number
  note?: Message | null
  closed?: boolean
  within?: string // id of the ring in whose middle it lies, or of the sheet at whose edges
}

export interface Button {
  id: string
  label: Message
  colours?: string[]
  upright?: boolean // its colours stand for squares below each other
  zone?: string // id of the zone that it is about
}

export interface Choice {
  action: string
  path: string[]
  label: Message
  weighty?: boolean
}

export interface Tick {
  id: string // follows the action
  label: Message
}

// The viewer may write a word on a sheet: `verb WORD START STEPS` and the ids of what is claimed.
export interface Composer {
  zone: string
  verb: string
  shortest: number
  longest: number
  starts: number[] // places where a word may begin now
  spelled: Record<string, string> // signs that take several cells
  ticks?: Tick[]
  verdict?: boolean // is there a word list to be asked?
  keep?: string // the round
}

export interface Place {
  seat: number
  score: number
  acting: boolean
  winner?: boolean
  notes?: Message[]
  colour?: string // that the rules give this seat
  standing?: Message // said instead of the score where points are not what counts
}

export interface Scene {
  game: string
  viewer?: number // nothing: a spectator's, which in games without secrets all see who are not asked; the frame says whose it is
  places: Place[]
  zones: Zone[]
  status: Message
  prompt?: Message | null
  news?: Message[]
  choices?: Choice[]
  buttons?: Button[]
  over?: boolean
  facts?: Message[]
  composer?: Composer | null
}

export interface Option {
  name: string
  default: string | number
  choices: (string | number)[]
  fits: Record<string, (string | number)[]> // by number of seats
}

export interface Game {
  name: string
  fewest: number
  most: number
  age: number
  minutes: number
  options: Option[]
  scene: Scene
}

export interface OwnTable {
  table: string
  game: string
  phase: string
  seats: number
  your_turn: boolean
}

export interface Seat {
  kind: 'person' | 'bot' | 'open'
  name: string | null // what people call themselves
  nickname: Message | null // a generated name, in everybody's own language
  bot: string | null
  here: boolean
  away: boolean
  winner: boolean
  program: boolean // a person's seat at which a program plays, as it has said itself
}

export interface RoomSettings {
  own_names: boolean
  pause: number // ms that a bot seems to think
  clock: number // the rest in seconds; 0: all wait for ever
  look: number // that discs stay visible which the rules have covered again
  memorise: number // the same for a whole line
  challenge: number // to call that a pawn is not the mover's
  write: number // to write a word
  hints: boolean // where more than one person plays; alone there are always hints
  remember: boolean // hints know what has been covered again, too
  programs: boolean // may bots of other people sit down?
}

export interface Room {
  t: 'room'
  table: string
  game: string
  options: Record<string, string | number>
  phase: 'lobby' | 'playing' | 'over'
  host: number | null
  you: number[]
  seats: Seat[]
  code: string | null
  invite: string | null
  promise: string | null
  settings: RoomSettings
  moved: string | null
  adjudicated: boolean // bots among themselves that went on for too long: the standing counts
  newcomer: Newcomer | null
}

export interface Newcomer {
  seat: number // wanted by somebody new, in the middle of a game with secrets
  waiting: number[] // seats that have not yet agreed
  program: boolean // a bot, as it has said itself
}

export interface Frame {
  t: 'frame'
  viewer: number | null
  length: number
  question: number | null
  told: string[]
  scene: Scene
  undo?: number // the seat that may take back what it has just done
  undone?: number // takings-back until now; none: none
  talk?: 'ask' | 'wait' // the clock waits until all have said that they agree: this viewer, or the others
  look?: number // ms that faces shown here will stay; 0: until all have looked; none: nothing fleeting
  wait?: number // ms until the room answers for a silent seat
}

export interface Weighed {
  t: 'weighed'
  id: string
  points: number
  parts: Message[] // what earns how much
  reason: Message | null // why it cannot stand there
  verdict: Message | null // of the word list, for whoever asks
}

export interface Hinted {
  t: 'hinted'
  seat: number
  question: number
  action: string
  percent: number | null // of games that it expects to win
  others: { action: string; percent: number }[]
}

export type FromServer =
  | Room
  | Frame
  | { t: 'looking'; seats: number[] }
  | { t: 'curtain'; seat: number }
  | { t: 'ack'; id: string; seat: number }
  | { t: 'refused'; id: string; reason: Message; stale: boolean }
  | Weighed
  | Hinted
  | { t: 'waiting'; seat: number } // a bot, for its turn to think
  | { t: 'emote'; seat: number; emote: number }
  | { t: 'moved'; table: string }
  | { t: 'pong' }
  | { t: 'sorry'; reason: Message }

export type ToServer =
  | { t: 'weigh'; seat: number; id: string; action: string; ask: boolean }
  | { t: 'move'; seat: number; id: string; question: number; action: string }
  | { t: 'consent'; yes: boolean }
  | { t: 'undo'; seat: number; id: string; length: number }
  | { t: 'emote'; seat: number; emote: number }
  | { t: 'name'; seat: number; name: string | null }
  | { t: 'hint' | 'take' | 'leave' | 'open' | 'remove' | 'standin' | 'curtain'; seat: number }
  | { t: 'bot'; seat: number; bot: string }
  | { t: 'ready'; heard?: false } // not yet: we are still being told
  | { t: 'begin' | 'rematch' | 'ping' | 'program' }
  | ({ t: 'settings' } & Partial<RoomSettings>)

export interface Replay {
  at: number
  length: number
  told: string[]
  scene: Scene
  promise: string
  key: string
  game: string
  names: (string | null)[]
  nicknames: (Message | null)[]
}
