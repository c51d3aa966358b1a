// What lasts, in this browser: tables and their entries. Nothing counts before it is here.

import type { Keep, Shelved } from './calls'

// As in ../kept.ts: if a worker took it from there, it would load the file of the page in which that lies.
const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })

export class Shelf {
  private constructor(private readonly base: IDBDatabase) {}

  // `cleared` is called when the browser takes away what is kept, or another page wants to.
  static async open(cleared: () => void): Promise<Shelf> {
    const request = indexedDB.open('polychrome', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('tables', { keyPath: 'id' })
      request.result.createObjectStore('entries') // by table and number
    }
    const base = await settled(request)
    base.onclose = cleared
    base.onversionchange = () => {
      base.close() // what is being written is written
      cleared()
    }
    return new Shelf(base)
  }

  tables(): Promise<Shelved[]> {
    return settled(this.base.transaction('tables').objectStore('tables').getAll() as IDBRequest<Shelved[]>)
  }

  // All of it or nothing: what went wrong, if anything did. A number that is taken is a conflict: another tab won.
  keep({ tables, entries }: Keep): Promise<{ problem?: string; conflict?: boolean }> {
    return new Promise(done => {
      const fail = (name = 'AbortError') =>
        done(
          name === 'ConstraintError' ? { conflict: true } : { problem: name === 'QuotaExceededError' ? 'full' : name },
        )
      let step: IDBTransaction | undefined
      try {
        step = this.base.transaction(['tables', 'entries'], 'readwrite', { durability: 'strict' })
        step.oncomplete = () => done({})
        step.onabort = () => fail(step?.error?.name)
        for (const [table, number, at, entry] of entries) step.objectStore('entries').add([at, entry], [table, number])
        for (const table of tables) step.objectStore('tables').put(table)
      } catch (problem) {
        fail((problem as Error).name)
        step?.abort() // nothing of it
      }
    })
  }

  async fetch(table: string): Promise<{ shelved: Shelved | null; entries: [number, string][] }> {
    const look = this.base.transaction(['tables', 'entries'])
    const all = IDBKeyRange.bound([table, 0], [table, Infinity])
    const [shelved, entries] = await Promise.all([
      settled(look.objectStore('tables').get(table) as IDBRequest<Shelved | undefined>),
      settled(look.objectStore('entries').getAll(all) as IDBRequest<[number, string][]>),
    ])
    return { shelved: shelved ?? null, entries }
  }
}
