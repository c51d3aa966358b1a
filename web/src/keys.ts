// Moving between targets with the arrow keys: to the nearest one in that direction, as the eye sees them.

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

// before any button: what all else waits for, and a word to write
const FIRST = '[data-onward], [role=gridcell][tabindex="0"]'

// The digit that a key means: also the one that a French keyboard writes only with Shift.
export const digit = ({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string =>
  /^\d$/.test(key) ? key : shiftKey ? '' : (/^Digit(\d)$/.exec(code)?.[1] ?? '')

export interface Spot {
  x: number
  y: number
}

// Which of the spots lies nearest in a direction; what lies off to the side counts as farther away. -1: none.
export function nearest(from: Spot, spots: readonly Spot[], key: string): number {
  const way = WAYS[key]
  if (!way) return -1
  let [best, found] = [Infinity, -1]
  spots.forEach((spot, i) => {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y]
    const ahead = dx * way[0] + dy * way[1]
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0])
    if (ahead > 4 && ahead + 2 * aside < best) [best, found] = [ahead + 2 * aside, i]
  })
  return found
}

const KEYS = Object.keys(WAYS)
const toward = ({ x, y }: Spot, to: Spot): number =>
  Math.abs(to.x - x) < Math.abs(to.y - y) ? (to.y < y ? 2 : 3) : to.x < x ? 0 : 1

// Where each arrow leads from each of the spots. By the eye alone no arrow might ever lead to a spot in the middle of
// four others, a little aside of all of them: then one does from the nearest spot that did not lead there, until all
// lead to all.
function paths(spots: readonly Spot[]): number[][] {
  const ways = spots.map(spot => KEYS.map(key => nearest(spot, spots, key)))
  const reach = (from: number): Set<number> => {
    const reached = new Set([from])
    for (const at of reached) for (const next of ways[at]!) if (next >= 0) reached.add(next)
    return reached
  }
  const far = (from: number, to: number): number =>
    Math.hypot(spots[from]!.x - spots[to]!.x, spots[from]!.y - spots[to]!.y)
  const mended = new Set<string>()
  for (;;) {
    const pairs = spots.flatMap((_, from) => {
      const reached = reach(from)
      return spots.flatMap((_, to) => (reached.has(to) ? [] : { from, to, way: toward(spots[from]!, spots[to]!) }))
    })
    const free = pairs.filter(({ from, way }) => !mended.has(`${from} ${way}`))
    if (!free.length) return ways
    const { from, to, way } = free.reduce((a, b) => (far(b.from, b.to) < far(a.from, a.to) ? b : a))
    ways[from]![way] = to
    mended.add(`${from} ${way}`)
  }
}

// Where an arrow leads from one of the spots; -1: nowhere.
export const led = (here: number, spots: readonly Spot[], key: string): number =>
  paths(spots)[here]?.[KEYS.indexOf(key)] ?? -1

const middle = (node: Element): Spot => {
  const box = node.getBoundingClientRect()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export class Roving {
  private id = ''
  private spot: Spot = { x: 0, y: 0 }

  targets(root: Element): HTMLElement[] {
    return [...root.querySelectorAll<HTMLElement>('[data-target]')]
  }

  // Where to go on: at the target touched last or, if it is gone, next to where it was.
  private next(nodes: HTMLElement[]): HTMLElement | undefined {
    const far = (node: HTMLElement): number => Math.hypot(middle(node).x - this.spot.x, middle(node).y - this.spot.y)
    return nodes.find(node => node.dataset.target === this.id) ?? [...nodes].sort((a, b) => far(a) - far(b))[0]
  }

  // One stop for the Tab key. The focus is never lost: while there is nothing to decide it rests on the table, for keys
  // it goes to the next decision, in the end to what comes after the game.
  settle(root: HTMLElement, byKey: boolean): void {
    const nodes = this.targets(root)
    const here = this.next(nodes)
    for (const node of nodes) node.tabIndex = node === here ? 0 : -1
    const at = document.activeElement
    if (at && at !== document.body && at !== root) return
    const wanted = byKey
      ? (root.querySelector<HTMLElement>(FIRST) ?? here ?? root.querySelector<HTMLElement>('.verdict button'))
      : null
    wanted?.focus()
    if (!wanted || document.activeElement !== wanted) root.focus({ preventScroll: true })
  }

  enter(node: HTMLElement, root: HTMLElement): void {
    if (!node.dataset.target) return
    this.id = node.dataset.target
    this.spot = middle(node)
    for (const other of this.targets(root)) other.tabIndex = other === node ? 0 : -1
  }

  arrow(root: HTMLElement, key: string): boolean {
    const nodes = this.targets(root)
    if (!(key in WAYS) || !nodes.length) return false
    const here = nodes.findIndex(node => node === document.activeElement)
    const next = here < 0 ? this.next(nodes) : nodes[led(here, nodes.map(middle), key)]
    next?.focus()
    return true
  }
}
