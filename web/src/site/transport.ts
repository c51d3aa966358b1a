// In place of a server: requests and sockets that lead to the tables of this device.

import { t } from '../settings.svelte'
import type { Call } from './calls'
import type { State, Told } from './state'

const OBSTACLES: State[] = ['elsewhere', 'forgetful', 'broken', 'unable', 'stopped', 'cleared']

// Python takes longest, so its worker begins with this script; what it says is heard when the page has words for it.
const able = typeof WebAssembly !== 'undefined'
const { version } = document.documentElement.dataset // as `polychrome site` wrote it
const worker = able && new Worker(new URL(`tables.js?${version}`, document.baseURI), { type: 'module' })
let early: Told[] | null = []
if (worker) {
  const take = (told: Told) => (early ? void early.push(told) : hear(told))
  worker.onmessage = ({ data }: MessageEvent<Told>) => take(data)
  worker.onerror = () => take({ do: 'state', state: 'broken' })
}

let numbers = 0
const asked = new Map<number, (answer: Response) => void>()
const sockets = new Map<number, SiteSocket>()

function send(call: Call): void {
  if (!worker) return show('unable')
  const heard = early ?? []
  early = null
  heard.forEach(hear)
  worker.postMessage(call)
}

function hear(told: Told): void {
  if (told.do === 'answer') {
    asked.get(told.request)?.(new Response(told.text, { status: told.status }))
    asked.delete(told.request)
  } else if (told.do === 'send') sockets.get(told.socket)?.hear(told.text)
  else if (told.do === 'close') sockets.get(told.socket)?.shut(told.code)
  else if (told.do === 'trouble') console.error(told.text)
  else show(told.state)
}

// What stands in the way, above everything else: without tables there is nothing to play.
let sign: HTMLElement | undefined
const STICKY = {
  position: 'sticky',
  top: '0',
  zIndex: '9',
  padding: '12px 16px',
  background: 'var(--place)',
  fontWeight: '700',
}
function show(state: State): void {
  sign?.remove()
  if (!OBSTACLES.includes(state)) return
  sign = Object.assign(document.createElement('p'), { className: 'notice', textContent: t(`site.${state}`) })
  sign.setAttribute('role', 'alert')
  Object.assign(sign.style, STICKY)
  document.body.prepend(sign)
}

// Whoever plays is asked once, if their browser asks at all: it should not clear this away when its room gets short.
let asks = true
function persist(): void {
  if (asks) void navigator.storage?.persist?.().catch(() => {})
  asks = false
}

// As `fetch`: what is the same for everybody lies beside the page. It has no version in its name, so that it is asked
// for anew where no service worker keeps it: a browser's own store may still have the words of another version.
const beside = (address: string): Promise<Response> => fetch(address, { cache: 'no-cache' })
export function ask(address: string, init: RequestInit): Promise<Response> {
  if (address === '/api/games') return beside('api/games.json')
  if (address.startsWith('/locales/')) return beside(address.slice(1))
  if (init.method === 'POST') persist()
  return new Promise(done => {
    const request = ++numbers
    asked.set(request, done)
    send({
      call: 'ask',
      request,
      method: init.method ?? 'GET',
      path: address,
      body: (init.body as string | undefined) ?? '',
    })
  })
}

// As a WebSocket, as far as link.ts knows one. It is open at once, and never lost.
export class SiteSocket {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  private readonly number = ++numbers

  constructor(address: string) {
    const [, table, query] = /\/ws\/(\w+)\??(.*)$/.exec(address)!
    sockets.set(this.number, this)
    queueMicrotask(() => {
      if (this.readyState !== WebSocket.CONNECTING) return
      this.readyState = WebSocket.OPEN
      send({ call: 'connect', socket: this.number, table: table!, query: query! })
      this.onopen?.()
    })
  }

  send(text: string): void {
    if (text === '{"t":"ping"}')
      queueMicrotask(() => this.hear('{"t":"pong"}')) // we are here, however busy Python is
    else send({ call: 'hear', socket: this.number, text })
  }

  hear(text: string): void {
    if (this.readyState !== WebSocket.OPEN) return
    this.onmessage?.({ data: text.startsWith('{"t":"room"') ? uninviting(text) : text })
  }

  close(): void {
    if (this.readyState === WebSocket.OPEN) send({ call: 'hangup', socket: this.number })
    this.shut(1000)
  }

  shut(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    sockets.delete(this.number)
    queueMicrotask(() => this.onclose?.({ code }))
  }
}

// Nobody elsewhere can come to this device, so there is no invitation to show.
const uninviting = (text: string): string =>
  JSON.stringify({ ...(JSON.parse(text) as object), invite: null, code: null })
