// Everything that changes moves: pieces fly from where they lay to where they lie.
//
// Pieces keep their id while eyes could follow them. Where ids end (cards of a row become part of a collection), what
// is gone is paired with what has come by its look; what comes from nowhere comes from a face-down pile that shrank.

import { finish, ghosts, run, still } from './motion'

export interface Spot {
  id: string
  look: string // shape, colours, letters; "back" if face down
  count: number
  zone: string
  kind: string // of the zone
  at: number // its place there, where places keep their number
  via: number[] // the places it has just come over, first where it lay
  box: DOMRect
  node: Element
  picture: Element | null
}

interface Flight {
  from: Spot
  to: Spot
  fresh: boolean // the whole piece is new where it lands, rather than a pile having grown
  flip: boolean
}

const TIME = 320
const STAGGER = 60
const HOP = 170 // ms from cell to cell, so that attentive eyes can follow
const LIFT = 1400 // ms over or below the others in a line, where two change places

export function spots(root: Element): Map<string, Spot> {
  const found = new Map<string, Spot>()
  for (const node of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const { piece, look, count, at, via } = node.dataset
    const zone = node.closest<HTMLElement>('[data-zone]')?.dataset
    const picture = node.querySelector('svg')
    found.set(piece!, {
      id: piece!,
      look: look!,
      count: Number(count),
      zone: zone?.zone ?? '',
      kind: zone?.kind ?? '',
      at: Number(at ?? -1),
      via: via ? via.split(' ').map(Number) : [],
      box: (picture ?? node).getBoundingClientRect(),
      node,
      picture: picture && (picture.cloneNode(true) as Element),
    })
  }
  return found
}

const family = (id: string): string => id.replace(/\d+$/, '')
const inZone = (spots: Map<string, Spot>, zone: string): Spot[] =>
  [...spots.values()].filter(spot => spot.zone === zone).sort((a, b) => a.at - b.at)

// Face-down pieces are called by their places, so names say nothing about who moved; the scene says it by `via`, once.
// In a line a piece is lifted to another place, and the others close ranks: they keep their order.
function trails(before: Map<string, Spot>, after: Map<string, Spot>): Map<string, Spot> {
  const found = new Map<string, Spot>()
  for (const to of after.values()) {
    if (!to.via.length || before.get(to.id)?.via.join() === to.via.join()) continue
    const old =
      to.kind === 'line'
        ? before.get(family(to.id) + to.via[0])
        : inZone(before, to.zone).find(spot => spot.at === to.via[0] && family(spot.id) === family(to.id))
    if (old) found.set(to.id, old)
  }
  for (const zone of new Set(
    [...found.keys()].map(id => after.get(id)!).flatMap(to => (to.kind === 'line' ? [to.zone] : [])),
  )) {
    const lifted = new Set([...found.values()].map(from => from.id))
    const stayed = inZone(before, zone).filter(spot => !lifted.has(spot.id))
    const now = inZone(after, zone).filter(spot => !found.has(spot.id))
    if (stayed.length === now.length) now.forEach((to, i) => stayed[i]!.id !== to.id && found.set(to.id, stayed[i]!))
  }
  return found
}

// For how many ms a piece is on its way, past so many places where it hops.
export function time(to: Spot, hops: number): number {
  return to.kind === 'line' && to.via.length ? LIFT : TIME + HOP * hops
}

// Who flies where; without a look at the screen, so that tests can ask.
export function flights(before: Map<string, Spot>, after: Map<string, Spot>): Flight[] {
  const rest = (spot: Spot, other: Spot | undefined): number =>
    spot.count - (other && other.look === spot.look ? other.count : 0)
  const gone = [...before.values()].map(spot => ({ spot, n: rest(spot, after.get(spot.id)) })).filter(({ n }) => n > 0)
  const found: Flight[] = []
  const trailed = trails(before, after)
  for (const [id, from] of trailed) {
    const to = after.get(id)!
    const left = gone.find(({ spot, n }) => n > 0 && spot.id === from.id)
    if (left) left.n -= 1
    found.push({ from, to, fresh: true, flip: from.look !== to.look && (from.look === 'back' || to.look === 'back') })
  }
  for (const to of after.values()) {
    if (trailed.has(to.id)) continue
    const old = before.get(to.id)
    let come = rest(to, old)
    const fresh = come === to.count
    // What is turned over stays where it is.
    const laid = to.kind === 'field' && old?.zone !== to.zone // a tile from a hand keeps its name, not its look
    const self =
      old && old.look !== to.look && (old.look === 'back' || to.look === 'back' || laid) && old.count === to.count
    while (come > 0) {
      const turned = self ? gone.find(({ spot, n }) => n > 0 && spot.id === to.id) : undefined
      const same = turned ?? gone.find(({ spot, n }) => n > 0 && spot.look === to.look && spot.id !== to.id)
      const source =
        same ?? (to.look === 'back' ? undefined : gone.find(({ spot, n }) => n > 0 && spot.look === 'back'))
      if (!source) break
      source.n -= 1
      come -= 1
      found.push({ from: source.spot, to, fresh, flip: !(laid && self) && (source !== same || source === turned) })
    }
  }
  return found
}

// What flew, and after how many ms it has landed; all slower where the pace is calm.
export function animate(root: Element, before: Map<string, Spot>, layer: Element, slow = 1): [Flight[], number] {
  finish()
  const after = spots(root)
  const found = flights(before, after)
  if (still()) {
    for (const { to, fresh } of found)
      if (fresh) run(to.node, [{ opacity: 0 }, { opacity: 1 }], { duration: 200, fill: 'backwards' })
    return [found, 0]
  }
  const stagger = slow * Math.min(STAGGER, 500 / Math.max(1, found.length))
  const landed = Math.max(0, ...found.map((flight, i) => fly(flight, i * stagger, layer, slow)))
  for (const [id, to] of after) {
    const from = before.get(id)
    if (!from || from.look !== to.look) continue
    const [x, y] = [from.box.x - to.box.x, from.box.y - to.box.y]
    if (Math.hypot(x, y) > 2 && to.box.width > 0)
      run(to.node, [{ transform: `translate(${x}px,${y}px)` }, { transform: 'none' }], {
        duration: 250,
        easing: 'ease-out',
      })
  }
  return [found, landed]
}

// Where a piece hopped on its way: the places between the first, where it lay or came in, and the last.
function over(from: Spot, to: Spot): DOMRect[] {
  const list = to.node.closest('ul')?.children
  const first = from.zone === to.zone && from.at === to.via[0] ? 1 : 0
  return to.via.slice(first, -1).flatMap(place => list?.[place]?.getBoundingClientRect() ?? [])
}

// What is covered turns its back to us; its face is not drawn any more, not even for the time of the movement.
function cover(node: Element): number {
  run(node, [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: 190, easing: 'ease-out' })
  return 190
}

function fly({ from, to, fresh, flip }: Flight, delay: number, layer: Element, slow: number): number {
  const covered = flip && to.look === 'back'
  if (covered && from.id === to.id) return cover(to.node)
  const picture = (flip || fresh ? to : from).picture?.cloneNode(true) as HTMLElement | undefined
  if (!picture || !from.box.width || !to.box.width) return 0
  const { x, y, width, height } = to.box
  const scale = from.box.width / width
  const ghost = document.createElement('div')
  ghost.className = 'ghost'
  ghost.dataset.piece = to.id
  ghosts.add(ghost)
  Object.assign(ghost.style, { width: `${width}px`, height: `${height}px` })
  ghost.append(picture)
  const back = flip && !covered ? (from.picture?.cloneNode(true) as HTMLElement | undefined) : undefined
  if (back) ghost.append(back)
  layer.append(ghost)
  const stops = over(from, to)
  const lifted = to.kind === 'line' && to.via.length > 0
  const duration = slow * time(to, stops.length)
  const timing = {
    duration,
    delay,
    fill: 'both',
    easing: stops.length || lifted ? 'linear' : 'cubic-bezier(.3,1.25,.5,1)',
  } as const
  const start = `translate(${from.box.x}px,${from.box.y}px) scale(${scale})`
  // Up and down at every cell; a disc that is lifted out of a line goes over the others, to the left below them.
  const on = (at: DOMRect) => `translate(${at.x + (at.width - width) / 2}px,${at.y + (at.height - height) / 2}px)`
  let last = start
  const hops = stops.flatMap(stop => {
    const here = on(stop)
    const up = { transform: `${here} translateY(${-0.3 * height}px) scale(1.06)` }
    last = here
    return [up, { transform: here }]
  })
  if (stops.length) hops.push({ transform: `${last} translateY(${-0.3 * height}px)` })
  const aside = y + (from.box.x < x ? -1.1 : 1.1) * height
  const arc = (part: number) => `translate(${from.box.x + (x - from.box.x) * part}px,${aside}px) scale(1.08)`
  if (lifted) hops.push({ transform: arc(0.15) }, { transform: arc(0.85) })
  const flown = run(ghost, [{ transform: start }, ...hops, { transform: `translate(${x}px,${y}px) scale(1)` }], timing)
  if (back) {
    const turn = { duration: 250, delay: delay + 40, fill: 'both' } as const
    run(back, [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)', offset: 0.5 }, { transform: 'scaleX(0)' }], turn)
    run(
      picture,
      [{ transform: 'scaleX(0)' }, { transform: 'scaleX(0)', offset: 0.5 }, { transform: 'scaleX(1)' }],
      turn,
    )
  }
  if (fresh) run(to.node, [{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration - 30 })
  else
    run(to.node, [{ transform: 'none' }, { transform: 'scale(1.18)' }, { transform: 'none' }], {
      duration: 260,
      delay: delay + slow * TIME - 60,
    })
  const end = () => {
    ghosts.delete(ghost)
    ghost.remove()
  }
  flown.addEventListener('finish', end)
  flown.addEventListener('cancel', end)
  return delay + duration
}
