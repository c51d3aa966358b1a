// Everything that changes moves: pieces fly from where they lay to where they lie.
//
// Pieces keep their id while eyes could follow them. Where ids end (cards of a row become part of a collection), what
// is gone is paired with what has come by its look; what comes from nowhere comes from a face-down pile that shrank.

export interface Spot {
  id: string
  look: string // shape, colours, letters; "back" if face down
  count: number
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
const running = new Set<Animation>()

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export function finish(): void {
  for (const animation of running) animation.finish()
  running.clear()
}

export function spots(root: Element): Map<string, Spot> {
  const found = new Map<string, Spot>()
  for (const node of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const { piece, look, count } = node.dataset
    const picture = node.querySelector('svg')
    found.set(piece!, {
      id: piece!,
      look: look!,
      count: Number(count),
      box: (picture ?? node).getBoundingClientRect(),
      node,
      picture: picture && (picture.cloneNode(true) as Element),
    })
  }
  return found
}

// Who flies where; without a look at the screen, so that tests can ask.
export function flights(before: Map<string, Spot>, after: Map<string, Spot>): Flight[] {
  const rest = (spot: Spot, other: Spot | undefined): number =>
    spot.count - (other && other.look === spot.look ? other.count : 0)
  const gone = [...before.values()].map((spot) => ({ spot, n: rest(spot, after.get(spot.id)) })).filter(({ n }) => n > 0)
  const found: Flight[] = []
  for (const to of after.values()) {
    const old = before.get(to.id)
    let come = rest(to, old)
    const fresh = come === to.count
    // What is turned over stays where it is.
    const self = old && old.look !== to.look && (old.look === 'back' || to.look === 'back') && old.count === to.count
    while (come > 0) {
      const turned = self ? gone.find(({ spot, n }) => n > 0 && spot.id === to.id) : undefined
      const same = turned ?? gone.find(({ spot, n }) => n > 0 && spot.look === to.look && spot.id !== to.id)
      const source = same ?? (to.look === 'back' ? undefined : gone.find(({ spot, n }) => n > 0 && spot.look === 'back'))
      if (!source) break
      source.n -= 1
      come -= 1
      found.push({ from: source.spot, to, fresh, flip: source !== same || source === turned })
    }
  }
  return found
}

function run(node: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
  const animation = node.animate(frames, timing)
  running.add(animation)
  animation.onfinish = animation.oncancel = () => running.delete(animation)
  return animation
}

export function animate(root: Element, before: Map<string, Spot>, layer: Element): Flight[] {
  finish()
  const after = spots(root)
  const found = flights(before, after)
  if (still()) {
    for (const { to, fresh } of found)
      if (fresh) run(to.node, [{ opacity: 0 }, { opacity: 1 }], { duration: 200, fill: 'backwards' })
    return found
  }
  const stagger = Math.min(STAGGER, 500 / Math.max(1, found.length))
  found.forEach((flight, i) => fly(flight, i * stagger, layer))
  for (const [id, to] of after) {
    const from = before.get(id)
    if (!from || from.look !== to.look) continue
    const [x, y] = [from.box.x - to.box.x, from.box.y - to.box.y]
    if (Math.hypot(x, y) > 2 && to.box.width > 0)
      run(to.node, [{ transform: `translate(${x}px,${y}px)` }, { transform: 'none' }], { duration: 250, easing: 'ease-out' })
  }
  return found
}

// Where a piece hopped on its way: the places between the first, where it lay, and the last.
function over(node: Element): DOMRect[] {
  const places = (node as HTMLElement).dataset.via?.split(' ').map(Number) ?? []
  const list = node.closest('ul')?.children
  return places.slice(1, -1).flatMap((place) => list?.[place]?.getBoundingClientRect() ?? [])
}

function fly({ from, to, fresh, flip }: Flight, delay: number, layer: Element): void {
  const picture = (flip || fresh ? to : from).picture?.cloneNode(true) as HTMLElement | undefined
  if (!picture || !from.box.width || !to.box.width) return
  const { x, y, width, height } = to.box
  const scale = from.box.width / width
  const ghost = document.createElement('div')
  ghost.className = 'ghost'
  Object.assign(ghost.style, { width: `${width}px`, height: `${height}px` })
  ghost.append(picture)
  const back = flip ? (from.picture?.cloneNode(true) as HTMLElement | undefined) : undefined
  if (back) ghost.append(back)
  layer.append(ghost)
  const stops = over(to.node)
  const duration = TIME + 130 * stops.length
  const timing = { duration, delay, fill: 'both', easing: stops.length ? 'linear' : 'cubic-bezier(.3,1.25,.5,1)' } as const
  const start = `translate(${from.box.x}px,${from.box.y}px) scale(${scale})`
  const hops = stops.map((stop) => ({ transform: `translate(${stop.x + (stop.width - width) / 2}px,${stop.y - 8}px) scale(1.05)` }))
  const flown = run(ghost, [{ transform: start }, ...hops, { transform: `translate(${x}px,${y}px) scale(1)` }], timing)
  if (back) {
    const turn = { duration: 250, delay: delay + 40, fill: 'both' } as const
    run(back, [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)', offset: 0.5 }, { transform: 'scaleX(0)' }], turn)
    run(picture, [{ transform: 'scaleX(0)' }, { transform: 'scaleX(0)', offset: 0.5 }, { transform: 'scaleX(1)' }], turn)
  }
  if (fresh) run(to.node, [{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration - 30 })
  else run(to.node, [{ transform: 'none' }, { transform: 'scale(1.18)' }, { transform: 'none' }], { duration: 260, delay: delay + TIME - 60 })
  const end = () => ghost.remove()
  flown.addEventListener('finish', end)
  flown.addEventListener('cancel', end)
}

export function shake(node: Element | null): void {
  if (!node || still()) return
  const [a, b] = ['translateX(-5px)', 'translateX(5px)']
  run(node, ['none', a, b, a, b, 'none'].map((transform) => ({ transform })), { duration: 300 })
}
