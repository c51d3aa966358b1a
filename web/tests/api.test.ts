import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { create, games, join, Refused } from '../src/api'

type Asked = RequestInit & { address: string; answer: (response: Response) => void; fail: () => void }
let asked: Asked[]

const last = () => asked.at(-1)!
const name = ({ headers }: Asked) => (headers as Record<string, string> | undefined)?.['idempotency-key']
const gone = ({ signal }: Asked) => signal!.aborted
const reason = (trouble: unknown) => (trouble as Refused).reason
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('fetch', (address: string, options: RequestInit = {}) => {
    return new Promise((answer, refuse) => {
      asked.push({ ...options, address, answer, fail: () => refuse(new TypeError('no network')) })
      options.signal?.addEventListener('abort', () => refuse(options.signal!.reason))
    })
  })
})
afterEach(() => vi.useRealTimers())

test('what nobody answers is given up and asked again, under the same name', async () => {
  const table = create('coloretto', 2, {}, null)
  await pass(1000)
  await pass(1000)
  expect(asked.map(gone)).toEqual([true, true, false])
  expect(new Set(asked.map(name)).size).toBe(1)
  expect(new Set(asked.map(one => one.body)).size).toBe(1)
  expect(name(last())).toMatch(/^\d{10,40}$/)
  last().answer(Response.json({ table: 't' }))
  expect(await table).toEqual({ table: 't' })
  await pass(60_000)
  expect(asked.length).toBe(3)
})

test('two wishes have two names, and what changes nothing has none', async () => {
  void create('coloretto', 2, {}, null)
  void create('coloretto', 2, {}, null)
  void games()
  const [first, second, third] = asked.map(name)
  expect(first).not.toBe(second)
  expect(third).toBeUndefined()
})

test('each try has more time than those before, and an answer may come slowly', async () => {
  const found = games()
  for (const [tries, ms] of [1000, 1000, 2000, 2000, 4000].entries()) {
    expect(asked.length).toBe(tries + 1)
    await pass(ms)
  }
  let more!: (part: Uint8Array) => void
  let end!: () => void
  const parts = new ReadableStream<Uint8Array>({
    start: to => {
      more = part => to.enqueue(part)
      end = () => to.close()
    },
  })
  last().answer(new Response(parts))
  await pass(60_000)
  expect(gone(last())).toBe(false)
  more(new TextEncoder().encode('["all"]'))
  end()
  expect(await found).toEqual(['all'])
})

test('whoever is nobody yet asks again with the cookie that came', async () => {
  const table = join({ code: 'ABCDEF' })
  last().answer(Response.json({ reason: ['server.no_cookie', {}] }, { status: 428 }))
  await pass(0)
  expect(asked.length).toBe(2)
  expect(asked.map(name)[0]).toBe(name(last()))
  last().answer(Response.json({ table: 't' }))
  expect(await table).toEqual({ table: 't' })
})

test('a browser that keeps no cookie is told so', async () => {
  const told = join({ code: 'ABCDEF' }).catch(reason)
  for (let tries = 0; tries < 20; tries++) {
    last().answer(Response.json({ reason: ['server.no_cookie', {}] }, { status: 428 }))
    await pass(0)
  }
  expect(await told).toEqual(['server.no_cookie', {}])
})

test('without a network nothing is tried again, and silence ends at last', async () => {
  const told = games().catch(reason)
  last().fail()
  expect(await told).toEqual(['page.offline', {}])
  expect(asked.length).toBe(1)
  const silent = games().catch(reason)
  await pass(100_000)
  expect(await silent).toEqual(['page.offline', {}])
  expect(asked.slice(1).every(gone)).toBe(true)
})
