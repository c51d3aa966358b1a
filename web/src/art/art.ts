// Colours, patterns, glyphs and animals, as palette.py and the pictures have them.

import art from '../../generated/art.json'

export interface Colour {
  hex: string
  ink: string
  pattern: string
  glyph: string
}

export const colours = art.colours as Record<string, Colour>
export const patternSize: number = art.size
export const animals: readonly string[] = art.animals
export const heads = art.heads as Record<string, string>
