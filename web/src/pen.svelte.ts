// The word that the player of this browser is writing: kept over a reload, weighed by the server, handed in at the end.

import { newId } from './link'
import {
  BLANK,
  back,
  cursor,
  drag,
  flow,
  read,
  said,
  spell,
  touch,
  turn,
  way,
  write,
  type Draft,
  type Paper,
  type Step,
} from './pen'
import type { Table } from './table.svelte'
import type { Composer, Zone } from './wire'

const PAUSE = 150 // ms without a key before a word is weighed
const APART = 250 // ms between two questions, at least
const BOUNCE = 250 // ms in which a second touch counts as the trembling of the first

export interface StoredDraft extends Draft {
  keep: string // the round
  ticks: string[]
  sent: boolean
}

const empty = (draft: Draft): boolean => !draft.word && !draft.steps

export class Pen {
  paper = $state.raw<Paper>({ columns: 1, taken: [], names: [] })
  composer = $state.raw<Composer>()!
  draft = $state.raw<Draft>(BLANK)
  ticks = $state.raw<string[]>([])
  offer = $state.raw<StoredDraft | null>(null) // written before and never handed in
  typed = $state<string | null>(null) // in the field for the text, while somebody is typing there
  at = $state(-1) // the cell that arrows and letters mean
  peek = $state(false) // at all sheets, where there is room for one or for all
  looked = $state('') // the round in which they have been looked at
  away = $state(false) // the own sheet is not to be seen
  armed = $state(false)
  sent = $state(false)
  stuck = $state(0) // counts what could not be done, so that it can be seen
  private asked = $state('') // the word whose verdict was wished for
  private question = $state('') // the id of the last question
  private about = $state('') // what it was about
  private timer: ReturnType<typeof setTimeout> | undefined
  private last = 0
  private armedAt = 0
  private handed: StoredDraft | null = null // in the round before
  private readonly store: string

  cells = $derived(way(this.paper, this.draft))
  next = $derived(this.draft.start < 0 ? -1 : cursor(this.paper, this.draft))
  text = $derived(said(this.paper, this.draft))
  action = $derived(
    [this.composer?.verb, this.typed?.trim().includes(' ') ? this.typed.trim() : this.text, ...this.ticks].join(' '),
  )
  long = $derived(this.draft.word.length >= (this.composer?.shortest ?? 2) && this.draft.start >= 0)
  begun = $derived(this.draft.word.length > 0 && this.draft.start >= 0)
  // What the server said about the word as it is now; null: nothing yet.
  weighed = $derived.by(() =>
    this.begun && this.table.weighed?.id === this.question && this.about === this.action ? this.table.weighed : null,
  )
  waiting = $derived(this.begun && !this.weighed)
  // Why it cannot stand there; a word that has only begun is left in peace.
  reason = $derived(this.long || this.typed !== null ? (this.weighed?.reason ?? null) : null)

  constructor(
    readonly table: Table,
    readonly seat: number,
  ) {
    this.store = `polychrome.draft.${table.id}.${seat}`
  }

  // A frame has come: the same round, or a new one.
  open(composer: Composer, zone: Zone): void {
    const pieces = zone.pieces ?? []
    const before = this.composer?.keep ?? null
    const names = pieces.map(({ label }) => String((Array.isArray(label) ? label[1] : label.args).place))
    this.composer = composer
    this.paper = { columns: zone.columns ?? 1, taken: pieces.map(piece => !!piece.badge), names }
    if (before === composer.keep) return
    const kept = this.kept()
    this.reset()
    if (!kept || empty(kept)) this.keep()
    else if (kept.keep === composer.keep) {
      this.draft = { word: kept.word, start: kept.start, steps: kept.steps }
      this.ticks = kept.ticks.filter(id => composer.ticks?.some(tick => tick.id === id))
      this.weigh()
    } else if (kept.sent) this.handed = kept
    else this.offer = kept
    this.home()
  }

  // What we handed in was not taken; if the round has ended meanwhile, it is there for the next one.
  refused(): void {
    this.sent = false
    if (this.handed) this.offer = { ...this.handed, sent: false }
    this.handed = null
    this.keep()
  }

  // Back to the own sheet.
  on(): void {
    this.looked = this.composer.keep ?? ''
    this.peek = false
  }

  private reset(): void {
    this.draft = BLANK
    this.ticks = []
    this.offer = this.handed = null
    this.typed = null
    this.armed = this.sent = false
    this.asked = ''
    this.at = -1
  }

  // Where there is only one place to begin, the pen is there already.
  private home(): void {
    const only = this.composer.starts.length === 1 ? this.composer.starts[0]! : -1
    if (this.draft.start < 0 && only >= 0) this.draft = { ...this.draft, start: only }
    this.at = this.draft.start >= 0 ? this.draft.start : (this.composer.starts[0] ?? 0)
  }

  private kept(): StoredDraft | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.store) ?? 'null') as StoredDraft | null
    } catch {
      return null
    }
  }

  // With the tab, not with the device: what is written in secret is for the eyes at this screen.
  private keep(): void {
    const kept: StoredDraft | null = empty(this.draft)
      ? this.offer
      : { ...this.draft, keep: this.composer.keep ?? '', ticks: this.ticks, sent: this.sent }
    try {
      if (kept) sessionStorage.setItem(this.store, JSON.stringify(kept))
      else sessionStorage.removeItem(this.store)
    } catch {
      /* then it is forgotten with the page */
    }
  }

  private become(draft: Draft | null): boolean {
    this.armed = false
    this.table.notice = null
    if (!draft) {
      this.stuck++
      return false
    }
    this.draft = draft
    if (this.next >= 0) this.at = this.next
    this.keep()
    this.weigh()
    return true
  }

  // Ask the server what the word would bring, a moment after the last change.
  weigh(now = false): void {
    clearTimeout(this.timer)
    if (!this.begun) return
    const wait = Math.max(now ? 0 : PAUSE, this.last + APART - Date.now())
    this.timer = setTimeout(() => {
      this.last = Date.now()
      this.question = newId()
      this.about = this.action
      this.table.send({
        t: 'weigh',
        seat: this.seat,
        id: this.question,
        action: this.action,
        ask: this.asked === this.draft.word,
      })
    }, wait)
  }

  // After a lost connection nobody answers the old question.
  again(): void {
    if (this.waiting) this.weigh(true)
  }

  ask(): void {
    this.asked = this.draft.word
    this.about = ''
    this.weigh(true)
  }

  letter(key: string): boolean {
    const letters = spell(key, this.composer.spelled).replace(/[^A-Z]/g, '')
    if (this.draft.start < 0 && !this.paper.taken[this.at] && this.at >= 0)
      this.draft = flow(this.paper, { ...this.draft, start: this.at })
    let draft: Draft | null = this.draft
    for (const letter of letters) draft = draft && (write(this.paper, draft, letter) ?? null)
    return this.become(draft)
  }

  back(): boolean {
    if (empty(this.draft) && this.draft.start < 0) return false
    const done = this.become(back(this.draft))
    if (!this.draft.word) this.home()
    return done
  }

  clear(): boolean {
    if (this.armed) this.armed = false
    else if (empty(this.draft)) return false
    else {
      if (this.draft.word.length > 1)
        this.offer = { ...this.draft, keep: this.composer.keep ?? '', ticks: this.ticks, sent: false }
      this.become(BLANK)
      this.home()
    }
    return true
  }

  turn(step: Step): boolean {
    return this.become(turn(this.paper, this.draft, step))
  }

  touch(cell: number): boolean {
    if (!this.paper.taken[cell]) this.at = cell
    return this.become(touch(this.paper, this.draft, cell))
  }

  // A finger goes down on a cell and along others.
  begin(cell: number): void {
    const here = this.cells.indexOf(cell)
    if (here >= 0) this.draft = { ...this.draft, steps: this.draft.steps.slice(0, here) }
    else if (!this.paper.taken[cell]) this.draft = { ...this.draft, start: cell, steps: '' }
  }
  along(cell: number): void {
    this.draft = drag(this.paper, this.draft, cell)
  }
  lift(): void {
    this.become(flow(this.paper, this.draft))
  }

  tick(id: string): void {
    this.ticks = this.ticks.includes(id) ? this.ticks.filter(one => one !== id) : [...this.ticks, id]
    this.become(this.draft)
  }

  type(text: string): void {
    this.typed = text
    this.become(read(this.paper, text, this.composer.spelled))
  }

  // What was offered is taken up again, as far as it fits now.
  take(): void {
    const offer = this.offer
    if (!offer) return
    this.offer = null
    const { word, start, steps } = offer
    const cells = way(this.paper, { word, start, steps: steps.slice(0, Math.max(0, word.length - 1)) })
    const fits =
      offer.keep === this.composer.keep ||
      (this.composer.starts.includes(start) && cells.every(cell => !this.paper.taken[cell]))
    const only = this.composer.starts.length === 1 ? this.composer.starts[0]! : -1
    this.become(fits ? { word, start, steps } : flow(this.paper, { word, start: only, steps: '' }))
  }

  // The first time it only asks whether that is meant.
  send(): void {
    if (!this.long || this.sent) {
      this.stuck++
      return
    }
    const since = Date.now() - this.armedAt
    if (!this.armed) {
      this.armed = true
      if (this.composer.verdict) this.ask() // so that nobody hands in by mistake what is in no list
      this.armedAt = Date.now()
    } else if (since > BOUNCE && this.table.move(this.action)) {
      this.armed = false
      this.sent = true
      this.keep()
    }
  }

  close(): void {
    clearTimeout(this.timer)
  }
}
