// What lies on the table beside the rules of Rondo.

import type { Chapter } from '..'
import { circle, wanted, won } from '../colomo'

export const chapters: Chapter[] = [
  { key: 'aim', zones: [circle('rondo-aim', '************'), wanted('rondo-wanted', 'V')] },
  {
    key: 'turn',
    zones: [circle('rondo-turn', '************'), wanted('rondo-sought', 'V')],
    then: [
      [circle('rondo-turn', '**v*********'), wanted('rondo-sought', 'V')],
      [circle('rondo-turn', '**v****v****'), wanted('rondo-sought', 'V')],
    ],
  },
  { key: 'out', zones: [circle('rondo-out', '**B*****B***'), won('rondo-dead', [['B', 1]])] }, // prettier-ignore
  { key: 'end' },
]
