// Which chapters the rules of a game have, and what lies on the table beside each. The words are in the catalogues.

import type { Zone } from '../wire'
import { coloretto } from './coloretto'

export interface Chapter {
  key: string
  zones?: Zone[]
}

export const CHAPTERS: Record<string, Chapter[]> = { coloretto }
