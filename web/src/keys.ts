// Moving between targets with the arrow keys: to the nearest one in that direction, as the eye sees them.

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

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

  targets(root: Element): HTMLElement[] {
    return [...root.querySelectorAll<HTMLElement>('[data-target]')]
  }

  // One stop for the Tab key: the target touched last, or the first.
  settle(root: Element, focus: boolean): void {
    const nodes = this.targets(root)
    const here = nodes.find((node) => node.dataset.target === this.id) ?? nodes[0]
    for (const node of nodes) node.tabIndex = node === here ? 0 : -1
    if (focus) here?.focus()
  }

  enter(node: HTMLElement, root: Element): void {
    if (!node.dataset.target) return
    this.id = node.dataset.target
    this.settle(root, false)
  }

  arrow(root: Element, key: string): boolean {
    const nodes = this.targets(root)
    if (!(key in WAYS) || !nodes.length) return false
    const here = nodes.find((node) => node === document.activeElement)
    if (!here) {
      this.settle(root, true)
      return true
    }
    const next = nodes[nearest(middle(here), nodes.map(middle), key)]
    next?.focus()
    return true
  }
}
