// The connection to one table. It comes back by itself, and what was not acknowledged is sent again under the same id.

import type { FromServer, ToServer } from './wire'

export type Standing = 'opening' | 'open' | 'lost' | 'closed'
type Kept = Extract<ToServer, { question: number }> // only what plays; questions are asked again by whoever still wants to know

const QUIET = 20_000 // ms without a word from the server before we ask whether it is there
const HASTY = 1_000 // the same while somebody here waits for an answer, or is asked
const DEAF = 8_000 // ms without an answer before the connection counts as dead
const ALERT = 2_000 // the same in haste, where answers are fast; where they are slow, longer
const DOOR = 3_000 // ms for a connection to be opened; twice as long at each try
const LOOK = 500 // ms between two looks at all this
const FINAL = new Set([4401, 4404, 4503])

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

// How long to wait before try number `tries`: doubling up to eight seconds, spread out so that a class of thirty
// does not knock at once after a restart.
export const patience = (tries: number, luck = Math.random()): number =>
  Math.min(8000, 250 * 2 ** Math.min(tries, 6)) * (0.5 + luck / 2)

export class Link {
  standing: Standing = 'opening'
  private socket: WebSocket | null = null
  private tries = 0
  private heard = 0
  private asked = 0
  private opened = 0
  private alert = ALERT
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly watch: ReturnType<typeof setInterval>
  private readonly pending = new Map<string, Kept>()
  private readonly store: string

  constructor(
    table: string,
    private readonly hear: (message: FromServer) => void,
    private readonly changed: (standing: Standing, code: number) => void,
    private readonly query = (): string => '', // what we have seen so far
    private readonly asks = (): boolean => false, // is it somebody's turn here?
    private readonly address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${table}`,
  ) {
    this.store = `polychrome.pending.${table}`
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.store) ?? '[]') as Kept[]
      for (const message of kept) this.pending.set(message.id, message)
    } catch {
      /* a page without storage forgets across a reload, and only then */
    }
    this.watch = setInterval(() => this.check(), LOOK)
    addEventListener('online', this.hurry)
    addEventListener('offline', this.ask)
    document.addEventListener('visibilitychange', this.hurry)
    this.open()
  }

  get waiting(): number {
    return this.pending.size
  }

  send(message: ToServer): void {
    if ('question' in message) {
      this.pending.set(message.id, message)
      this.keep()
    }
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
    else if (this.standing !== 'closed') this.hurry()
  }

  close(): void {
    clearTimeout(this.timer)
    clearInterval(this.watch)
    removeEventListener('online', this.hurry)
    removeEventListener('offline', this.ask)
    document.removeEventListener('visibilitychange', this.hurry)
    this.standing = 'closed'
    this.socket?.close()
    this.socket = null
  }

  private open(): void {
    clearTimeout(this.timer)
    const socket = new WebSocket(this.address + this.query())
    this.socket = socket
    this.opened = Date.now()
    this.asked = 0
    socket.onopen = () => {
      this.heard = Date.now()
      this.become('open')
      for (const message of this.pending.values()) socket.send(JSON.stringify(message))
    }
    socket.onmessage = (event) => {
      this.heard = Date.now()
      if (this.asked) this.alert = Math.max(ALERT, Math.min(DEAF, 3 * (this.heard - this.asked)))
      this.asked = 0
      this.tries = 0
      const message = JSON.parse(String(event.data)) as FromServer
      if ((message.t === 'ack' || message.t === 'refused') && this.pending.delete(message.id)) this.keep()
      this.hear(message)
    }
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event.code)
    }
  }

  private lost(code: number): void {
    this.socket = null
    if (FINAL.has(code)) {
      this.close()
      this.changed('closed', code)
      return
    }
    this.become('lost', code)
    this.timer = setTimeout(() => this.open(), patience(this.tries++))
  }

  // A server that stands still, or a phone in a tunnel, closes nothing: whoever waits should not wait for long.
  private check(): void {
    const now = Date.now()
    const haste = !document.hidden && (this.pending.size > 0 || this.asks())
    if (this.socket?.readyState === WebSocket.CONNECTING) {
      if (now - this.opened > Math.min(2 * DEAF, DOOR * 2 ** this.tries)) this.dead()
    } else if (this.asked) {
      if (now - this.asked > (haste ? this.alert : DEAF)) this.dead()
    } else if (now - this.heard >= (haste ? HASTY : QUIET)) this.ask()
  }

  private readonly ask = (): void => {
    if (this.socket?.readyState !== WebSocket.OPEN || this.asked) return
    this.asked = Date.now()
    this.socket.send('{"t":"ping"}')
  }

  private dead(): void {
    const dead = this.socket
    this.alert = Math.min(DEAF, 2 * this.alert) // it may have been only slow
    this.lost(0) // first, so that its onclose finds itself replaced
    dead?.close()
  }

  private readonly hurry = (): void => {
    if (this.standing !== 'lost' || document.hidden || this.socket) return
    this.open()
  }

  private become(standing: Standing, code = 0): void {
    this.standing = standing
    this.changed(standing, code)
  }

  private keep(): void {
    try {
      if (this.pending.size) sessionStorage.setItem(this.store, JSON.stringify([...this.pending.values()]))
      else sessionStorage.removeItem(this.store)
    } catch {
      /* see above */
    }
  }
}
