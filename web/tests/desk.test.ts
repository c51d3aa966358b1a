import { describe, expect, it } from 'vitest'
import { fresh, GAP, listed, pencil, questions, spread } from '../src/desk'
import type { Button, Piece, Zone } from '../src/wire'

const sheet = (pieces: Partial<Piece>[], rest: Partial<Zone> = {}): Zone => ({ columns: 2, pieces, ...rest }) as Zone

describe('sheets on a desk', () => {
  it('are as large as there is room', () => {
    expect(spread(1, 300, 400, 50)).toBe(300)
    expect(spread(1, 400, 300, 50)).toBe(250)
    expect(spread(2, 600 + GAP, 350, 50)).toBe(300) // side by side
    expect(spread(2, 300, 700 + GAP, 50)).toBe(300) // one below the other
  })

  it('tell which words are on them', () => {
    expect(listed(sheet([], { note: ['some.note', { words: ['TEN', 'SEA'] }] }))).toEqual(['TEN', 'SEA'])
    expect(listed(sheet([]))).toEqual([])
  })

  it('tell what is there in pencil, as it is read', () => {
    const pencilled = { fresh: true, mark: 'pencil' as const }
    const written = sheet([
      { badge: 'T', ...pencilled },
      {},
      { badge: 'E', ...pencilled },
      { badge: 'N', ...pencilled },
    ])
    expect(pencil(written)).toBe('TEN')
    expect(fresh(written)).toBe(false)
    expect(fresh(sheet([{ badge: 'T', fresh: true }]))).toBe(true)
  })

  it('are asked about, each question once', () => {
    const buttons = ['Is TEN a word? Yes', 'Is TEN a word? No', 'Go on'].map(id => ({ id }) as Button)
    const found = questions(buttons, button => button.id)
    expect(found.map(({ text, answers }) => [text, answers.map(answer => answer.text)])).toEqual([
      ['Is TEN a word?', ['Yes', 'No']],
      ['', ['Go on']],
    ])
  })
})
