import { beforeEach, expect, test, vi } from 'vitest'

type Hear = (event: { data: object }) => void
let message: Hear
let register: () => Promise<object>

class Coming extends EventTarget {
  state = 'installing'
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends EventTarget {
  installing: Coming | null = new Coming()
}

async function begun() {
  const found = await import('../src/site/download.svelte')
  await found.begin()
  return found.download
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('navigator', {
    serviceWorker: { addEventListener: (_: string, hear: Hear) => (message = hear), register: () => register() },
  })
})

test('a browser that forbids it is heard of', async () => {
  register = () => Promise.reject(new DOMException('', 'SecurityError'))
  expect((await begun()).progress).toEqual({ kept: 0, all: 0, failed: true })
})

test('a browser that ends it in the middle is heard of, at the first visit and at an update', async () => {
  const registration = new Registration()
  register = async () => registration
  const download = await begun()
  message({ data: { kept: 3, all: 10 } })
  registration.installing!.become('redundant')
  expect(download.progress).toEqual({ kept: 3, all: 10, failed: true })
  message({ data: { kept: 10, all: 10 } })
  registration.installing = new Coming()
  registration.dispatchEvent(new Event('updatefound'))
  registration.installing.become('installed')
  expect(download.progress).toEqual({ kept: 10, all: 10 })
  registration.installing.become('redundant')
  expect(download.progress).toEqual({ kept: 10, all: 10, failed: true })
})

test('how much has come is written as the language writes numbers', async () => {
  const { megabytes } = await import('../src/site/download.svelte')
  const found = ['de', 'en', 'es', 'fr'].map(language => megabytes(18_046_000, language))
  expect(found).toEqual(['18,0', '18.0', '18,0', '18,0'])
})
