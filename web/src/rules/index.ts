// Which chapters the rules of a game have, and what lies on the table beside each. The words are in the catalogues.

import type { Zone } from '../wire'
import { aLAveuglette, arcEnCiel, blackout, lesAveugles, ronde, rondo, trio } from './colomo'
import { chromino } from './chromino'
import { colorWords } from './color_words'
import { coloretto } from './coloretto'
import { colorio } from './colorio'

export interface Chapter {
  key: string
  zones?: Zone[]
  then?: Zone[][] // what becomes of it, position by position, where a movement explains
}

export const CHAPTERS: Record<string, Chapter[]> = {
  ronde,
  trio,
  arc_en_ciel: arcEnCiel,
  rondo,
  blackout,
  les_aveugles: lesAveugles,
  a_l_aveuglette: aLAveuglette,
  coloretto,
  colorio,
  chromino,
  color_words: colorWords,
}
