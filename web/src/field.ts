// Where things lie on a field without end, as far as it can be seen: cells, pixels, zoom. No screen is touched here.

import { led } from './keys'
import type { Choice, Scene } from './wire'

export type Cell = readonly [number, number] // column to the right, row down

// How large a cell is, and where the corner of cell (0, 0) lies in the window, in pixels.
export interface View {
  u: number
  x: number
  y: number
}

export interface Room {
  width: number
  height: number
}

export interface Bounds {
  left: number
  top: number
  right: number // beyond the last cell
  bottom: number
}

export const FINGER = 44 // pixels that a finger needs
export const LARGEST = 110
const USUAL = 76 // larger squares than this help nobody, unless asked for; projectors get more
const SMALLEST = 6 // that anybody may ask for; the whole table is in sight even where its squares are smaller
// pixels around what can be done with the tile in hand, in one of the lower corners
const HANDY: readonly [number, number] = [220, 90]
const POINT = 0.1 // pixels, before anything is measured
const AIR = 2 // cells around the tiles: where the middle of the next one can lie

export function bounds(cells: readonly Cell[], air = AIR): Bounds {
  if (!cells.length) return { left: -2, top: -2, right: 3, bottom: 3 }
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)]
  return {
    left: Math.min(...xs) - air,
    top: Math.min(...ys) - air,
    right: Math.max(...xs) + 1 + air,
    bottom: Math.max(...ys) + 1 + air,
  }
}

const within = (n: number, low: number, high: number): number => Math.max(low, Math.min(high, n))

// Everything in sight, in the middle.
export function fitted({ left, top, right, bottom }: Bounds, { width, height }: Room): View {
  const most = Math.max(USUAL, Math.min(LARGEST, Math.min(width, height) / 8))
  const u = within(Math.min(width / (right - left), height / (bottom - top)), POINT, most)
  return { u, x: width / 2 - (u * (left + right)) / 2, y: height / 2 - (u * (top + bottom)) / 2 }
}

// Larger or smaller, while what lies below a point stays there.
export function zoomed(view: View, factor: number, x: number, y: number): View {
  const u = within(view.u * factor, Math.min(SMALLEST, view.u), LARGEST)
  const by = u / view.u
  return { u, x: x - (x - view.x) * by, y: y - (y - view.y) * by }
}

// Nobody loses the table: some of it stays in the window, however far it is pushed.
export function kept(view: View, { left, top, right, bottom }: Bounds, { width, height }: Room): View {
  const hold = (at: number, from: number, to: number, room: number): number => {
    const least = Math.min(room / 2, 3 * view.u)
    return within(at, least - to * view.u, room - least - from * view.u)
  }
  return { u: view.u, x: hold(view.x, left, right, width), y: hold(view.y, top, bottom, height) }
}

// So near that fingers hit a cell; where the cells are large enough, only so far that it is in sight.
export function near(view: View, [column, row]: Cell, least: number, { width, height }: Room): View {
  if (view.u < least) return { u: least, x: width / 2 - (column + 0.5) * least, y: height / 2 - (row + 0.5) * least }
  const u = view.u
  const edge = (room: number): number => Math.min(1.6 * u, room / 2 - u / 2) // with a neighbour, where there is room
  const pull = (at: number, cell: number, room: number): number =>
    within(at, edge(room) - cell * u, room - edge(room) - (cell + 1) * u)
  return { u, x: pull(view.x, column, width), y: pull(view.y, row, height) }
}

export const cellAt = (view: View, x: number, y: number): Cell => [
  Math.floor((x - view.x) / view.u),
  Math.floor((y - view.y) / view.u),
]

export const middleOf = (view: View, [column, row]: Cell): { x: number; y: number } => ({
  x: view.x + (column + 0.5) * view.u,
  y: view.y + (row + 0.5) * view.u,
})

// Where a tile lies on its cells, with a little air around it.
export function boxOf({ u, x, y }: View, cells: readonly Cell[], air: number) {
  const [first, last] = [cells[0]!, cells.at(-1)!]
  return {
    left: x + first[0] * u + air,
    top: y + first[1] * u + air,
    width: (last[0] - first[0] + 1) * u - 2 * air,
    height: (last[1] - first[1] + 1) * u - 2 * air,
    upright: last[1] > first[1],
  }
}

// Is a cell in sight, below what lies at the top?
export function sees(view: View, cell: Cell, { width, height }: Room, top: number): boolean {
  const { x, y } = middleOf(view, cell)
  return x > 0 && y > top && x < width && y < height
}

// Does one of the cells lie where the buttons for the tile in hand could be, in the lower corner on this side?
export const cornered = (view: View, cells: readonly Cell[], { width, height }: Room, left: boolean): boolean =>
  cells.some(cell => {
    const { x, y } = middleOf(view, cell)
    return y > height - HANDY[1] && y < height && (left ? x < HANDY[0] : x > width - HANDY[0])
  })

const blocked = (view: View, cells: readonly Cell[], room: Room): boolean =>
  cornered(view, cells, room, true) && cornered(view, cells, room, false)

// Everything in sight below the top; where cells to choose from lie in both lower corners, above them.
export function overview(around: Bounds, cells: readonly Cell[], room: Room, top: number): View {
  const fitting = (below: number): View => {
    const found = fitted(around, { width: room.width, height: room.height - top - below })
    return { ...found, y: found.y + top }
  }
  const found = fitting(0)
  return blocked(found, cells, room) ? fitting(HANDY[1]) : found
}

// A little aside, where cells would lie below the buttons in both corners.
export function roomy(found: View, middle: Cell, cells: readonly Cell[], room: Room, top: number): View {
  const shifts = [0, -45, 45, -90, 90, -135, 135]
  const tries = shifts.flatMap(right => shifts.map(down => ({ ...found, x: found.x + right, y: found.y + down })))
  const fits = (one: View) => {
    const { x, y } = middleOf(one, middle)
    const edge = one.u / 2
    const inside = x > edge && x < room.width - edge && y > top + edge && y < room.height - edge
    return inside && !blocked(one, cells, room)
  }
  return tries.find(fits) ?? found
}

// Which of the cells a finger means that came down here; -1: none of them.
export function meant(view: View, cells: readonly Cell[], x: number, y: number): number {
  let [best, found] = [Math.max(FINGER / 2, view.u / 2) * 1.25, -1]
  cells.forEach((cell, i) => {
    const at = middleOf(view, cell)
    const far = Math.hypot(at.x - x, at.y - y)
    if (far <= best) [best, found] = [far, i]
  })
  return found
}

// The next of the cells in the direction of an arrow, from one of them; -1: none.
export const step = (from: number, cells: readonly Cell[], key: string): number =>
  led(
    from,
    cells.map(([x, y]) => ({ x: 10 * x, y: 10 * y })),
    key,
  )

// A way to lay a tile: a choice of the scene, taken apart.
export interface Way {
  choice: Choice
  tile: string
  place: string // id of the cell where its middle lies
  turn: string
  stem: string[] // what is touched up to the tile
  middle: Cell
  cells: Cell[]
  colours: string[]
  points: number | null // where points are counted
  contacts: number
}

const argsOf = ({ label }: Choice): Record<string, unknown> => (Array.isArray(label) ? label[1] : label.args)

export function ways(scene: Scene): Way[] {
  const pieces = scene.zones.flatMap(zone => zone.pieces ?? [])
  const cells = new Map(
    pieces.filter(piece => piece.shape === 'spot' && piece.cells).map(piece => [piece.id, piece.cells![0]!]),
  )
  const tiles = new Set(pieces.filter(piece => piece.shape === 'tile' && !piece.cells).map(piece => piece.id))
  const buttons = new Map((scene.buttons ?? []).map(button => [button.id, button]))
  const found: Way[] = []
  for (const choice of scene.choices ?? []) {
    const place = choice.path.find(id => cells.has(id))
    const at = choice.path.findIndex(id => tiles.has(id))
    const button = buttons.get(choice.path.at(-1)!)
    if (!place || at < 0 || !button) continue
    const [column, row] = cells.get(place)!
    const colours = button.colours ?? []
    const half = Math.floor(colours.length / 2)
    const { points, contacts } = argsOf(choice)
    found.push({
      choice,
      place,
      colours,
      tile: choice.path[at]!,
      turn: button.id,
      stem: choice.path.slice(0, at + 1),
      middle: [column, row],
      cells: colours.map((_, i): Cell => (button.upright ? [column, row + i - half] : [column + i - half, row])),
      points: typeof points === 'number' ? points : null,
      contacts: Number(contacts ?? 0),
    })
  }
  return found
}

// How a tile is shown first at a place: turned as before, if it can be, or else where it is worth most.
export function likely(ways: readonly Way[], before: string | null): Way | undefined {
  const worth = (way: Way) => 100 * (way.points ?? 0) + way.contacts
  return ways.find(way => way.turn === before) ?? [...ways].sort((a, b) => worth(b) - worth(a))[0]
}
