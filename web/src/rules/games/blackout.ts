// What lies on the table beside the rules of Blackout.

import type { Chapter } from '..'
import { line, swapped, wanted } from '../colomo'

export const chapters: Chapter[] = [
  { key: 'aim' },
  { key: 'show', zones: [line('blackout-show', 'GBROVY')] },
  { key: 'move', zones: [line('blackout-move', '******')], then: [[swapped('blackout-move', 1, 4)]] },
  {
    key: 'ask',
    zones: [wanted('blackout-wanted', 'O'), line('blackout-ask', '**.*.*')],
    then: [[wanted('blackout-wanted', 'O'), line('blackout-ask', '**.o.*')]],
  },
  { key: 'end' },
]
