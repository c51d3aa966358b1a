// What a service worker has around it, as far as ours use it. Types only: a worker stands alone and imports nothing.

interface Event {
  waitUntil(work: Promise<unknown>): void
}
interface Asked extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}
export interface Scope {
  addEventListener(kind: 'install' | 'activate', hear: (event: Event) => void): void
  addEventListener(kind: 'fetch', hear: (event: Asked) => void): void
  clients: {
    claim(): Promise<void>
    matchAll(options: { includeUncontrolled: boolean }): Promise<{ postMessage(told: unknown): void }[]>
  }
  location: Location
  registration: { scope: string; installing: unknown }
}
