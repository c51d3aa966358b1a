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
  const pieces = chapters.flatMap(chapter => chapter.zones ?? []).flatMap(zone => zone.pieces ?? [])
  expect(pieces.length).toBeGreaterThan(5)
  for (const { zones = [] } of chapters) expect(new Set(zones.map(zone => zone.id)).size).toBe(zones.length)
  for (const piece of pieces) if (piece.up === false) expect(piece.colours ?? []).toEqual([]) // nothing below a disc
})
