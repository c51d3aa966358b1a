// A word on its way onto a sheet: its letters, and the cells they go to. Only where cells lie and which are taken; no
// rules.

export type Step = 'R' | 'D'

export interface Paper {
  columns: number
  taken: readonly boolean[] // by cell
  names: readonly string[] // of the cells
}

export interface Draft {
  word: string
  start: number // -1: nowhere yet
  steps: string // R and D; may run ahead of the word, when somebody has drawn the way first
}

export const BLANK: Draft = { word: '', start: -1, steps: '' }

// Letters as they stand in cells, however they were composed: without marks; some signs take two cells. What is no
// letter stays, and the server says that no cell takes it.
export function spell(text: string, spelled: Record<string, string>): string {
  let letters = ''
  let last = '' // the letter to which marks belong
  for (const sign of text.normalize('NFD')) {
    if (last && /\p{M}/u.test(sign)) {
      const both = spelled[(last + sign).normalize('NFC')]
      if (both) {
        letters = letters.slice(0, -last.length) + both
        last = both.at(-1)!
      }
    } else for (last of sign.toUpperCase()) letters += spelled[last] ?? last
  }
  return letters
}

// The cell that a step leads to; -1: off the sheet.
export function after(paper: Paper, cell: number, step: string): number {
  if (cell < 0) return -1
  const right = (cell + 1) % paper.columns ? cell + 1 : -1
  const next = step === 'D' ? cell + paper.columns : right
  return next < paper.taken.length ? next : -1
}

const free = (paper: Paper, cell: number): boolean => cell >= 0 && !paper.taken[cell]

// Every cell of the way, also beyond the letters; it ends where it would leave the sheet.
export function way(paper: Paper, { start, steps }: Draft): number[] {
  if (start < 0) return []
  const cells = [start]
  for (const step of steps) {
    const next = after(paper, cells.at(-1)!, step)
    if (next < 0) break
    cells.push(next)
  }
  return cells
}

// Straight on where there is room, or else around the corner; '' where there is none.
function onward(paper: Paper, cell: number, before: string): Step | '' {
  const steps: Step[] = before === 'D' ? ['D', 'R'] : ['R', 'D']
  return steps.find(step => free(paper, after(paper, cell, step))) ?? ''
}

// As many steps as the letters need. Without room left it goes straight on, and the server says what is wrong.
export function flow(paper: Paper, draft: Draft): Draft {
  let steps = draft.steps
  while (draft.start >= 0 && steps.length < draft.word.length - 1) {
    const cells = way(paper, { ...draft, steps })
    const last = steps.at(-1) ?? 'R'
    steps += (cells.length === steps.length + 1 && onward(paper, cells.at(-1)!, last)) || last
  }
  return { ...draft, steps }
}

// Where the next letter goes; -1: nowhere.
export function cursor(paper: Paper, draft: Draft): number {
  const { word, steps } = draft
  const cells = way(paper, draft)
  if (word.length < cells.length) return cells[word.length]!
  const last = cells.at(-1)
  if (last === undefined || cells.length < word.length) return -1
  const step = onward(paper, last, steps.at(-1) ?? 'R')
  return step ? after(paper, last, step) : -1
}

// One letter more; null: there is no room for it.
export function write(paper: Paper, draft: Draft, letter: string): Draft | null {
  const at = cursor(paper, draft)
  if (at < 0) return null
  const { word, start, steps } = draft
  if (!word || steps.length >= word.length) return { start, steps, word: word + letter }
  const last = way(paper, draft)[word.length - 1]!
  return {
    start,
    word: word + letter,
    steps: steps + (after(paper, last, 'D') === at && after(paper, last, 'R') !== at ? 'D' : 'R'),
  }
}

// The last letter is taken back, the next one goes to its cell; after the first letter the place goes, too.
export function back({ word, start, steps }: Draft): Draft {
  if (!word) return BLANK
  return { word: word.slice(0, -1), start, steps: steps.slice(0, word.length - 1) }
}

// The next letter goes to the right or down; null: it cannot.
export function turn(paper: Paper, draft: Draft, step: Step): Draft | null {
  const { word, start, steps } = draft
  const last = way(paper, draft)[word.length - 1]
  if (!word || last === undefined || !free(paper, after(paper, last, step))) return null
  return { word, start, steps: steps.slice(0, word.length - 1) + step }
}

// A cell was touched: the next one of the way, or a corner for the letters that are there, or else a new place for all
// of them.
export function touch(paper: Paper, draft: Draft, cell: number): Draft | null {
  if (!free(paper, cell)) return null
  const cells = way(paper, draft).slice(0, Math.max(1, draft.word.length))
  if (cells.includes(cell)) return draft
  for (let i = cells.length - 1; i >= 0 && draft.word; i--)
    for (const step of ['R', 'D'] as const)
      if (after(paper, cells[i]!, step) === cell)
        return flow(paper, { ...draft, steps: draft.steps.slice(0, i) + step })
  return place(paper, draft, cell)
}

// The same word somewhere else, shaped as before where that fits.
export function place(paper: Paper, draft: Draft, cell: number): Draft {
  const same = { ...draft, start: cell, steps: draft.steps.slice(0, Math.max(0, draft.word.length - 1)) }
  const cells = way(paper, same)
  const fits = cells.length > same.steps.length && cells.every(one => !paper.taken[one])
  return fits ? same : flow(paper, { ...same, steps: '' })
}

// A finger goes along the cells: on to the right or down, or back the way it came.
export function drag(paper: Paper, draft: Draft, cell: number): Draft {
  const cells = way(paper, draft)
  const here = cells.indexOf(cell)
  if (here >= 0) return { ...draft, steps: draft.steps.slice(0, here) }
  const last = cells.at(-1)
  if (last === undefined) return draft
  for (const step of ['R', 'D'] as const) {
    let [at, steps] = [last, '']
    for (let i = 0; i < paper.columns && free(paper, after(paper, at, step)); i++) {
      at = after(paper, at, step)
      steps += step
      if (at === cell) return { ...draft, steps: draft.steps + steps } // a fast finger leaves cells out
    }
  }
  return draft
}

// WORD START STEPS, as far as it has come.
export function said(paper: Paper, { word, start, steps }: Draft): string {
  return [word, paper.names[start] ?? '', steps.slice(0, Math.max(0, word.length - 1))].filter(Boolean).join(' ')
}

// The same from a text somebody types; what is not said yet is filled in.
export function read(paper: Paper, text: string, spelled: Record<string, string>): Draft {
  const [word = '', cell = '', steps = ''] = text.trim().split(/\s+/)
  const start = paper.names.indexOf(cell.toUpperCase())
  const sure = /^[RD]*/i.exec(steps)![0].toUpperCase()
  return flow(paper, { word: spell(word, spelled), start, steps: sure })
}
