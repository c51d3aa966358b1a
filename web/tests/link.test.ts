import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BRISK, HASTY, Link, newId, patience, QUIET, type Standing } from '../src/link'
import { Seen } from '../src/seen'
import type { Frame, FromServer } from '../src/wire'

class Socket {
  static CONNECTING = 0
  static OPEN = 1
  static made: Socket[] = []
  readyState = 0
  sent: string[] = []
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  constructor(readonly address: string) {
    Socket.made.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.drop(1000)
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  drop(code: number) {
    this.readyState = 3
    this.onclose?.({ code })
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const last = () => Socket.made.at(-1)!
const move = (id: string) => ({ t: 'move' as const, seat: 0, id, question: 3, action: 'draw' })
let store: Map<string, string>
let query = ''
let calm = QUIET

beforeEach(() => {
  vi.useFakeTimers()
  Socket.made = []
  store = new Map()
  query = ''
  calm = QUIET
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => store.set(key, text),
    removeItem: (key: string) => store.delete(key),
  })
})
afterEach(() => vi.useRealTimers())

function link() {
  const heard: FromServer[] = []
  const standings: Standing[] = []
  const made = new Link(
    'T',
    message => heard.push(message),
    standing => standings.push(standing),
    () => query,
    () => calm,
    'ws://here/ws/T',
  )
  return { made, heard, standings }
}

test('what was not acknowledged is sent again after a reconnect, under the same id', () => {
  const { made, standings } = link()
  last().open()
  made.send(move('a'))
  made.send(move('b'))
  last().say({ t: 'ack', id: 'a', seat: 0 })
  last().drop(1006)
  vi.advanceTimersByTime(1000)
  last().open()
  expect(last().sent.map(text => JSON.parse(text).id)).toEqual(['b'])
  last().say({ t: 'refused', id: 'b', reason: ['x', {}], stale: false })
  last().drop(1012)
  vi.advanceTimersByTime(1000)
  last().open()
  expect(last().sent).toEqual([])
  expect(standings).toEqual(['open', 'lost', 'open', 'lost', 'open'])
})

test('a move made while nobody listens waits for the connection', () => {
  const { made } = link()
  made.send(move('a'))
  expect(last().sent).toEqual([])
  last().open()
  expect(last().sent).toHaveLength(1)
})

test('whatever else is tapped while nobody listens is said once somebody does, and only once', () => {
  const { made } = link()
  last().open()
  last().drop(1006)
  made.send({ t: 'rematch' })
  made.send({ t: 'rematch' }) // once more, in vain
  made.send({ t: 'settings', pause: 0 })
  made.send({ t: 'hint', seat: 0 }) // who still wants to know asks again
  made.send({ t: 'curtain', seat: 1 }) // who looks at the page later is not known
  expect(made.waiting).toBe(2)
  vi.advanceTimersByTime(1000)
  last().open()
  expect(last().sent.map(text => JSON.parse(text))).toEqual([{ t: 'rematch' }, { t: 'settings', pause: 0 }])
  expect(made.waiting).toBe(0)
  last().say({ t: 'pong' })
  last().drop(1006)
  vi.advanceTimersByTime(1000)
  last().open()
  expect(last().sent).toEqual([])
})

test('what is taken back while nobody listens is taken back later, unless somebody has acted meanwhile', () => {
  const { made } = link()
  made.send({ t: 'undo', seat: 0, id: 'a', length: 7 }) // the server looks at the length
  expect(last().sent).toEqual([])
  last().open()
  expect(JSON.parse(last().sent[0]!).length).toBe(7)
})

test('a reload forgets nothing', () => {
  const first = link()
  last().open()
  first.made.send(move('a'))
  link()
  last().open()
  expect(JSON.parse(last().sent[0]!).id).toBe('a')
})

test('whoever comes back says what has been seen', () => {
  link()
  expect(last().address).toBe('ws://here/ws/T')
  last().open()
  query = '?seen=0.57.0'
  last().drop(1006)
  vi.advanceTimersByTime(1000)
  expect(last().address).toBe('ws://here/ws/T?seen=0.57.0')
})

test('the last frame of every viewer counts, also over a reload; a new page says nothing', () => {
  const seen = new Seen('T')
  expect(seen.query).toBe('')
  seen.arrive()
  expect(seen.query).toBe('?seen=')
  for (const [viewer, length, undone] of [
    [null, 3, undefined],
    [0, 5, undefined],
    [1, 6, undefined],
    [0, 7, 2],
  ] as const)
    seen.note({ viewer, length, undone } as Frame)
  seen.arrive()
  expect(seen.query.split(/[=,]/).sort()).toEqual(['0.7.2', '1.6.0', '?seen', 'null.3.0'])
  expect(new Seen('T').query).toBe(seen.query)
  expect(new Seen('U').query).toBe('')
})

test('a table that is not there is not asked for again', () => {
  const { standings } = link()
  last().drop(4404)
  vi.advanceTimersByTime(60_000)
  expect(Socket.made).toHaveLength(1)
  expect(standings).toEqual(['closed'])
})

test('a dead connection is noticed and replaced', () => {
  const { standings } = link()
  last().open()
  last().say({ t: 'pong' })
  vi.advanceTimersByTime(23_000)
  expect(last().sent).toEqual(['{"t":"ping"}'])
  vi.advanceTimersByTime(20_000)
  expect(standings).toContain('lost')
  expect(Socket.made.length).toBeGreaterThan(1)
})

for (const [who, seconds, prepare] of [
  ['whoever is asked', 2, () => (calm = HASTY)],
  ['whoever has played', 2, (made: Link) => made.send(move('a'))],
  ['whoever sits at a game that goes on', 3, () => (calm = BRISK)],
] as const)
  test(`${who} looks for another connection within ${seconds} seconds if nobody answers`, () => {
    const { made, standings } = link()
    last().open()
    last().say({ t: 'room' })
    prepare(made)
    vi.advanceTimersByTime(1000 * (seconds - 1))
    expect(last().sent.at(-1)).toBe('{"t":"ping"}')
    expect(Socket.made).toHaveLength(1)
    vi.advanceTimersByTime(750)
    expect(Socket.made).toHaveLength(2)
    expect(standings).toEqual(['open'])
    expect(Socket.made[0]!.readyState).toBe(Socket.OPEN) // it may be only slow
  })

test('whoever is asked knows within three seconds that nobody answers, however long it takes to open a connection', () => {
  const { standings } = link()
  vi.advanceTimersByTime(2000)
  last().open()
  calm = HASTY
  last().say({ t: 'room' })
  vi.advanceTimersByTime(2000)
  expect([Socket.made.length, standings]).toEqual([2, ['open']])
  vi.advanceTimersByTime(1000)
  expect(standings).toEqual(['open', 'lost'])
})

test('who is told by the browser that there is no line knows it within three seconds, also where nobody plays', () => {
  const heard: Record<string, () => void> = {}
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => (heard[name] = listener))
  const line = { onLine: true }
  vi.stubGlobal('navigator', line)
  const { standings } = link()
  last().open()
  last().say({ t: 'room' })
  vi.advanceTimersByTime(5000)
  expect(last().sent).toEqual([])
  line.onLine = false
  heard['offline']!()
  vi.advanceTimersByTime(750)
  expect(Socket.made).toHaveLength(2)
  last().drop(1006)
  vi.advanceTimersByTime(2000)
  expect(standings).toEqual(['open', 'lost'])
})

// A first connection, opened in so many ms, that falls silent; until the first try beside it.
function silent(took = 50) {
  const found = link()
  vi.advanceTimersByTime(took)
  last().open()
  calm = HASTY
  last().say({ t: 'room' })
  while (Socket.made.length < 2) vi.advanceTimersByTime(50)
  return found
}

test('where a server takes connections and says nothing, eight are tried in three seconds and a half, one at a time', () => {
  const { standings, made } = silent()
  const [first] = Socket.made
  made.send(move('a'))
  for (let tried = 2; tried < 10; tried++) {
    expect(Socket.made).toHaveLength(tried)
    expect(Socket.made.filter(socket => socket.readyState === Socket.CONNECTING)).toHaveLength(1)
    vi.advanceTimersByTime(430)
  }
  expect(standings).toEqual(['open', 'lost'])
  expect(first!.readyState).toBe(Socket.OPEN)
  last().open()
  expect(first!.readyState).toBe(3)
  expect(Socket.made.filter(socket => socket.readyState === Socket.OPEN)).toEqual([last()])
  expect(JSON.parse(last().sent[0]!).id).toBe('a')
  expect(standings.at(-1)).toBe('open')
  last().say({ t: 'pong' })
  vi.advanceTimersByTime(900)
  expect(Socket.made).toHaveLength(10)
})

test('a first try that is answered at once is not called lost; what was asked over the old one is asked again', () => {
  const { standings } = silent()
  last().open()
  expect(standings).toEqual(['open', 'lost', 'open'])
})

test('a connection that was only slow is kept, and the try beside it given up', () => {
  const { heard, standings } = silent()
  const [first, second] = Socket.made
  vi.advanceTimersByTime(500)
  expect(standings).toEqual(['open', 'lost'])
  first!.say({ t: 'pong' })
  expect(standings).toEqual(['open', 'lost', 'open'])
  expect(heard).toHaveLength(2)
  expect(second!.readyState).toBe(3)
  expect(last().readyState).toBe(3)
  vi.advanceTimersByTime(900)
  expect(Socket.made).toHaveLength(3)
})

test('what the old connection says when another one is open is not heard', () => {
  const { heard } = silent()
  last().open()
  Socket.made[0]!.say({ t: 'pong' })
  expect(heard).toHaveLength(1)
})

test('where all are silent, tries become rare', () => {
  silent()
  vi.advanceTimersByTime(60_000)
  const tried = Socket.made.length
  expect(tried).toBeLessThan(20)
  vi.advanceTimersByTime(60_000)
  expect(Socket.made.length - tried).toBeLessThan(5)
})

test('where nobody is there at all, tries become rare', () => {
  silent()
  for (let tried = 0; tried < 20; tried++) {
    last().drop(1006)
    const before = Socket.made.length
    vi.advanceTimersByTime(patience(Math.max(0, tried - 1), 0) - 1)
    expect(Socket.made.length).toBe(before)
    vi.advanceTimersByTime(8000)
    expect(Socket.made.length).toBeGreaterThan(before)
  }
})

test('where connections take long to open, each is given three times as long', () => {
  silent(900)
  vi.advanceTimersByTime(2500)
  expect(Socket.made).toHaveLength(2)
  last().open()
  expect(last().readyState).toBe(Socket.OPEN)
})

test('however slow the line, a try lasts long enough at last', () => {
  silent()
  while (Socket.made.length < 30) {
    const socket = last()
    let lasted = 0
    for (; socket === last(); lasted += 50) vi.advanceTimersByTime(50)
    if (lasted >= 15_000) return
  }
  expect.unreachable()
})

test('where answers are slow, more time is given for them', () => {
  const { standings } = link()
  calm = HASTY
  last().open()
  for (let pings = 1; pings < 6; pings++) {
    while (last().sent.length < pings) vi.advanceTimersByTime(50)
    vi.advanceTimersByTime(pings === 1 ? 400 : 1000)
    last().say({ t: 'pong' })
  }
  expect(standings).toEqual(['open'])
  expect(Socket.made).toHaveLength(1)
})

test('patience doubles up to eight seconds, and is spread out', () => {
  expect([0, 1, 2, 3].map(tries => patience(tries, 1))).toEqual([250, 500, 1000, 2000])
  expect(patience(50, 1)).toBe(8000)
  expect(patience(50, 0)).toBe(4000)
})

test('ids are letters and digits, each a new one', () => {
  expect(newId()).toMatch(/^\d{10,40}$/) // what the server takes, and not to be guessed
  expect(newId()).not.toBe(newId())
})
