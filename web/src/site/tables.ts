// The worker in which the tables of this device live: Python, and the commands that it has for a browser.

import type { Call, Command, Keep, Round } from './calls'
import { lister, python } from './python'
import { Shelf } from './shelf'
import type { FromBots, State, Told } from './state'

declare const __VERSION__: string // as `polychrome site` writes them
declare const __BOX__: string

const waiting: Call[] = [] // said before Python was there
let take: ((text: string, now: number) => string) | undefined
let shelf: Shelf
let timer: ReturnType<typeof setTimeout> | undefined
let bots: Worker | undefined
let gone = false // what was kept

const tell = (told: Told): void => self.postMessage(told)
const become = (state: State): void => tell({ do: 'state', state })
const seconds = (): number => performance.now() / 1000

self.onmessage = ({ data }: MessageEvent<Call>) => {
  if (take) call(data)
  else waiting.push(data)
}

function call(said: Call): void {
  try {
    const { commands, next } = JSON.parse(take!(JSON.stringify(said), seconds())) as Round
    clearTimeout(timer)
    if (next !== null)
      timer = setTimeout(() => call({ call: 'tick' }), Math.max(0, Math.ceil((next - seconds()) * 1000)))
    for (const command of commands) run(command)
  } catch (problem) {
    tell({ do: 'trouble', text: String(problem) }) // Python itself has given up: what is kept is kept
    become('stopped')
  }
}

function run(command: Command): void {
  if (command.do === 'keep') void keep(command)
  else if (command.do === 'fetch') void fetched(command.table)
  else if (command.do === 'wake') wake()
  else if (command.do === 'think') bots?.postMessage(command)
  else if (command.do === 'halt') dismiss()
  else tell(command)
}

async function keep(command: Keep): Promise<void> {
  call({ call: 'done', number: command.number, ...(await shelf.keep(command)) })
}

async function fetched(table: string): Promise<void> {
  const found = await shelf.fetch(table).catch((problem: Error) => {
    tell({ do: 'trouble', text: String(problem) })
    return { shelved: null, entries: [], problem: String(problem) }
  })
  call({ call: 'fetched', table, ...found })
}

// Bots think in a worker of their own, which begins when the first is asked: the tables come first.
function wake(): void {
  const own = (bots = new Worker(new URL(`bots.js?${__VERSION__}`, self.location.href), { type: 'module' }))
  const hear = (said: FromBots): void => {
    if (bots !== own) return
    if (said.call === 'died') dismiss()
    call(said)
  }
  own.onmessage = ({ data }: MessageEvent<FromBots>) => hear(data)
  own.onerror = () => hear({ call: 'died' })
}

function dismiss(): void {
  bots?.terminate()
  bots = undefined
}

async function begin(): Promise<void> {
  const loading = python(__VERSION__, __BOX__)
  loading.catch(() => {}) // said below
  try {
    shelf = await Shelf.open(() => {
      gone = true
      become('cleared')
    })
  } catch (problem) {
    become((problem as Error).name === 'VersionError' ? 'broken' : 'forgetful') // a newer page was here before
    return
  }
  const py = await loading
  const module = py.pyimport('polychrome.offline.worker')
  const beginning = { shelved: await shelf.tables(), origin: performance.timeOrigin / 1000 }
  const tables = module.Tables!(JSON.stringify(beginning), lister(py))
  take = (text, now) => tables.take!(text, now, Date.now() / 1000) as unknown as string
  become('ready')
  for (const said of waiting.splice(0)) call(said)
}

// One tab at a time has the tables of this browser; another one waits for it to be closed. They are the same ones in
// whatever folder of a host the site lies.
const mine = 'polychrome tables'
const hold = (): Promise<void> =>
  begin()
    .catch((problem: Error) => {
      become(gone ? 'cleared' : 'broken')
      tell({ do: 'trouble', text: String(problem) })
    })
    .then(() => new Promise(() => {}))

become('begins')
if (navigator.locks) {
  const asking = navigator.locks.request(mine, { ifAvailable: true }, async lock => {
    if (lock) return hold()
    become('elsewhere')
    void navigator.locks.request(mine, () => {
      become('begins')
      return hold()
    })
  })
  asking.catch(() => void hold()) // whoever may keep nothing gets no lock, either
} else void hold()
