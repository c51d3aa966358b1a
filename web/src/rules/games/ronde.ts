// What lies on the table beside the rules of Ronde.

import type { Chapter } from '..'
import { all, spread, won } from '../colomo'

export const chapters: Chapter[] = [
  { key: 'aim', zones: [won('ronde-aim', all(2), 6)] },
  {
    key: 'turn',
    zones: [spread('ronde-turn', '**********'), won('ronde-won', [], 6)],
    then: [
      [spread('ronde-turn', '****y*****'), won('ronde-won', [], 6)],
      [spread('ronde-turn', '****y***y*'), won('ronde-won', [], 6)],
      [spread('ronde-turn', '****.***.*'), won('ronde-won', [['Y', 2]], 6)],
    ],
  },
  // prettier-ignore
  { key: 'gift', zones: [
    won('ronde-gift', [['R', 2], ['Y', 2], ['B', 2]], 6),
    won('ronde-other', [['R', 2], ['V', 2]], 6),
  ] },
  { key: 'end' },
]
