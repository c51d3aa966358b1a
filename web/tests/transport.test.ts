import { beforeEach, expect, test, vi } from 'vitest'

const TRANSPORT = '../src/site/transport.ts' // by its whole name: the served page has nothing in its place (site.ts)
let asked: [string, RequestInit | undefined][]

beforeEach(() => {
  vi.resetModules()
  asked = []
  vi.stubGlobal('document', { documentElement: { dataset: { version: '2' } }, baseURI: 'https://here/games/' })
  vi.stubGlobal('Worker', class {})
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked.push([address, init])
    return new Response('{}')
  })
})

test('words and games are those of this version, and never what the browser still has of another', async () => {
  const { ask } = (await import(TRANSPORT)) as typeof import('../src/site/transport')
  await ask('/api/games', {})
  await ask('/locales/de.json', {})
  expect(asked).toEqual([
    ['api/games.json', { cache: 'no-cache' }],
    ['locales/de.json', { cache: 'no-cache' }],
  ])
})
