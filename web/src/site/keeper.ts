// The service worker of a site: after the first visit everything is here, Python included, and no network is needed.
//
// All files of a version lie in one box, and a page takes all of its files from there: never half old, half new. A new
// version is fetched whole and waits until no page of the old one is open. `polychrome site` writes the list.

import type { Scope } from '../scope'

declare const __FILES__: string[] // relative to the site
declare const __VERSION__: string

const scope = self as unknown as Scope
const ROOT = scope.registration.scope
const OURS = `polychrome-site ${new URL(ROOT).pathname} `
const BOX = OURS + __VERSION__
const PAGE = `${ROOT}index.html`
const files = new Set(__FILES__.map(name => ROOT + name))

scope.addEventListener('install', event => {
  const fresh = [...files].map(address => new Request(address, { cache: 'reload' }))
  event.waitUntil(caches.open(BOX).then(box => box.addAll(fresh)))
})

scope.addEventListener('activate', event => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== BOX) await caches.delete(name)
    await scope.clients.claim()
  }
  event.waitUntil(tidy())
})

scope.addEventListener('fetch', event => {
  const address = event.request.url.replace(/[?#].*$/, '')
  const wanted = address === ROOT ? PAGE : address
  if (event.request.method === 'GET' && files.has(wanted)) event.respondWith(kept(event.request, wanted))
})

async function kept(request: Request, address: string): Promise<Response> {
  return (await (await caches.open(BOX)).match(address)) ?? fetch(request)
}

export {} // a module for the type checker; nothing remains of it
