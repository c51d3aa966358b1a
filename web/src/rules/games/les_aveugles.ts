// What lies on the table beside the rules of Les Aveugles.

import type { Chapter } from '..'
import { die, home, ring, walked } from '../colomo'

export const chapters: Chapter[] = [
  { key: 'aim', zones: [ring('ave-aim', 'R_*__*_Y*__*__')] },
  {
    key: 'enter',
    zones: [die('ave-die', 4), ring('ave-enter', 'R_*____Y______')],
    then: [[die('ave-die', 4), ring('ave-enter', 'R_*_r__Y______')]],
  },
  {
    key: 'move',
    zones: [die('ave-three', 3), ring('ave-move', 'R_*_*__Y______')],
    then: [[die('ave-three', 3), walked(ring('ave-move', 'R___*_*Y______'), [2, 3, 5, 6])]],
  },
  {
    key: 'peek',
    zones: [die('ave-six', 6), ring('ave-peek', 'R_*__*_Y_*__*_')],
    then: [
      [die('ave-six', 6), ring('ave-peek', 'R_*__*_Y_y__*_')],
      [die('ave-six', 6), ring('ave-peek', 'R_*__*_Y_*__*_')],
    ],
  },
  { key: 'call' },
  { key: 'home', zones: [home('ave-home', 'RRY')] },
  { key: 'end' },
]
