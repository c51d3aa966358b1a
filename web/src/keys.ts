// Moving between targets with the arrow keys: to the nearest one in that direction, as the eye sees them.

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const FIRST = '[data-onward], [role=gridcell][tabindex="0"]' // before any button: what all else waits for, and a word to write

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
    return nodes.find((node) => node.dataset.target === this.id) ?? [...nodes].sort((a, b) => far(a) - far(b))[0]
  }

  // One stop for the Tab key. The focus is never lost: while there is nothing to decide it rests on the table, for keys
  // it goes to the next decision, in the end to what comes after the game.
  settle(root: HTMLElement, byKey: boolean): void {
    const nodes = this.targets(root)
    const here = this.next(nodes)
    for (const node of nodes) node.tabIndex = node === here ? 0 : -1
    const at = document.activeElement
    if (at && at !== document.body && at !== root) return
    const wanted = byKey ? (root.querySelector<HTMLElement>(FIRST) ?? here ?? root.querySelector<HTMLElement>('.verdict button')) : null
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
    const here = nodes.find((node) => node === document.activeElement)
    const next = here ? nodes[nearest(middle(here), nodes.map(middle), key)] : this.next(nodes)
    next?.focus()
    return true
  }
}
