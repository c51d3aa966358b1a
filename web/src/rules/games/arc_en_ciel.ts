// What lies on the table beside the rules of Arc-en-ciel.

import type { Chapter } from '..'
import { spread, won, RAINBOW } from '../colomo'

export const chapters: Chapter[] = [
  { key: 'aim', zones: [spread('arc-aim', RAINBOW, 6)] },
  {
    key: 'turn',
    zones: [spread('arc-turn', '*R*****G**')],
    then: [[spread('arc-turn', '*R**b**G**')], [spread('arc-turn', '*R**b**G*b')], [spread('arc-turn', '*R*****G**')]],
  },
  // prettier-ignore
  { key: 'share', zones: [won('arc-3', [['*', 3]]), won('arc-2', [['*', 2]]), won('arc-1', [['*', 1]])] },
  { key: 'last', zones: [spread('arc-last', 'R*y***', 6)] },
  { key: 'end' },
]
