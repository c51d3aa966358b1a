// Which chapters the rules of a game have, and what lies on the table beside each: a file in `games`, found by the
// game's name. The words are in the catalogues.

import type { Zone } from '../wire'

export interface Chapter {
  key: string
  zones?: Zone[]
  then?: Zone[][] // what becomes of it, position by position, where a movement explains
}

const files = import.meta.glob<Chapter[]>('./games/*.ts', { eager: true, import: 'chapters' })

export const CHAPTERS: Record<string, Chapter[]> = Object.fromEntries(
  Object.entries(files).map(([file, chapters]) => [file.slice('./games/'.length, -'.ts'.length), chapters]),
)
