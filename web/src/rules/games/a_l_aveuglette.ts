// What lies on the table beside the rules of A l’aveuglette.

import type { Chapter } from '..'
import { board, home, walked } from '../colomo'

export const chapters: Chapter[] = [
  { key: 'aim', zones: [board('ala-aim', '_*__*__*____*___*____*___')] },
  { key: 'enter', zones: [board('ala-enter', '_____*_r__RRRRR')] },
  {
    key: 'move',
    zones: [board('ala-move', '___*__*___*____')],
    then: [[walked(board('ala-move', '__**__*________'), [10, 2])]],
  },
  {
    key: 'leave',
    zones: [board('ala-leave', 'YYYYY__r____*__'), home('ala-home', '')],
    then: [[board('ala-leave', 'YYYYY_______*__'), home('ala-home', 'R')]],
  },
  { key: 'call' },
  { key: 'end' },
]
