// Python in this worker, with our package in it.

interface Proxy {
  (...args: unknown[]): Proxy
  [name: string]: Proxy
}
export interface Python {
  unpackArchive(bytes: ArrayBuffer, format: string, options: { extractDir: string }): void
  runPython(code: string): unknown
  pyimport(name: string): Proxy
  toPy(bytes: Uint8Array): Proxy
}
type Start = (settings: unknown) => Promise<unknown>
type Loader = { loadPyodide(options: { indexURL: string; createPyodideModule: Start }): Promise<Python> }

const ROOT = new URL('python/', self.location.href)
const LISTS = new URL('words/', self.location.href)
const PLACE = '/box'

// Also what Pyodide fetches is asked for anew, unless it is kept with its seal: a file that came broken would otherwise
// be taken from the browser's own store for as long as that likes, however often the page is opened again.
const fetch = self.fetch
self.fetch = (wanted, options) => fetch(wanted, { cache: 'no-cache', ...options })

// Of WebAssembly that did not come whole Pyodide only warns, and then waits for ever. And it needs a host that knows
// what kind of file that is: here every host will do.
const noWebAssembly = new Promise<never>((_, failed) => {
  const streaming = WebAssembly.instantiateStreaming as typeof WebAssembly.instantiateStreaming | undefined
  const instantiateStreaming: typeof WebAssembly.instantiateStreaming = async (coming, imports) => {
    try {
      const answer = await coming
      if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
      const known = answer.headers.get('content-type') === 'application/wasm'
      if (known && streaming) return await streaming.call(WebAssembly, answer, imports)
      return await WebAssembly.instantiate(await answer.arrayBuffer(), imports)
    } catch (problem) {
      failed(problem)
      throw problem
    }
  }
  Object.assign(WebAssembly, { instantiateStreaming })
})
noWebAssembly.catch(() => {}) // said by whoever waits for Python

// A script, too, is asked for anew before it runs.
async function script(name: string): Promise<unknown> {
  const { href } = new URL(name, ROOT)
  await (await self.fetch(href)).arrayBuffer()
  return import(/* @vite-ignore */ href)
}

// `version` is this worker's, `expected` the seal of the box that belongs to it. Its page says which one it waits for.
export async function python(version: string, expected: string): Promise<Python> {
  if (self.location.search !== `?${version}`) throw new Error('this worker and its page are of two versions')
  const loader = script('pyodide.mjs.js') as Promise<Loader>
  const assembly = script('pyodide.asm.mjs.js') as Promise<{ default: Start }>
  assembly.catch(() => {}) // said when it is needed
  const [{ loadPyodide }, box] = await Promise.all([loader, self.fetch(new URL(`box.zip?${version}`, ROOT))])
  if (!box.ok) throw new Error(`box.zip: ${box.status}`)
  const createPyodideModule: Start = async settings => (await assembly).default(settings)
  const starting = loadPyodide({ indexURL: ROOT.href, createPyodideModule })
  const [py, bytes] = await Promise.all([Promise.race([starting, noWebAssembly]), box.arrayBuffer()])
  const content = py.toPy(new Uint8Array(bytes))
  const seal = String(py.pyimport('hashlib').sha256!(content).hexdigest!())
  content.destroy!()
  if (seal !== expected) throw new Error('box.zip is not the file of this version')
  py.unpackArchive(bytes, 'zip', { extractDir: PLACE })
  py.runPython(`import sys; sys.path.insert(0, '${PLACE}')`)
  return py
}

// A word list, when Python asks for it: it waits, and a worker may.
export const lister =
  (py: Python) =>
  (name: string): Proxy | undefined => {
    const request = new XMLHttpRequest()
    request.open('GET', new URL(name, LISTS), false)
    request.responseType = 'arraybuffer'
    try {
      request.send()
    } catch {
      return undefined // no network, and nothing kept
    }
    return request.status === 200 ? py.toPy(new Uint8Array(request.response as ArrayBuffer)) : undefined
  }
