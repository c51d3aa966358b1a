// The tables that this browser keeps (`polychrome site`, and what a server gives along), as a page sees them whose own
// worker may not run: all of them, whichever tab has them open.

const BASE = 'polychrome'
const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })

interface Header {
  id: string
}
interface KeptTable {
  table: Header
  entries: unknown[]
}

// `none` where nothing is kept, or may be.
async function look<T>(how: (stores: IDBTransaction) => Promise<T>, none: T): Promise<T> {
  try {
    const request = indexedDB.open(BASE)
    request.onupgradeneeded = () => request.transaction!.abort() // it is not there, and need not be
    const base = await settled(request)
    try {
      return await how(base.transaction(['tables', 'entries']))
    } finally {
      base.close()
    }
  } catch {
    return none
  }
}

export const countTables = (): Promise<number> => look(stores => settled(stores.objectStore('tables').count()), 0)

export const keptTables = (): Promise<KeptTable[]> =>
  look(async stores => {
    const [tables, names, entries] = await Promise.all([
      settled(stores.objectStore('tables').getAll() as IDBRequest<Header[]>),
      settled(stores.objectStore('entries').getAllKeys()), // a table's id, and a number
      settled(stores.objectStore('entries').getAll() as IDBRequest<unknown[]>),
    ])
    const all = new Map(tables.map(table => [table.id, { table, entries: [] as unknown[] }]))
    names.forEach((name, i) => all.get((name as string[])[0]!)?.entries.push(entries[i]))
    return [...all.values()]
  }, [])

// Whoever has them open is told and lets go (site/shelf.ts): nothing is written any more.
export async function deleteTables(): Promise<void> {
  if (await countTables()) await settled(indexedDB.deleteDatabase(BASE))
}
