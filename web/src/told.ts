// What ears are told of a frame: everything that eyes see happen, once and in order. It comes from what this page was
// shown and from nothing else, so it can tell no more than the table does.

import type { Frame, Message, Piece, Scene, Zone } from './wire'
import { stop, type Names, type Words } from './words'

export interface Said {
  text: string
  face?: string // the piece whose face it tells; once that is covered, nobody says it again
  fleeting?: boolean // no longer true when something happens
}

const isShared = (zone: Zone): boolean => zone.seat === null || zone.seat === undefined

// Faces that lie open at a place of the table: discs, pawns, fields. Piles and hands have no places.
function faces(scene: Scene): Map<string, { piece: Piece; zone: Zone }> {
  const found = new Map<string, { piece: Piece; zone: Zone }>()
  for (const zone of scene.zones.filter(isShared))
    for (const piece of zone.pieces ?? [])
      if ((piece.up ?? true) && piece.colours?.length && (piece.at ?? -1) >= 0 && piece.shape !== 'spot')
        found.set(piece.id, { piece, zone })
  return found
}

const pieces = (scene: Scene): Map<string, Piece> =>
  new Map(scene.zones.flatMap(zone => zone.pieces ?? []).map(piece => [piece.id, piece]))
const held = (scene: Scene, viewer: number | null): Piece[] =>
  scene.zones
    .filter(zone => viewer !== null && zone.seat === viewer && zone.kind === 'hand')
    .flatMap(zone => zone.pieces ?? [])
const warnings = (scene: Scene): Message[] => scene.zones.flatMap(zone => (zone.counts && zone.note ? [zone.note] : []))

// The labels of pieces; those that are called alike, wherever they stand on a board, are called once (as in text.py).
function grouped(pieces: readonly Piece[]): Message[] {
  const found = new Map<string, { label: Message; n: number }>()
  for (const { id, label, at, count } of pieces) {
    const alike = (at ?? -1) < 0 ? id : JSON.stringify(label)
    const one = found.get(alike)
    if (!one) found.set(alike, { label, n: count ?? 1 })
    else {
      const [key, args] = Array.isArray(label) ? label : [label.key, label.args]
      one.n += count ?? 1
      one.label = [key, { ...args, n: one.n }]
    }
  }
  return [...found.values()].map(({ label }) => label)
}

export class Narrator {
  constructor(
    readonly words: Words,
    readonly names: Names,
  ) {}

  private say(message: Message): string {
    return stop(this.words.say(message, this.names))
  }

  private list(pieces: readonly Piece[]): string {
    return grouped(pieces)
      .map(label => this.words.say(label, this.names))
      .join(', ')
  }

  // A frame after the one before it; none: whoever hears it has just come.
  frame(frame: Frame, before: Frame | null): Said[] {
    const { scene } = frame
    const old = before && before.viewer === frame.viewer ? before.scene : null
    const found: Said[] = (scene.news ?? []).map(news => ({ text: this.say(news) }))
    found.push(...this.turnedUp(frame, old), ...this.shared(scene, old))
    found.push(...this.drawn(frame, old), ...this.skipped(scene, old))
    const status = this.say(scene.status)
    const prompt = scene.prompt ? this.say(scene.prompt) : ''
    const asked = frame.question !== before?.question || prompt !== (old?.prompt && this.say(old.prompt))
    const warned = warnings(scene).map(note => this.say(note))
    if (
      (prompt && asked) ||
      warned.join() !==
        (old
          ? warnings(old)
              .map(note => this.say(note))
              .join()
          : '')
    )
      found.push(...warned.map(text => ({ text })))
    if (!old || status !== this.say(old.status))
      found.push({ text: status }, ...(scene.why ?? []).map(why => ({ text: this.say(why) })))
    if (prompt && asked) found.push({ text: prompt })
    return found
  }

  // What was face down, or is shown for a moment only.
  private turnedUp({ scene, look }: Frame, old: Scene | null): Said[] {
    const was = old && pieces(old)
    return [...faces(scene)]
      .filter(([id, { piece, zone }]) => {
        const before = was?.get(id)
        return before ? !(before.up ?? true) : look !== undefined && (piece.fresh || zone.kind === 'line')
      })
      .map(([face, { piece }]) => ({ text: this.say(piece.label), face }))
  }

  // Points that one deed has brought to several; of a single winner the news tell.
  private shared(scene: Scene, old: Scene | null): Said[] {
    const counted = scene.seats.filter(({ score, standing }, i) => !standing && old && old.seats[i]?.score !== score)
    return scene.over || counted.length < 2
      ? []
      : counted.map(({ seat, score }) => ({
          text: stop(`${this.names[seat] ?? ''}: ${this.words.text('text.points', { n: score })}`),
        }))
  }

  // What has come into one's own hand.
  private drawn({ scene, viewer }: Frame, old: Scene | null): Said[] {
    if (!old) return []
    const had = new Set(held(old, viewer).map(piece => piece.id))
    const fresh = held(scene, viewer).filter(piece => !had.has(piece.id))
    return fresh.length && had.size ? [{ text: stop(this.list(fresh)) }] : []
  }

  // Whose turn has been passed over: they had a turn to sit out, and have none any more.
  private skipped(scene: Scene, old: Scene | null): Said[] {
    const freed = scene.seats.filter((player, i) => old?.seats[i]?.skips && !player.skips)
    return scene.over
      ? []
      : freed.map(({ seat }) => ({ text: this.words.text('page.ears.sat_out', { seat }, this.names) }))
  }

  // Without what has been covered since.
  still(said: readonly Said[], scene: Scene): Said[] {
    const open = faces(scene)
    return said.filter(one => !one.face || open.has(one.face))
  }

  // What lies open, and what one holds.
  open({ scene, viewer }: Frame): Said[] {
    const found: Said[] = []
    for (const zone of scene.zones.filter(zone => isShared(zone) || (zone.seat === viewer && zone.kind === 'hand'))) {
      const up = (zone.pieces ?? []).filter(piece => (piece.up ?? true) && piece.shape !== 'spot')
      const said = [...(up.length ? [stop(this.list(up))] : []), ...(zone.note ? [this.say(zone.note)] : [])]
      if (said.length) found.push({ text: `${this.words.say(zone.label, this.names)}: ${said.join(' ')}` })
    }
    found.push(...(scene.facts ?? []).map(fact => ({ text: this.say(fact) })))
    return found.length ? found : [{ text: this.words.text('page.ears.nothing') }]
  }

  // Who has what.
  standing({ scene }: Frame): Said[] {
    const found = scene.seats.map(player => {
      const points = player.standing
        ? this.words.say(player.standing, this.names)
        : this.words.text('text.points', { n: player.score })
      const notes = (player.notes ?? []).map(note => this.words.say(note, this.names))
      const won = scene.zones
        .filter(zone => zone.seat === player.seat && zone.kind !== 'hand' && zone.pieces?.length)
        .map(zone => this.list(zone.pieces!))
      return { text: stop(`${this.names[player.seat] ?? ''}: ${[points, ...notes, ...won].join('; ')}`) }
    })
    return [...found, { text: this.say(scene.status) }]
  }
}
