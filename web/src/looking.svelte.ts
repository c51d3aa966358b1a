// Where somebody looks on a field: as they wished, nearer for a place that is being chosen, or at all of it.

import { cornered, FINGER, kept, near, overview, roomy, sees, zoomed, type Bounds, type Cell, type View } from './field'

const CLOSE = FINGER + 6
const ENOUGH = 30 // pixels that a mouse needs
const LEAVE = 5000 // ms for which the view stays where it was put

export class Looking {
  width = $state(0)
  height = $state(0)
  moving = $state(false)
  close = $state.raw<View | null>(null) // come nearer for a place that is being chosen
  private own = $state.raw<View | null>(null) // as the player wants it
  private looked = 0
  private quiet: ReturnType<typeof setTimeout> | undefined

  private readonly room = $derived({ width: this.width, height: this.height })
  private readonly whole = $derived.by(() => overview(this.around(), this.cells(), this.room, this.top()))
  readonly view = $derived(this.close ?? this.own ?? this.whole)
  readonly moved = $derived(!!(this.own || this.close))
  // The buttons go where no place is.
  readonly lefty = $derived.by(
    () => cornered(this.view, this.cells(), this.room, false) && !cornered(this.view, this.cells(), this.room, true),
  )

  constructor(
    private readonly around: () => Bounds,
    private readonly cells: () => readonly Cell[], // that can be chosen
    private readonly top: () => number, // pixels in which no tile lies, unless the player wants it so
  ) {}

  sees(cell: Cell): boolean {
    return sees(this.view, cell, this.room, this.top())
  }

  // Nobody has looked around for a while.
  get rests(): boolean {
    return Date.now() - this.looked > LEAVE
  }

  // To somewhere else.
  look(next: View): void {
    this.moving = true
    clearTimeout(this.quiet)
    this.quiet = setTimeout(() => (this.moving = false), 160)
    this.keep(next)
  }

  scale(factor: number): void {
    this.keep(zoomed(this.view, factor, this.width / 2, this.height / 2))
  }

  private keep(next: View): void {
    this.looked = Date.now()
    const found = kept(next, this.around(), this.room)
    if (this.close) this.close = found
    else this.own = found
  }

  fit(): void {
    this.own = this.close = null
  }

  // To a cell that is out of sight.
  follow(cell: Cell): void {
    const { view, width, height } = this
    const top = this.top()
    const below = near({ ...view, y: view.y - top }, cell, view.u, { width, height: height - top })
    this.own = { ...below, y: below.y + top }
    this.close = null
  }

  // All of it, if none of what can be chosen is in sight.
  find(): void {
    if (this.own && !this.cells().some(cell => this.sees(cell))) this.close = this.whole
  }

  // A key has come to this cell.
  reach(cell: Cell): void {
    if (!this.sees(cell)) this.close = near(this.view, cell, this.view.u, this.room)
  }

  // So near to this cell that a finger or a mouse hits it.
  approach(cell: Cell, finger: boolean): void {
    const { view, room } = this
    const least = view.u >= (finger ? FINGER : ENOUGH) ? view.u : finger ? CLOSE : ENOUGH
    const nearer = roomy(near(view, cell, least, room), cell, this.cells(), room, this.top())
    if (nearer.u !== view.u || nearer.x !== view.x || nearer.y !== view.y) this.close = nearer
  }

  leave(): void {
    clearTimeout(this.quiet)
  }
}
