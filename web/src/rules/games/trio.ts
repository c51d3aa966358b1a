// What lies on the table beside the rules of Trio.

import type { Chapter } from '..'
import { spread, won } from '../colomo'

export const chapters: Chapter[] = [
  { key: 'aim', zones: [won('trio-aim', [['B', 3], ['G', 3]])] }, // prettier-ignore
  {
    key: 'turn',
    zones: [spread('trio-turn', '*******.**')],
    then: [
      [spread('trio-turn', '*g*****.**')],
      [spread('trio-turn', '*g*****.*g')],
      [spread('trio-turn', '*g**o**.*g')],
      [spread('trio-turn', '*******.**')],
    ],
  },
  { key: 'end', zones: [spread('trio-end', '******', 6)] },
]
