import { beforeEach, expect, test, vi } from 'vitest'

type Work = { waitUntil: (work: Promise<unknown>) => void }
const ROOT = 'https://here/games/'
const OURS = 'polychrome-site /games/ '
let heard: Record<string, (event: Work) => void>
let boxes: Map<string, Map<string, Response>>
let registration: { scope: string; installing: unknown }
let told: object[]
let headers: Record<string, string>

const sealOf = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest).slice(0, 8), byte => byte.toString(16).padStart(2, '0')).join('')
}

function box(name: string) {
  const kept = boxes.get(name) ?? new Map<string, Response>()
  boxes.set(name, kept)
  return {
    match: async (address: string) => kept.get(address)?.clone(),
    put: async (address: string, answer: Response) => {
      if (answer.headers.get('vary') === '*') throw new TypeError('it would never be found again')
      kept.set(address, answer)
    },
  }
}

beforeEach(async () => {
  vi.resetModules()
  heard = {}
  boxes = new Map()
  registration = { scope: ROOT, installing: null }
  told = []
  headers = {}
  vi.stubGlobal('__FILES__', { 'index.html': [await sealOf('page'), 4], 'a.js': [await sealOf('script'), 6] })
  vi.stubGlobal('__VERSION__', '2')
  vi.stubGlobal('caches', {
    open: async (name: string) => box(name),
    keys: async () => [...boxes.keys()],
    delete: async (name: string) => boxes.delete(name),
  })
  vi.stubGlobal(
    'fetch',
    async (address: string) => new Response(address.endsWith('js') ? 'script' : 'page', { headers }),
  )
  vi.stubGlobal('self', {
    addEventListener: (kind: string, hear: (event: Work) => void) => (heard[kind] = hear),
    clients: { claim: async () => {}, matchAll: async () => [{ postMessage: (said: object) => told.push(said) }] },
    registration,
  })
  await import('../src/site/keeper')
})

async function happen(kind: string): Promise<void> {
  let work: Promise<unknown> | undefined
  heard[kind]!({ waitUntil: promise => (work = promise) })
  await work
}

test('what goes before is dropped when the new one takes over', async () => {
  for (const name of [`${OURS}1`, 'polychrome-site /games/other/ 1', 'polychrome-7']) box(name)
  await happen('install')
  expect(told.at(-1)).toEqual({ kept: 10, all: 10 })
  expect([...boxes.keys()]).toContain(`${OURS}1`)
  await happen('activate')
  expect([...boxes.keys()].sort()).toEqual([
    'polychrome-7',
    'polychrome-site /games/ 2',
    'polychrome-site /games/other/ 1',
  ])
})

test('one that takes over while a still newer one is on its way leaves that its box', async () => {
  await happen('install')
  box(`${OURS}3`)
  registration.installing = {}
  await happen('activate')
  expect([...boxes.keys()]).toContain(`${OURS}3`)
})

test('a file is found again, whatever its host says it depends on', async () => {
  headers = { vary: '*', 'content-type': 'text/html' }
  await happen('install')
  expect([...boxes.get(`${OURS}2`)!.keys()]).toEqual([`${ROOT}index.html`, `${ROOT}a.js`])
  expect(boxes.get(`${OURS}2`)!.get(`${ROOT}a.js`)!.headers.get('content-type')).toBe('text/html')
})
