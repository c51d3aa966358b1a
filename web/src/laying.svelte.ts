// The tile in hand: where it can lie, how it is turned, and how it is laid. A first touch shows it there, a second one
// lays it.

import { cellAt, likely, meant, ways, type Cell, type Way } from './field'
import type { Looking } from './looking.svelte'
import type { Table } from './table.svelte'
import type { Scene } from './wire'

const GLYPH = 22 // pixels; on smaller squares the glyph stands alone
const BOUNCE = 250 // ms in which a second touch counts as the trembling of the first

export class Laying {
  peek = $state<string | null>(null) // a place that is only looked at
  coarse = false // the last touch was a finger's
  private turned = $state<string | null>(null) // how the tile was turned last
  private armedAt = 0

  readonly all = $derived.by(() => {
    const [table, scene] = [this.table(), this.scene()]
    return table && scene && !table.sending ? ways(scene) : []
  })
  readonly movable = $derived(new Set(this.all.map(way => way.tile)))
  readonly chosen = $derived.by(() => this.table()?.path.find(id => this.movable.has(id)) ?? null)
  private readonly open = $derived(this.all.filter(way => way.tile === this.chosen))
  readonly places = $derived([...new Map(this.open.map(way => [way.place, way])).values()])
  readonly place = $derived.by(() => this.table()?.path.find(id => this.places.some(way => way.place === id)) ?? null)
  readonly turns = $derived([...new Set(this.open.map(way => way.turn))]) // across or upright, from either end
  readonly here = $derived(this.open.filter(way => way.place === this.place))
  readonly lying = $derived.by(() => {
    const armed = this.table()?.armed
    return armed ? this.here.find(way => way.turn === armed) : undefined
  })
  readonly shown = $derived(this.lying ?? (this.peek ? this.likelyAt(this.peek) : undefined))
  readonly tiny = $derived.by(() => this.looking.view.u < GLYPH)

  constructor(
    private readonly table: () => Table | null | undefined,
    private readonly scene: () => Scene | undefined,
    private readonly looking: Looking,
  ) {}

  likelyAt(place: string): Way | undefined {
    return likely(
      this.open.filter(way => way.place === place),
      this.turned,
    )
  }

  // The place that is meant by a touch of the field.
  under(x: number, y: number): Way | undefined {
    const cells = this.places.map(way => way.middle)
    return this.places[meant(this.looking.view, cells, x, y)]
  }

  forget(): void {
    this.looking.close = null
    this.peek = this.turned = null
  }

  touch(id: string): void {
    const table = this.table()
    if (!table || table.sending) return
    if (this.movable.has(id)) this.pick(id)
    else if (this.places.some(way => way.place === id)) this.put(id)
    else table.touch(id)
  }

  // Taken up, or put back into the hand.
  pick(id: string): void {
    const table = this.table()
    if (!table) return
    table.notice = null
    table.armed = null
    this.forget()
    table.path = this.chosen === id ? [] : this.all.find(way => way.tile === id)!.stem
    if (table.path.length) this.looking.find()
  }

  put(place: string): void {
    if (!this.chosen) return
    if (this.lying && place === this.place) return this.lay()
    const way = this.likelyAt(place)
    if (way) this.arm(way)
  }

  private arm(way: Way): void {
    const table = this.table()
    if (!table) return
    table.notice = null
    table.path = way.choice.path.slice(0, -1)
    table.armed = way.turn
    this.peek = null
    this.looking.approach(way.middle, this.coarse)
    this.armedAt = Date.now()
  }

  lay(): void {
    if (this.lying && Date.now() - this.armedAt > BOUNCE) this.table()?.touch(this.lying.turn)
  }

  // Turned another way a tile seldom fits at the same place: then it goes to the nearest one where it does.
  turn(): Way | undefined {
    if (!this.lying || this.turns.length < 2) return undefined
    const [column, row] = this.lying.middle
    const far = (way: Way) => Math.hypot(way.middle[0] - column, way.middle[1] - row)
    const turned = this.turns[(this.turns.indexOf(this.lying.turn) + 1) % this.turns.length]!
    const next = this.open.filter(way => way.turn === turned).sort((a, b) => far(a) - far(b))[0]!
    this.turned = turned
    this.arm(next)
    return next
  }

  // A key has come to this place: what is looked at now is here.
  visit(way: Way): void {
    const table = this.table()
    if (this.place !== way.place) {
      if (table?.armed) {
        table.armed = null
        table.path = way.stem
      }
      this.peek = way.place
    }
    this.looking.reach(way.middle)
  }

  // A finger means the nearest place, unless it is on another one or on the tile. Where none is, the server says why.
  tap(zone: string, x: number, y: number): void {
    const cell = cellAt(this.looking.view, x, y)
    const same = (one: Cell) => one[0] === cell[0] && one[1] === cell[1]
    const exact = this.places.find(way => same(way.middle))
    const found = this.under(x, y)
    if (exact) this.put(exact.place)
    else if (this.lying?.cells.some(same)) this.put(this.place!)
    else if (found) this.put(found.place)
    else if (!this.tiny) this.why(zone, cell)
  }

  private why(zone: string, cell: Cell): void {
    const way = likely(this.open, this.turned)
    if (way) this.table()?.why(way.choice.path.map(id => (id === way.place ? `${zone}@${cell}` : id)))
  }
}
