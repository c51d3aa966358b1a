// The service worker: keeps the shell of the page, its letters and the catalogues, so that the page opens without a
// connection and can say so. What it cannot keep is the game: tables, moves and invitations always go to the server.
//
// An update never interrupts a game: a new worker waits until no page of the old one is open, and only then are the
// old files dropped. Until then parts that are loaded later (rules, replay) still come from the box they belong to.
// Bundled on its own as /sw.js: it must import and export nothing.

import type { Scope } from './scope'

declare const __FILES__: string[] // what a page may need, by the builder
declare const __LANGUAGES__: string[]
declare const __VERSION__: string

const scope = self as unknown as Scope
const BOX = `polychrome-${__VERSION__}`
const ALONE = 'polychrome-site ' // boxes of site/keeper.ts, if this server has a site to give
const PAGE = '/'
const LANGUAGES = __LANGUAGES__.map(language => `/locales/${language}.json`)
const GAMES = '/api/games' // what the home page shows; it is the same for everybody
// ms that the network may take before what was kept is good enough; api.ts asks again after 1000
const NETWORK_MS = 900

scope.addEventListener('install', event => {
  const kept = caches.open(BOX).then(box => box.addAll([PAGE, ...__FILES__, ...LANGUAGES, GAMES]))
  event.waitUntil(kept)
})

scope.addEventListener('activate', event => {
  const tidy = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('polychrome-') && !name.startsWith(ALONE) && name !== BOX) await caches.delete(name)
    await scope.clients.claim()
  }
  event.waitUntil(tidy())
})

scope.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === PAGE || /^\/[tr]\/[\w-]+\/?$/.test(pathname)) event.respondWith(newest(request, PAGE))
  } else if (LANGUAGES.includes(pathname) || pathname === GAMES) event.respondWith(newest(request, pathname))
  else if (__FILES__.includes(pathname)) event.respondWith(kept(request, pathname))
})

// A file whose name changes with its content: the one kept is the right one.
async function kept(request: Request, path: string): Promise<Response> {
  return (await caches.match(path)) ?? fetch(request)
}

// What can change is asked for, and kept for later.
async function newest(request: Request, path: string): Promise<Response> {
  const box = await caches.open(BOX)
  const old = await box.match(path)
  const asking = fetch(request).then(async answer => {
    if (answer.ok && path !== PAGE) await box.put(path, answer.clone()) // the page belongs to the files kept with it
    return answer
  })
  if (!old) return asking
  const late = new Promise<Response>(done => setTimeout(() => done(old), NETWORK_MS))
  return Promise.race([asking.catch(() => old), late])
}

export {} // a module for the type checker; nothing remains of it
