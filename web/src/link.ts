// The connection to one table. It comes back by itself, and what was not acknowledged is sent again under the same id.
//
// Where several servers stand behind a proxy, one of them may stand still: its machine takes every connection, and
// nobody ever answers. So whatever is silent is not waited for. We try another one, quickly at first, and one at a
// time, because no browser opens two at once to the same address; the connection we had is kept until another one is
// open, since a slow line is no dead one.

import { SiteSocket } from './site/transport'
import type { FromServer, ToServer } from './wire'

export type Standing = 'opening' | 'open' | 'lost' | 'closed'
type Socket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>
// only what plays; questions are asked again by whoever still wants to know
type PendingDeed = Extract<ToServer, { t: 'move' | 'undo' }>

export const QUIET = 20_000 // ms without a word from the server before we ask whether it is there
export const BRISK = 2_000 // the same at a game that goes on
export const HASTY = 1_000 // and while somebody here waits for an answer, or is asked
const DEAF = 8_000 // ms without an answer before we look for another connection
const ALERT = 500 // the same at a game, where answers are fast; where they are slow, longer
// ms without a word after which, while we try another connection, nobody should think that all is well
const SILENT = 2_800
const DOOR = 3_000 // ms for a connection to be opened, until we know how long that takes here
const SWIFT = 400 // the same where it is fast
const QUICK = 8 // so many tries are given up as soon; each further one, half as long again: all may be only slow
const LONGEST_WAIT = 16_000 // ms for any of them
const LOOK = 250 // ms between two looks at all this
// What was tapped while nobody heard it and means the same a little later, however often it arrives. Not a curtain or a
// look: who sees the page by then is not known.
const LASTING = new Set(['begin', 'choose', 'consent', 'leave', 'name', 'rematch', 'settings', 'take', 'unguide'])
const FINAL = new Set([4401, 4404, 4503])

export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('') // at most forty digits

// How long to wait before try number `tries`: doubling up to eight seconds, spread out so that a class of thirty
// does not knock at once after a restart.
export const patience = (tries: number, luck = Math.random()): number =>
  Math.min(8000, 250 * 2 ** Math.min(tries, 6)) * (0.5 + luck / 2)

export class Link {
  standing: Standing = 'opening'
  private socket: Socket | null = null // the last that was opened
  private next: Socket | null = null // the one that is being opened
  private tries = 0 // since we last heard a word
  private heard = 0
  private asked = 0
  private begun = 0
  private alert = ALERT
  private door = DOOR
  private timer: ReturnType<typeof setTimeout> | undefined // until the next try, while there is a reason for one
  private readonly watch: ReturnType<typeof setInterval>
  private readonly pending = new Map<string, PendingDeed>()
  private readonly unheard = new Set<string>() // other messages, as text
  private readonly store: string

  constructor(
    table: string,
    private readonly hear: (message: FromServer) => void,
    private readonly changed: (standing: Standing, code: number) => void,
    private readonly query = (): string => '', // what we have seen so far
    private readonly calm = (): number => QUIET, // ms without a word that nobody here minds
    private readonly address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${table}`,
  ) {
    this.store = `polychrome.pending.${table}`
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.store) ?? '[]') as PendingDeed[]
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
    return this.pending.size + this.unheard.size
  }

  send(message: ToServer): void {
    const text = JSON.stringify(message)
    if (message.t === 'move' || message.t === 'undo') {
      this.pending.set(message.id, message)
      this.keep()
    }
    if (this.socket?.readyState === WebSocket.OPEN) return this.socket.send(text)
    if (LASTING.has(message.t)) this.unheard.add(text)
    if (this.standing !== 'closed') this.hurry()
  }

  close(): void {
    const socket = this.socket
    this.rest()
    clearInterval(this.watch)
    removeEventListener('online', this.hurry)
    removeEventListener('offline', this.ask)
    document.removeEventListener('visibilitychange', this.hurry)
    this.standing = 'closed'
    this.socket = null
    socket?.close()
  }

  private readonly open = (): void => {
    this.rest()
    if (this.tries && this.standing === 'open') this.become('lost') // nobody has answered a first try, either
    const socket: Socket = new (__SITE__ ? (SiteSocket as unknown as typeof WebSocket) : WebSocket)(
      this.address + this.query(),
    )
    this.next = socket
    this.begun = Date.now()
    this.later(Math.min(LONGEST_WAIT, this.door * 1.5 ** Math.max(0, ++this.tries - QUICK)))
    socket.onopen = () => {
      const before = this.socket
      this.socket = socket
      this.next = null
      this.rest()
      this.heard = Date.now()
      this.asked = 0
      this.door = Math.max(SWIFT, Math.min(DOOR, 3 * (this.heard - this.begun)))
      if (before) {
        this.alert = Math.min(DEAF, 2 * this.alert) // it may have been only slow
        before.close()
        this.become('lost') // with whatever was asked over it
      }
      this.become('open')
      for (const message of this.pending.values()) socket.send(JSON.stringify(message))
      for (const text of this.unheard) socket.send(text)
      this.unheard.clear()
    }
    socket.onmessage = event => {
      if (socket !== this.socket) return // too late: we are told the same by another one
      this.rest() // it was only slow
      this.heard = Date.now()
      if (this.asked) this.alert = Math.max(ALERT, 0.9 * this.alert, Math.min(DEAF, 3 * (this.heard - this.asked)))
      this.asked = 0
      this.tries = 0
      if (this.standing === 'lost') this.become('open')
      const message = JSON.parse(String(event.data)) as FromServer
      if ((message.t === 'ack' || message.t === 'refused') && this.pending.delete(message.id)) this.keep()
      this.hear(message)
    }
    socket.onclose = ({ code }) => {
      if (socket === this.next) this.next = null
      else if (socket === this.socket) this.socket = null
      else return
      if (FINAL.has(code)) {
        this.close()
        this.changed('closed', code)
        return
      }
      if (!this.socket) this.become('lost', code)
      if (!this.next) this.later(patience(this.tries))
    }
  }

  private later(wait: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(this.open, wait)
  }

  // No try is needed any more, or not the one under way.
  private rest(): void {
    const next = this.next
    clearTimeout(this.timer)
    this.timer = undefined
    this.next = null
    next?.close()
  }

  // A server that stands still, or a phone in a tunnel, closes nothing: whoever waits should not wait for long.
  private check(): void {
    if (!this.socket) return
    const now = Date.now()
    if (this.timer !== undefined) {
      if (this.standing === 'open' && now - this.heard >= SILENT) this.become('lost')
      return
    }
    const quiet = document.hidden ? QUIET : this.pending.size ? HASTY : this.calm()
    if (!this.asked) {
      if (now - this.heard >= quiet) this.ask()
    } else if (now - this.asked >= (quiet < QUIET || !navigator.onLine ? this.alert : DEAF)) this.open()
  }

  private readonly ask = (): void => {
    if (this.socket?.readyState !== WebSocket.OPEN || this.asked) return
    this.asked = Date.now()
    this.socket.send('{"t":"ping"}')
  }

  private readonly hurry = (): void => {
    if (this.standing === 'lost' && !document.hidden && !this.next) this.open()
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
