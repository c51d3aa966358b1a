// What page and server say to each other; docs/protocol.md explains it. Written by scripts/wire from room/wire.py and
// scenes/scene.py: change it there.

export type Argument = number | string | number[] | string[]

export type Message = { key: string; args: Record<string, Argument> } | [string, Record<string, Argument>]

export type FromServer =
  | Room
  | Frame
  | Looking
  | Curtain
  | Ack
  | Refused
  | Weighed
  | Because
  | Hinted
  | Waiting
  | Emoted
  | TableMoved
  | Pong
  | Sorry

export type ToServer =
  | Move
  | Weigh
  | Why
  | Hint
  | Undo
  | Emote
  | Name
  | Take
  | Leave
  | Bot
  | Open
  | Remove
  | Choose
  | Begin
  | Settings
  | Program
  | StandIn
  | Consent
  | Rematch
  | Unguide
  | Ready
  | Curtain
  | Ping

export interface Room {
  t: 'room'
  table: string
  game: string
  options: Record<string, string | number>
  phase: 'lobby' | 'playing' | 'over'
  host: number | null
  you: number[]
  seats: SeatInfo[]
  code: string | null
  invite: string | null
  commitment: string | null
  settings: RoomSettings
  moved: string | null
  adjudicated: boolean
  newcomer: Newcomer | null
}

export interface SeatInfo {
  kind: string // person, bot or open
  name: string | null // what people call themselves
  nickname: Message | null // a generated name, in everybody's own language
  bot: string | null // who plays here; at a person's seat: for as long as the person is away
  here: boolean
  away: boolean // gone for longer than the grace time
  winner: boolean
  program: boolean // a person's seat at which a program plays, as it has said itself
  ready: boolean // before the game: as far as these people are concerned, it may begin
}

export interface RoomSettings {
  own_names: boolean
  pause: number // ms that a bot seems to think at least
  clock: number
  look: number // that discs stay visible which the rules have covered again; 0: until all have looked
  memorise: number // the same for a whole line that is shown
  challenge: number // to call that a pawn is not the mover's
  write: number // to write a word
  hints: boolean // for everybody, where more than one person plays; alone there are always hints
  remember: boolean // hints know what has been covered again, too
  programs: boolean // may bots of other people sit down?
}

export interface Newcomer {
  seat: number
  waiting: number[] // seats that have not yet agreed
  program: boolean // a bot, as it has said itself
}

export interface Frame {
  t: 'frame'
  viewer: number | null
  length: number
  question: number | null
  told: string[]
  scene: Scene // as a rule written already
  undo?: number // the seat that may take back what it has just done
  undone?: number // takings-back until now
  look?: number // ms that faces shown here will stay; 0: until all have looked
  wait?: number // ms until the room answers for a silent seat
  talk?: string // the clock waits until all have said that they agree: `ask` this viewer, or `wait` for the others
  lesson?: Lesson // of a guided first game
  task?: Task // of a puzzle
}

export interface Scene {
  game: string
  viewer?: number
  seats: Seat[]
  zones: Zone[]
  status: Message // whose turn, or who won
  prompt?: Message // what the viewer can do now, in one sentence
  news?: Message[] // what just happened, oldest first
  choices?: Choice[]
  buttons?: Button[]
  over?: boolean
  facts?: Message[] // public things worth knowing: "38 cards in the deck"
  composer?: Composer
  loose?: boolean // what is chosen is a set: the targets of a path may be touched in any order
  tallies?: Tally[] // where it has a running total
  room_for?: string[] // what comes and goes, so that the table stands still: HAND, or FACTS of two lines
  why?: Message[] // only when over: the rule that decided, and a kind word for the others
}

export interface Seat {
  seat: number
  score: number
  acting: boolean
  winner?: boolean // only when over
  notes?: Message[]
  colour?: string // that the rules give this seat
  standing?: Message // said instead of the score where points are not what counts: "5 tiles left"
  sums?: Sum[] // only when over: how the score came about; together they are the score
  out?: boolean // no longer in play
  skips?: boolean // has a turn to sit out
}

export interface Sum {
  label: Message
  points: number
}

export interface Zone {
  id: string
  kind: string
  label: Message
  pieces?: Piece[]
  seat?: number // whose it is; null: the table's
  slots?: number // places to draw, also when empty; 0: as many as pieces
  columns?: number // of a grid
  note?: Message // "taken by Fox"
  closed?: boolean // out of play for now: drawn pale
  within?: string // id of the ring in whose middle it lies, or of the sheet at whose edges
  counts?: boolean // what can be seen on the table, counted; its note is a warning
  colours?: string[] // for which its places wait: a gap may show what is missing
}

export interface Piece {
  id: string
  shape: string
  label: Message // in words, with its number: "3 red"
  colours?: string[] // names of the palette; none for a face-down or colourless piece
  up?: boolean // face up
  badge?: string // a few letters printed on it: "+2"
  count?: number // how many alike lie here
  fresh?: boolean // part of what just happened
  at?: number // its place in the zone, where places keep their number (a table with gaps); -1: after the one before.
  via?: number[] // the places it has just come over, first where it lay: for eyes that follow it
  cells?: [number, number][] // on a field: column (to the right) and row (down), one for each colour
  mark?: string // what was done to it, one of the marks below
}

export interface Choice {
  action: string
  path: string[] // ids of pieces, zones and buttons
  label: Message
  weighty?: boolean // touch the last target twice
}

export interface Button {
  id: string
  label: Message
  colours?: string[]
  upright?: boolean // its colours stand for squares below each other, not side by side
  zone?: string // id of the zone that it is about
  sign?: string // what it means, for those who do not read: one of the signs above
}

export interface Composer {
  zone: string // id of the sheet
  verb: string
  shortest: number // letters
  longest: number
  starts: number[] // places where a word may begin now
  spelled: Record<string, string> // signs that take several cells; any other letter only loses its accents
  ticks?: Tick[]
  verdict?: boolean // is there a word list to be asked?
  instead?: string // id of the button for whoever writes nothing
  keep?: string // the round: what was written and not handed in by its end can be offered in the next
}

export interface Tick {
  id: string // follows the action
  label: Message
}

export interface Tally {
  path: string[]
  points: number
  gains: Record<string, number> // by the other targets: what each of them adds
}

export interface Lesson {
  step: number // the last that has come
  steps: number // in all
  said?: Message // null: the others play
  action?: string // to be played; none: there is something to look at, or all is played
}

export interface Task {
  day: string // as 2026-11-18
  goal: Message
  par: number // what the best answer reaches
  grade: number // 1 to 3
  reached?: number // null: it is not decided
  best?: Message[] // the best answer, in words, once it is decided
}

export interface Looking {
  t: 'looking'
  seats: number[]
}

export interface Curtain {
  t: 'curtain'
  seat: number
}

export interface Ack {
  t: 'ack'
  id: string
  seat: number
}

export interface Refused {
  t: 'refused'
  id: string
  reason: Message
  stale: boolean
}

export interface Weighed {
  t: 'weighed'
  id: string
  points: number
  parts: Message[]
  reason: Message | null
  verdict: Message | null
}

export interface Because {
  t: 'because'
  id: string
  reason: Message
  chapter: string | null // of the rules, that explains it
}

export interface Hinted {
  t: 'hinted'
  seat: number
  question: number
  action: string
  percent: number | null // null: nothing was weighed
  others: Estimate[] // also thought of, the best first
  reason: Message | null // what speaks for it
}

export interface Estimate {
  action: string
  percent: number
}

export interface Waiting {
  t: 'waiting'
  seat: number
}

export interface Emoted {
  t: 'emote'
  seat: number
  emote: number
}

export interface TableMoved {
  t: 'moved'
  table: string
}

export interface Pong {
  t: 'pong'
}

export interface Sorry {
  t: 'sorry'
  reason: Message
}

export interface Move {
  t: 'move'
  seat: number
  id: string
  question: number
  action: string
}

export interface Weigh {
  t: 'weigh'
  seat: number
  id: string
  action: string
  ask?: boolean // the word list, too
}

export interface Why {
  t: 'why'
  seat: number
  id: string
  path: string[] // what is touched, the last one in vain
}

export interface Hint {
  t: 'hint'
  seat: number
}

export interface Undo {
  t: 'undo'
  seat: number
  id: string
  length: number // of the log, as the last frame had it: whoever acts meanwhile is not taken back
}

export interface Emote {
  t: 'emote'
  seat: number
  emote: number
}

export interface Name {
  t: 'name'
  seat: number
  name: string | null
}

export interface Take {
  t: 'take'
  seat: number
}

export interface Leave {
  t: 'leave'
  seat: number
}

export interface Bot {
  t: 'bot'
  seat: number
  bot: string
}

export interface Open {
  t: 'open'
  seat: number
}

export interface Remove {
  t: 'remove'
  seat: number
}

export interface Choose {
  t: 'choose'
  game: string
  seats: number
  options?: Record<string, string | number>
}

export interface Begin {
  t: 'begin'
}

export interface Settings {
  t: 'settings'
  own_names?: boolean | null
  pause?: number | null
  clock?: number | null
  look?: number | null
  memorise?: number | null
  challenge?: number | null
  write?: number | null
  hints?: boolean | null
  remember?: boolean | null
  programs?: boolean | null
}

export interface Program {
  t: 'program'
}

export interface StandIn {
  t: 'standin'
  seat: number
}

export interface Consent {
  t: 'consent'
  yes: boolean
}

export interface Rematch {
  t: 'rematch'
}

export interface Unguide {
  t: 'unguide'
}

export interface Ready {
  t: 'ready'
  heard?: boolean
}

export interface Ping {
  t: 'ping'
}

export interface NewTable {
  game: string
  seats: number
  options?: Record<string, string | number>
  fill?: string | null
  daily?: boolean // the game of this day, for one player
  guide?: boolean // a guided first game, which brings its own seats and options; only the language is asked for
  puzzle?: string // the puzzle of this day (as 2026-11-18), which brings its own seats and options as well
}

export interface Join {
  table?: string | null
  secret?: string | null
  code?: string | null
  program?: boolean // a bot wants to sit down
}

export interface Entered {
  table: string
}

export interface GameInfo {
  name: string
  fewest: number
  most: number
  age: number
  minutes: number
  reading: boolean // can nobody play it who cannot read?
  guide: boolean // is there a guided first game?
  options: GameOption[]
  clocks: GameClock[] // of a room where it is played
  memory: boolean // something is seen and covered again
  emblem: Mark[] // a small picture that tells it from the others
  scene: Scene
}

export interface GameOption {
  name: string
  default: string | number
  choices: (string | number)[]
  fits: Record<string, (string | number)[]> // by number of seats
}

export interface GameClock {
  name: string // of the setting
  default: number
  most: number
  step: number // in which it is usually set
}

export interface Mark {
  shape: string
  x: number // of its middle, in hundredths of the emblem
  y: number
  size: number // its width
  colours?: string[]
  up?: boolean
  turn?: number // degrees
  badge?: string
}

export interface DayPuzzle {
  game: string
  task: Task
}

export interface OwnTable {
  table: string
  game: string
  phase: 'lobby' | 'playing' | 'over'
  seats: number
  your_turn: boolean
  others: SeatInfo[] // who else sits there
}

export interface Replay {
  at: number
  length: number
  told: string[]
  scene: Scene
  commitment: string
  key: string
  game: string
  names: (string | null)[]
  nicknames: (Message | null)[]
}

export interface Told {
  seat: number // NATURE before the first turn
  at: number // lines of the game until then
  said: Message[]
}
