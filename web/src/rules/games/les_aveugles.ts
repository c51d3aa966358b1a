// What lies on the table beside the rules of Les Aveugles.

import type { Chapter } from '..'
import { die, home, ring } from '../colomo'

export const chapters: Chapter[] = [
  { key: 'aim', zones: [ring('ave-aim', 'R_*__*_Y*__*__')] },
  { key: 'enter', zones: [die('ave-die', 4), ring('ave-enter', 'R_*_r__Y______')] },
  { key: 'move' },
  { key: 'peek', zones: [die('ave-six', 6), ring('ave-peek', 'R_*__*_Y_y__*_')] },
  { key: 'call' },
  { key: 'home', zones: [home('ave-home', 'RRY')] },
  { key: 'end' },
]
