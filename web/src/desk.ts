// What is told beside a sheet on the desk, and how large sheets can be there. No screen is touched here.

import { ordered } from './sheet'
import type { Button, Zone } from './wire'

export const GAP = 14 // pixels between sheets

// As large as there is room: so many beside each other that each is largest. Below each there is something that needs
// room, too.
export function spread(n: number, width: number, height: number, below: number): number {
  const sizes = Array.from({ length: Math.max(1, n) }, (_, i) => {
    const down = Math.ceil(n / (i + 1))
    return Math.min((width - i * GAP) / (i + 1), (height - (down - 1) * GAP) / down - below)
  })
  return Math.max(...sizes)
}

// The words on a sheet, the newest last; what is in pencil does not count yet.
export function listed(sheet: Zone): string[] {
  const args = sheet.note ? (Array.isArray(sheet.note) ? sheet.note[1] : sheet.note.args) : {}
  return Array.isArray(args.words) ? args.words.map(String) : []
}

export const fresh = (sheet: Zone): boolean =>
  sheet.pieces!.some(piece => piece.fresh && piece.badge && piece.mark !== 'pencil')

export function pencil(sheet: Zone): string {
  const cells = ordered(sheet.pieces!, sheet.columns || 7, piece => piece.mark === 'pencil')
  return cells.map(cell => sheet.pieces![cell]!.badge).join('')
}

// A question about a word, with its answers.
export interface Question {
  text: string
  answers: { button: Button; text: string }[]
}

// Buttons say both; those with the same question belong together.
export function questions(buttons: readonly Button[], say: (button: Button) => string): Question[] {
  const found = new Map<string, Question>()
  for (const button of buttons) {
    const all = say(button)
    const [, text = '', answer = all] = /^(.*\?)\s*(.+)$/.exec(all) ?? []
    const question = found.get(text) ?? { text, answers: [] }
    question.answers.push({ button, text: answer })
    found.set(text, question)
  }
  return [...found.values()]
}
