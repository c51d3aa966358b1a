import { expect, test } from 'vitest'
import en from '../../src/polychrome/locales/en.json'
import { CHAPTERS } from '../src/rules'

const titles = (game: string) =>
  Object.keys(en).flatMap(key =>
    key.startsWith(`rules.${game}.`) && key.endsWith('.title') ? [key.split('.')[2]!] : [],
  )

test('the chapters of a game are found by its name', () => {
  expect(Object.keys(CHAPTERS)).toContain('arc_en_ciel')
  expect(Object.keys(CHAPTERS).length).toBeGreaterThan(10)
})

test.each(Object.entries(CHAPTERS))('the rules of %s have all their chapters, and pictures', (game, chapters) => {
  expect(chapters.map(chapter => chapter.key).sort()).toEqual(titles(game).sort())
  const positions = chapters.flatMap(({ zones = [], then = [] }) => [zones, ...then])
  const pieces = positions.flat().flatMap(zone => zone.pieces ?? [])
  expect(pieces.length).toBeGreaterThan(5)
  for (const zones of positions) expect(new Set(zones.map(zone => zone.id)).size).toBe(zones.length)
  for (const piece of pieces) if (piece.up === false) expect(piece.colours ?? []).toEqual([]) // nothing below a disc
})

test.each(Object.entries(CHAPTERS))('something moves in the rules of %s, and the rest stands still', (_, chapters) => {
  const moving = chapters.filter(chapter => chapter.then)
  expect(moving.length).toBeGreaterThan(0)
  for (const { zones = [], then = [] } of moving) {
    let before = zones
    for (const after of then) {
      expect(after.map(zone => zone.id)).toEqual(before.map(zone => zone.id))
      expect(after).not.toEqual(before)
      before = after
    }
  }
})
