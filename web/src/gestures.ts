// Fingers and mice that push a view about, bring it nearer with two fingers or the wheel; that is no tap then.

import { zoomed, type View } from './field'

const SLIP = 8 // pixels that a tap may slide

interface Point {
  x: number
  y: number
}

export class Gestures {
  dragged = false // the last touch was no tap
  private readonly fingers = new Map<number, Point>()
  private begun: Point = { x: 0, y: 0 }

  constructor(
    private readonly node: () => HTMLElement,
    private readonly view: () => View,
    private readonly look: (next: View) => void,
  ) {}

  get busy(): boolean {
    return this.fingers.size > 0
  }

  point(event: MouseEvent): Point {
    const box = this.node().getBoundingClientRect()
    return { x: event.clientX - box.x, y: event.clientY - box.y }
  }

  down(event: PointerEvent): void {
    if (!this.busy) {
      this.begun = this.point(event)
      this.dragged = false
    }
    this.fingers.set(event.pointerId, this.point(event))
  }

  move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId)
    if (!before) return
    const [now, view] = [this.point(event), this.view()]
    const far = Math.hypot(now.x - this.begun.x, now.y - this.begun.y)
    if (!this.dragged && this.fingers.size === 1 && far < SLIP) return
    if (!this.dragged) this.node().setPointerCapture(event.pointerId)
    this.dragged = true
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1]
    this.fingers.set(event.pointerId, now)
    if (!other) return this.look({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y })
    const apart = (a: Point) => Math.max(20, Math.hypot(a.x - other.x, a.y - other.y))
    const next = zoomed(view, apart(now) / apart(before), (before.x + other.x) / 2, (before.y + other.y) / 2)
    this.look({ ...next, x: next.x + (now.x - before.x) / 2, y: next.y + (now.y - before.y) / 2 })
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId)
  }

  wheel(event: WheelEvent): void {
    event.preventDefault()
    const { x, y } = this.point(event)
    this.look(zoomed(this.view(), Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), x, y))
  }
}
