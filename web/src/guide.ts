// Where the hand of a guide points: the next thing on the way to the move that it wants.

import type { Pen } from './pen.svelte'
import type { Choice } from './wire'

// How much of a path leads to the move.
export function onTheWay(choice: Choice, path: readonly string[]): string[] {
  const wrong = path.findIndex((id, i) => choice.path[i] !== id)
  return path.slice(0, wrong < 0 ? path.length : wrong)
}

// What to touch, the best first: where the last step has no place of its own, a second tap on the one before does it.
export function nextOn(choice: Choice, path: readonly string[]): string[] {
  const done = onTheWay(choice, path).length
  return [...choice.path.slice(done, done + 1), ...choice.path.slice(0, done).reverse()]
}

export const targetSelector = (id: string): string => `[data-target="${CSS.escape(id)}"]`

// The cells of a word, by the steps that are written behind its first.
export function cellsOf(start: number, steps: string, columns: number): number[] {
  const cells = [start]
  for (const step of steps) cells.push(cells.at(-1)! + (step === 'D' ? columns : 1))
  return cells
}

// What to do next to write a word, as a selector: its first cell, a letter, a cell where it turns, or handing it in.
export function nextInWord(action: string, pen: Pen): string {
  const [, word = '', place = '', steps = ''] = action.split(' ')
  const cells = cellsOf(pen.paper.names.indexOf(place), steps, pen.paper.columns)
  const { word: done, start } = pen.draft
  if (pen.away) return '.writer .do .key'
  if (start !== cells[0] && !done) return `[data-cell="${cells[0]}"]`
  if (start !== cells[0] || !word.startsWith(done)) return '.keys .back'
  if (done.length && pen.cells.some((cell, i) => i < done.length && cell !== cells[i])) return '.keys .back'
  if (done === word) return '.writer .send'
  if (done && pen.next !== cells[done.length]) return `[data-cell="${cells[done.length]}"]`
  return `.keys [data-letter="${word[done.length]}"]`
}
