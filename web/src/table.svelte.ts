// One table as this browser sees it: what the server last said, and how far its player has come in choosing.

import { BRISK, HASTY, Link, newId, QUIET, type Standing } from './link'
import { Seen } from './seen'
import { settings } from './settings.svelte'
import type { Choice, Frame, FromServer, Hinted, Message, Room, SeatInfo, ToServer, Weighed } from './wire'
import type { Pen } from './pen.svelte'
import { Walk, without, type Target } from './walk'
import type { Names } from './words'

const BOUNCE = 250 // ms in which a second tap counts as the trembling of the first
const GLANCE = 420 // ms for which every frame is shown, if nobody is in a hurry
const PAUSE = 600 // ms for which a bot seems to think at a normal pace
const EMOTE = 2800
const BUZZ = 15

export interface Standings {
  length: number
  scores: number[]
}

export const nameOf = (seat: Pick<SeatInfo, 'name' | 'nickname'>, at: number): string =>
  seat.name || (seat.nickname ? settings.words.say(seat.nickname) : settings.words.name(at))

function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export class Table {
  room = $state.raw<Room | null>(null)
  frame = $state.raw<Frame | null>(null)
  standing = $state<Standing>('opening')
  kept = $state(false) // we have played, and nobody could hear it yet
  code = $state(0)
  curtain = $state<number | null>(null)
  path = $state.raw<string[]>([])
  armed = $state<string | null>(null)
  sending = $state<string | null>(null)
  notice = $state.raw<Message | null>(null)
  chapter = $state<string | null>(null) // of the rules, that explains the notice
  shaken = $state.raw<{ target: string } | null>(null)
  looking = $state.raw<number[] | null>(null) // who has not seen enough yet, as far as we were told
  looked = $state(false) // we have
  emotes = $state<Record<number, number>>({})
  moved = $state<string | null>(null)
  history = $state.raw<Standings[]>([])
  pen = $state.raw<Pen | null>(null) // where words are written
  weighed = $state.raw<Weighed | null>(null) // what we were last told about a word
  hinted = $state.raw<Hinted | 'asked' | null>(null) // what a good player would do, or that we have asked
  taught = $state('') // what a guide says, for ears
  waits = $state<number | null>(null) // whose bot has not begun to think
  left = $state.raw<number[]>([]) // seats we got up from: the server no longer counts them as ours, but gives them back

  walk = $derived(this.frame ? new Walk(this.frame.scene, this.path) : null)
  targets = $derived<Map<string, Target>>(this.sending ? new Map() : (this.walk?.targets() ?? new Map()))
  seat = $derived(this.frame?.viewer ?? this.room?.you[0] ?? null)
  names: Names = $derived(
    Object.assign(this.room?.seats.map((seat, i) => nameOf(seat, i)) ?? [], { you: this.seat ?? undefined }),
  )
  hints = $derived(
    !!this.room &&
      !this.frame?.task &&
      (this.room.settings.hints || this.room.seats.filter(seat => seat.kind === 'person').length < 2),
  )
  advice = $derived(this.advise())

  // How slowly things move here, by the host's pace.
  get slow(): number {
    return Math.min(1.6, Math.max(0.6, (this.room?.settings.pause ?? PAUSE) / PAUSE))
  }

  // Shows a new frame; the page puts its animation around it, and says for how many ms something moves.
  paint: (change: () => void, frame: Frame) => number | void = change => change()

  private readonly link: Link
  private readonly reached: Seen
  private readonly store: string
  private asked: { id: string; target: string } | null = null // why a target cannot be touched
  private waiting: Frame[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private seenAt = 0 // when eyes have had their time for what is shown
  private touchedAt = 0

  constructor(readonly id: string) {
    this.store = `polychrome.left.${id}`
    this.left = JSON.parse(kept(this.store) ?? '[]') as number[]
    this.reached = new Seen(id)
    this.link = new Link(
      id,
      message => this.hear(message),
      (standing, code) => {
        this.standing = standing
        this.code = code
        this.keep()
        if (standing === 'open') this.reached.arrive()
      },
      () => {
        this.hurry() // what waits to be shown has reached us, too
        return this.reached.query
      },
      () => {
        if ((this.frame?.question ?? null) !== null) return HASTY
        // somebody may play, and we are next
        return this.room?.phase === 'playing' && this.room.you.length ? BRISK : QUIET
      },
    )
  }

  close(): void {
    clearTimeout(this.timer)
    this.link.close()
  }

  send(message: ToServer): void {
    this.link.send(message)
    this.keep()
  }

  private keep(): void {
    this.kept = this.standing === 'lost' && this.link.waiting > 0
  }

  // A seat that is no longer ours but still a person's: we got up. Removed people find it open or taken.
  private gotUp(before: readonly number[], now: Room): void {
    const left = [...new Set([...this.left, ...before])].filter(
      seat => !now.you.includes(seat) && now.seats[seat]?.kind === 'person',
    )
    if (left.join() === this.left.join()) return
    this.left = left
    try {
      sessionStorage.setItem(this.store, JSON.stringify(left))
    } catch {
      /* then the invitation leads back */
    }
  }

  private hear(message: FromServer): void {
    if (message.t === 'room') {
      this.gotUp(this.room?.you ?? [], message)
      this.room = message
      if (message.moved) this.moved = message.moved
    } else if (message.t === 'frame') this.queue(message)
    else if (message.t === 'looking') this.looking = message.seats
    else if (message.t === 'waiting') this.waits = message.seat
    else if (message.t === 'curtain') {
      this.hurry()
      this.curtain = message.seat
      this.pen?.close()
      this.frame = this.pen = this.weighed = this.hinted = null // nothing private stays in the page behind the curtain
    } else if (message.t === 'moved') this.moved = message.table
    else if (message.t === 'emote') this.emote(message.seat, message.emote)
    else if (message.t === 'weighed') this.weighed = this.pen && message
    else if (message.t === 'because') {
      if (message.id === this.asked?.id) this.refuse(message.reason, this.asked.target, message.chapter)
    } else if (message.t === 'hinted') this.hinted = message.question === this.frame?.question ? message : null
    else if (message.t === 'refused') {
      this.sending = null
      this.refuse(message.reason, this.armed ?? this.path.at(-1) ?? '')
      this.pen?.refused()
      this.armed = null
    } else if (message.t === 'sorry') {
      this.hurry()
      if (this.hinted === 'asked') this.hinted = null
      this.refuse(message.reason, '')
    }
  }

  // Bots can be faster than eyes: frames wait for each other, until somebody touches the page.
  private queue(frame: Frame): void {
    this.waiting.push(frame)
    const wait = this.seenAt - Date.now()
    // What was shown for a moment is over when the next frame comes, however fast that was.
    const fleeting = [this.frame, ...this.waiting.slice(0, -1)].some(one => one?.look !== undefined)
    if (document.hidden || wait <= 0 || fleeting || this.waiting.length > 8 || !this.frame) this.hurry()
    else if (this.waiting.length === 1) this.timer = setTimeout(() => this.next(), wait)
  }

  private next(): void {
    const frame = this.waiting.shift()
    if (frame) this.show(frame)
    if (this.waiting.length) this.timer = setTimeout(() => this.next(), this.seenAt - Date.now())
  }

  hurry(): void {
    clearTimeout(this.timer)
    for (const frame of this.waiting.splice(0)) this.show(frame)
  }

  private show(frame: Frame): void {
    this.reached.note(frame)
    this.asked = null
    const scores = frame.scene.seats.map(player => player.score)
    this.history = [...this.history.filter(point => point.length < frame.length), { length: frame.length, scores }]
    const moves = this.paint(() => {
      const asked = frame.question !== this.frame?.question || frame.viewer !== this.frame?.viewer
      this.frame = frame
      this.curtain = null
      if (asked || !this.armed || !(frame.scene.choices ?? []).length) {
        this.path = []
        this.armed = null
      }
      this.notice = null
      if (asked) this.hinted = this.sending = null // what was touched is sent until another question shows its answer
      this.looking = this.waits = null
      this.looked = false
    }, frame)
    this.seenAt = Date.now() + Math.max(this.slow * GLANCE, moves ?? 0)
  }

  private emote(seat: number, emote: number): void {
    if (!settings.all.emotes) return
    this.emotes[seat] = emote
    setTimeout(() => delete this.emotes[seat], EMOTE)
  }

  refuse(reason: Message, target: string, chapter: string | null = null): void {
    this.notice = reason
    this.chapter = chapter
    this.shaken = { target }
  }

  // What would a good player do here?
  hint(): void {
    if (!this.frame || this.frame.viewer === null || this.frame.question === null || this.hinted) return
    this.notice = null
    this.hinted = 'asked'
    this.send({ t: 'hint', seat: this.frame.viewer })
  }

  // The hint as a sentence: it calls moves as the choices do. A reason or two others: else a phone's table has no room.
  private advise(): string {
    const [hinted, words] = [this.hinted, settings.words]
    if (!hinted) return ''
    if (hinted === 'asked') return words.text('page.hint.thinking')
    const called = (action: string): string => {
      const choice = this.frame?.scene.choices?.find(one => one.action === action)
      return choice ? words.say(choice.label, this.names) : action
    }
    const [move, percent] = [called(hinted.action), hinted.percent]
    const reason = hinted.reason ? ` ${words.say(hinted.reason, this.names)}` : ''
    if (percent === null) return words.text('hint.plain', { move }) + reason
    const others = hinted.others
      .slice(0, reason ? 1 : 2)
      .map(one => words.text('hint.other', { move: called(one.action), percent: one.percent }))
    return words.text(others.length ? 'hint.others' : 'hint.why', { move, percent, others }) + reason
  }

  // We have seen enough of what lies open for a moment. Says whether there was something to see.
  ready(): boolean {
    if ((this.frame?.look === undefined && this.frame?.talk !== 'ask') || this.looked || !this.room?.you.length)
      return false
    this.looked = true
    this.send({ t: 'ready' })
    return true
  }

  // A touch on anything: a piece, a zone, a button.
  touch(id: string): void {
    if (this.frame?.look === 0 && this.ready()) return // all wait for a tap: this was it
    const target = this.targets.get(id)
    const since = Date.now() - this.touchedAt
    this.touchedAt = Date.now()
    if (!target) return this.ready() ? undefined : this.askWhy(id)
    this.notice = null
    if (!target.choice) {
      this.armed = null
      this.path = target.touched ? without(this.path, [id])! : [...this.path, id]
    } else if (target.choice.weighty && this.armed !== id) this.armed = id
    else if (this.armed !== id || since > BOUNCE) this.play(target.choice, id)
  }

  private play(choice: Choice, id: string): void {
    if (this.move(choice.action)) this.sending = id
  }

  // Plays an action, as it is spelled.
  move(action: string): boolean {
    const frame = this.frame
    if (!frame || frame.viewer === null || frame.question === null) return false
    this.ready() // whoever plays on has looked
    if (settings.all.buzz) navigator.vibrate?.(BUZZ)
    this.send({ t: 'move', seat: frame.viewer, id: newId(), question: frame.question, action })
    return true
  }

  // The page knows no rules.
  private askWhy(id: string): void {
    const frame = this.frame
    if (!frame || this.sending) return
    if (frame.viewer === null || frame.question === null) return this.refuse(frame.scene.status, id)
    this.armed = null
    this.why([...this.path, id])
  }

  // The server says why the last of these cannot be touched.
  why(path: string[]): void {
    if (!this.frame || this.frame.viewer === null) return
    this.asked = { id: newId(), target: path.at(-1)! }
    this.send({ t: 'why', seat: this.frame.viewer, id: this.asked.id, path })
  }

  back(): boolean {
    this.notice = null
    if (this.armed) this.armed = null
    else if (this.path.length) this.path = this.path.slice(0, -1)
    else return false
    return true
  }

  // The own seat that may take back what it has just done, if one may.
  undoable(): number | null {
    const seat = this.frame?.undo ?? null
    return seat !== null && this.room?.you.includes(seat) ? seat : null
  }

  undo(): void {
    const seat = this.undoable()
    if (seat !== null && this.frame) this.send({ t: 'undo', seat, id: newId(), length: this.frame.length })
  }

  lift(): void {
    if (this.curtain !== null) this.send({ t: 'curtain', seat: this.curtain })
  }
}
