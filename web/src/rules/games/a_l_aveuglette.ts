// What lies on the table beside the rules of A l’aveuglette.

import type { Chapter } from '..'
import { board, home } from '../colomo'

export const chapters: Chapter[] = [
  { key: 'aim', zones: [board('ala-aim', '_*__*__*____*___*____*___')] },
  { key: 'enter', zones: [board('ala-enter', '_____*_r__RRRRR')] },
  { key: 'move', zones: [board('ala-move', '___*__*___*____')] },
  { key: 'leave', zones: [board('ala-leave', 'YYYYY__*____*__'), home('ala-home', 'R')] },
  { key: 'call' },
  { key: 'end' },
]
