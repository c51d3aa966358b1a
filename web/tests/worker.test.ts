import { beforeEach, expect, test, vi } from 'vitest'

type Hear = (event: Record<string, unknown>) => void
const HERE = 'http://here'
let heard: Record<string, Hear>
let boxes: Map<string, Map<string, Response>>
let network: (path: string) => Promise<Response>

const path = (what: string | { url: string }) => (typeof what === 'string' ? what : new URL(what.url).pathname)

function box(name: string) {
  const kept = boxes.get(name) ?? new Map<string, Response>()
  boxes.set(name, kept)
  return {
    addAll: async (paths: string[]) => {
      for (const one of paths) kept.set(one, await network(one))
    },
    match: async (what: string) => kept.get(path(what))?.clone(),
    put: async (what: string, answer: Response) => void kept.set(path(what), answer),
  }
}

beforeEach(async () => {
  vi.resetModules()
  heard = {}
  boxes = new Map()
  network = async what => new Response(`new ${what}`)
  vi.stubGlobal('__FILES__', ['/assets/index-1.js'])
  vi.stubGlobal('__LANGUAGES__', ['en', 'de'])
  vi.stubGlobal('__VERSION__', '2')
  vi.stubGlobal('caches', {
    open: async (name: string) => box(name),
    keys: async () => [...boxes.keys()],
    delete: async (name: string) => boxes.delete(name),
    match: async (what: string) =>
      [...boxes.values()]
        .map(kept => kept.get(path(what)))
        .find(Boolean)
        ?.clone(),
  })
  vi.stubGlobal('fetch', (request: { url: string }) => network(path(request)))
  vi.stubGlobal('self', {
    addEventListener: (kind: string, hear: Hear) => (heard[kind] = hear),
    clients: { claim: async () => {} },
    location: { origin: HERE },
  })
  await import('../src/worker')
})

async function happen(kind: string): Promise<void> {
  let work: Promise<unknown> | undefined
  heard[kind]!({ waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
}

async function ask(what: string, more: object = {}): Promise<string | null> {
  let answer: Promise<Response> | undefined
  const request = { method: 'GET', mode: 'cors', url: HERE + what, ...more }
  heard.fetch!({ request, respondWith: (promise: Promise<Response>) => (answer = promise) })
  return answer ? (await answer).text() : null
}

test('the shell, the words and the games are kept, and shown when nobody answers', async () => {
  await happen('install')
  network = () => Promise.reject(new Error('nobody there'))
  expect(await ask('/t/abc', { mode: 'navigate' })).toBe('new /')
  expect(await ask('/assets/index-1.js')).toBe('new /assets/index-1.js')
  expect(await ask('/locales/de.json')).toBe('new /locales/de.json')
  expect(await ask('/api/games')).toBe('new /api/games')
})

test('words are the newest there are, and kept for later', async () => {
  await happen('install')
  network = async () => new Response('newer')
  expect(await ask('/locales/de.json')).toBe('newer')
  network = () => Promise.reject(new Error('nobody there'))
  expect(await ask('/locales/de.json')).toBe('newer')
})

test('tables, moves and what is not ours are never touched', async () => {
  await happen('install')
  for (const what of ['/api/tables', '/api/tables/abc/replay', '/api/qr/abc', '/healthz'])
    expect(await ask(what)).toBeNull()
  expect(await ask('/api/games', { method: 'POST' })).toBeNull()
  expect(await ask('', { url: 'http://elsewhere/locales/de.json' })).toBeNull()
})

test('a new worker waits: the files of the old page go only when it takes over', async () => {
  boxes.set('polychrome-1', new Map([['/assets/End-0.js', new Response('old')]]))
  boxes.set('something else', new Map())
  await happen('install')
  expect([...boxes.keys()]).toContain('polychrome-1')
  await happen('activate')
  expect([...boxes.keys()].sort()).toEqual(['polychrome-2', 'something else'])
})
