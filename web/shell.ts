// At build: which files the service worker keeps, the icon and the manifest in the colours of palette.py, and pictures
// of the icon for those who want no SVG.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import type { Plugin } from 'vite'
import languages from './generated/languages.json'
import palette from './generated/shell.json'

type Colour = [number, number, number]
const hex = (text: string): Colour => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16)) as Colour
const PAPER = hex(palette.paper)
const INK = hex(palette.outline)

// What stands in the folder shell has the names of colours where they belong: `$red`.
export const coloured = (text: string): string =>
  text.replace(/\$(\w+)/g, (_, name: keyof typeof palette) => palette[name])
const read = (name: string): string => coloured(readFileSync(new URL(`shell/${name}`, import.meta.url), 'utf8'))

// shell/icon.svg in numbers, on a field of 64 × 64: four discs with their glyphs.
const DISCS: [number, number, Colour][] = [
  [21, 22, hex(palette.red)],
  [43, 22, hex(palette.yellow)],
  [21, 43, hex(palette.blue)],
  [43, 43, hex(palette.green)],
]
const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0x11, 0x11, 0x11]
const near = (x: number, y: number, cx: number, cy: number) => Math.hypot(x - cx, y - cy)

function glyph(x: number, y: number): Colour | null {
  const [a, b] = [x - 21, y - 22]
  if (Math.abs(a) <= 5.5 && Math.abs(b) <= 5.5 && Math.min(Math.abs(a - b), Math.abs(a + b)) < 2.4) return WHITE // ×
  if (near(x, y, 43, 22) < 4) return BLACK // •
  const wave = 43 - 2.6 * Math.sin(((x - 21) / 7) * Math.PI)
  if (Math.abs(x - 21) < 7.5 && Math.abs(y - wave) < 1.7) return WHITE // ≈
  if (y > 37.5 && y < 47 && Math.abs(x - 43) < ((y - 37.5) / 9.5) * 5.5) return BLACK // ▲
  return null
}

function colour(x: number, y: number, rounded: boolean): [...Colour, number] {
  const corner = near(Math.max(0, Math.abs(x - 32) - 17), Math.max(0, Math.abs(y - 32) - 17), 0, 0)
  if (rounded && corner > 15) return [...PAPER, 0]
  const sign = glyph(x, y)
  for (const [cx, cy, fill] of [...DISCS].reverse()) {
    const far = near(x, y, cx, cy)
    if (far < 11.75) return [...(sign ?? fill), 255]
    if (far < 14.25) return [...INK, 255]
  }
  return [...PAPER, 255]
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  let crc = ~0
  for (const byte of body) {
    crc ^= byte
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(~crc >>> 0)
  return Buffer.concat([length, body, sum])
}

// `field`: how much of the picture the icon takes; systems cut a circle out of one that fills its square.
export function icon(size: number, field: number, rounded: boolean): Buffer {
  const rows: Buffer[] = []
  const FINE = 3
  for (let row = 0; row < size; row++) {
    const line = Buffer.alloc(1 + 4 * size)
    for (let column = 0; column < size; column++) {
      const sum = [0, 0, 0, 0]
      for (let i = 0; i < FINE * FINE; i++) {
        const at = (n: number, part: number) => ((n + (part + 0.5) / FINE) / size - 0.5) * (64 / field) + 32
        const [r, g, b, a] = colour(at(column, i % FINE), at(row, Math.floor(i / FINE)), rounded)
        sum[0]! += r * a
        sum[1]! += g * a
        sum[2]! += b * a
        sum[3]! += a
      }
      for (let c = 0; c < 3; c++) line[1 + 4 * column + c] = sum[3] ? Math.round(sum[c]! / sum[3]!) : 0
      line[4 + 4 * column] = Math.round(sum[3]! / (FINE * FINE))
    }
    rows.push(line)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    magic,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function shell(): Plugin {
  return {
    name: 'polychrome-shell',
    apply: 'build',
    transformIndexHtml: coloured,
    generateBundle(_, bundle) {
      for (const [fileName, source] of [
        ['icon-192.png', icon(192, 1, true)],
        ['icon-512.png', icon(512, 1, true)],
        ['icon-maskable.png', icon(512, 0.72, false)],
        ['icon-touch.png', icon(180, 0.86, false)],
        ['icon.svg', read('icon.svg')],
        ['manifest.webmanifest', read('manifest.webmanifest')],
      ] as const)
        this.emitFile({ type: 'asset', fileName, source })
      const files = Object.keys(bundle)
        .filter(name => name.startsWith('assets/'))
        .sort()
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk' || worker.imports.length || worker.exports.length)
        this.error('the worker must stand alone')
      const version = createHash('sha256')
        .update(files.join() + worker.code)
        .digest('hex')
        .slice(0, 12)
      const list = JSON.stringify(['/icon.svg', ...files.map(name => `/${name}`)])
      const spoken = JSON.stringify(Object.keys(languages))
      worker.code = `const __FILES__=${list},__LANGUAGES__=${spoken},__VERSION__='${version}';${worker.code}`
    },
  }
}
