// The service worker of a site: after the first visit everything is here, Python included, and no network is needed.
//
// All files of a version lie in one box, and a page takes all of its files from there: never half old, half new. A new
// version is fetched whole, each file is compared with its seal (an upload may be under way, or was cut off), and it
// waits until no page of the old one is open. `polychrome site` writes the list.

import type { Scope } from '../scope'
import type { DownloadProgress } from './state'

declare const __FILES__: Record<string, [seal: string, bytes: number]> // by names relative to the site
declare const __VERSION__: string

const scope = self as unknown as Scope
const ROOT = scope.registration.scope
const OURS = `polychrome-site ${new URL(ROOT).pathname} `
const BOX = OURS + __VERSION__
const PAGE = `${ROOT}index.html`
const PACKING = ['content-encoding', 'content-length', 'vary'] // of what came; it is unpacked, and for whoever asks
const files = new Map(Object.entries(__FILES__).map(([name, file]) => [ROOT + name, file]))
const all = [...files.values()].reduce((sum, [, bytes]) => sum + bytes, 0)

scope.addEventListener('install', event => event.waitUntil(fill()))

async function fill(): Promise<void> {
  let kept = 0
  try {
    const box = await caches.open(BOX)
    for (const [address, [seal, bytes]] of files) {
      // or it came with an earlier try
      if (!(await box.match(address))) await box.put(address, await fetched(address, seal))
      kept += bytes
      await tell({ kept, all })
    }
  } catch (problem) {
    if ((problem as Error).name === 'QuotaExceededError') await caches.delete(BOX) // the room is for the games
    await tell({ kept, all, failed: true })
    throw problem
  }
}

async function tell(progress: DownloadProgress): Promise<void> {
  for (const page of await scope.clients.matchAll({ includeUncontrolled: true })) page.postMessage(progress)
}

async function fetched(address: string, seal: string): Promise<Response> {
  const answer = await fetch(address, { cache: 'no-cache' }) // what the page has fetched already need not come twice
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const bytes = await answer.arrayBuffer()
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  const found = Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
  if (!found.startsWith(seal)) throw new Error(`${address} is not the file of this version`)
  // An answer of our own: many hosts send whoever asks for index.html on to its folder, and no browser opens a page
  // with an answer that came by such a way round.
  const headers = new Headers(answer.headers)
  for (const name of PACKING) headers.delete(name)
  return new Response(bytes, { headers })
}

scope.addEventListener('activate', event => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (scope.registration.installing) break // a still newer version fills its box, and will tidy up itself
      if (name.startsWith(OURS) && name !== BOX) await caches.delete(name)
    }
    await scope.clients.claim()
  }
  event.waitUntil(tidy())
})

scope.addEventListener('fetch', event => {
  const { method, mode, url } = event.request
  const [address = '', version = ''] = url.replace(/#.*$/, '').split('?')
  if (mode !== 'navigate' && version && version !== __VERSION__) return // for a page that is not of our version
  const wanted = address === ROOT ? PAGE : address
  if (method === 'GET' && files.has(wanted)) event.respondWith(kept(event.request, wanted))
})

async function kept(request: Request, address: string): Promise<Response> {
  return (await (await caches.open(BOX)).match(address)) ?? fetch(request)
}
