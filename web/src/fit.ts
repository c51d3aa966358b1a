// How many places there are, how large pieces can be, and where they lie, on the room that a table has: grids, rings
// and lines of discs. Small hands need 64 pixels and a gap of 8 between them wherever the screen has room for it.

import type { Zone } from './wire'

// A sheet that words are written on; it is drawn elsewhere than other grids.
export const isSheet = (zone: Zone): boolean => zone.pieces?.[0]?.shape === 'cell'

// How many places a zone has. Several pieces may share one that has a number: a pawn on a cell.
export function places(zone: Zone): number {
  const pieces = zone.pieces ?? []
  const loose = pieces.filter(piece => (piece.at ?? -1) < 0).length
  return Math.max(zone.slots ?? 0, loose, ...pieces.map(piece => (piece.at ?? -1) + 1))
}

// Does a line show the ends to which pieces can be moved? It has room for them all the time, so that it stays as it is.
export const hasEnds = (zone: Zone): boolean => (zone.pieces ?? []).some(piece => piece.shape === 'spot')
const END = 0.6 // of a piece's width (see Place.svelte)

const size = (zone: Zone): number => Math.max(1, places(zone))

// How many of them lie side by side, and how many below each other.
export const across = (zone: Zone): number =>
  zone.kind === 'grid'
    ? zone.columns || Math.ceil(Math.sqrt(size(zone)))
    : zone.kind === 'ring'
      ? 6
      : Math.min(size(zone), 8)
export const down = (zone: Zone): number => (zone.kind === 'ring' ? 6 : Math.ceil(size(zone) / across(zone)))

export interface Fit {
  w: number // of a piece, in pixels
  gap: number
  pad: number // of the tray that a grid or line lies in
  turned: boolean // a wide grid on a tall screen, as one would turn the table
  box?: [number, number] // of a ring
  points?: [number, number][] // the middles of its places, the first at the top, clockwise
  lane?: [number, number][] // the same way in small steps
}

const LARGEST = 112
const SMALLEST = 18
const PHONE = 500
const NARROW = 60 // below this, gaps shrink rather than pieces
const ROUND = 16 // more places than this run around in an oval that uses the corners, too
const BEND = 3.2
const SQUARE = 9 // the same where places are scarce: the corners are used, too
const FINGERTIP = 44 // pixels from place to place

const bounded = (w: number): number => Math.max(SMALLEST, Math.min(LARGEST, Math.floor(w)))

const padding = (width: number): number => (width < PHONE ? 7 : 14)

function side(room: number, places: number, gap: number, pad: number): number {
  return (room - 2 * pad - (places - 1) * gap) / places
}

export function grid(width: number, height: number, columns: number, rows: number): Fit {
  const pad = padding(width)
  const size = (gap: number, across: number, down: number) =>
    Math.min(side(width, across, gap, pad), side(height, down, gap, pad))
  const best = (gap: number) => Math.max(size(gap, columns, rows), size(gap, rows, columns))
  const gap = best(8) >= NARROW ? 8 : 4
  const turned = size(gap, rows, columns) > size(gap, columns, rows)
  const w = bounded(best(gap))
  return { w, gap, pad, turned }
}

export function line(width: number, height: number, places: number): Fit {
  const pad = padding(width)
  const gap = side(width, places, 8, pad) >= NARROW ? 8 : 4
  const w = bounded(Math.min(side(width, places, gap, pad), height - 2 * pad))
  return { w, gap, pad, turned: false }
}

// An oval between a circle and its box, with places as far from each other in its corners as along its sides.
function oval(a: number, b: number, places: number, bend: number): { points: [number, number][]; step: number } {
  const FINE = 240
  const at = (i: number): [number, number] => {
    const angle = (2 * Math.PI * i) / FINE - Math.PI / 2
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    const far = (Math.abs(x) ** bend + Math.abs(y) ** bend) ** (-1 / bend)
    return [a * x * far, b * y * far]
  }
  const fine = Array.from({ length: FINE + 1 }, (_, i) => at(i))
  const apart = ([x, y]: [number, number], [u, v]: [number, number]) => Math.hypot(u - x, v - y)
  // From the top in steps of this length; null: they do not all fit.
  const walk = (step: number): [number, number][] | null => {
    const points = [fine[0]!]
    for (let i = 1; i <= FINE; i++) {
      const last = points.at(-1)!
      const [before, after] = [apart(last, fine[i - 1]!), apart(last, fine[i]!)]
      if (after < step || before >= after) continue
      const share = (step - before) / (after - before)
      const [[x, y], [u, v]] = [fine[i - 1]!, fine[i]!]
      points.push([x + (u - x) * share, y + (v - y) * share])
      if (points.length > places) return points
    }
    return null
  }
  let [short, long] = [0, (4 * (a + b)) / places]
  for (let i = 0; i < 14; i++) {
    const step = (short + long) / 2
    if (walk(step)) short = step
    else long = step
  }
  return { points: (walk(short) ?? fine).slice(0, places), step: short }
}

export function ring(width: number, height: number, places: number): Fit {
  const round = places <= ROUND
  const most = round ? 1 : 1.4 // an oval, not a lane
  const W = Math.min(width, height * most) - 4
  const H = Math.min(height, width * most) - 4
  const bend = round ? 2 : oval((W - 40) / 2, (H - 40) / 2, places, BEND).step < FINGERTIP ? SQUARE : BEND
  let w = 40
  let found = oval(1, 1, places, 2)
  for (let i = 0; i < 12; i++) {
    found = oval((W - w) / 2, (H - w) / 2, places, bend)
    const room = found.step - (found.step >= 72 ? 10 : Math.max(0, Math.min(4, found.step - FINGERTIP + 4)))
    w = Math.max(SMALLEST, Math.min(LARGEST, (w + room) / 2))
  }
  w = Math.floor(w)
  const way = (steps: number) =>
    oval((W - w) / 2, (H - w) / 2, steps, bend).points.map(([x, y]): [number, number] => [x + W / 2, y + H / 2])
  return {
    w,
    gap: Math.max(8, Math.floor(found.step) - w),
    pad: 0,
    turned: false,
    box: [W, H],
    points: way(places),
    lane: way(120),
  }
}

// Zones that lie below each other, by their ids.
export function fitted(zones: Zone[], width: number, height: number): Map<string, Fit> {
  const tall = height / zones.length
  const fit = (zone: Zone): Fit => {
    if (zone.kind === 'grid') return grid(width, tall, across(zone), down(zone))
    if (zone.kind === 'ring') return ring(width, tall, size(zone))
    return line(width, tall, size(zone) - (hasEnds(zone) ? 2 : 0) + 2 * END)
  }
  return new Map(zones.map(zone => [zone.id, fit(zone)]))
}
