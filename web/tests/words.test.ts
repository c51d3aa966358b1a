import { describe, expect, test } from 'vitest'
import { languageOf, letter, stop, Words, type Catalogue } from '../src/words'
import de from '../../src/polychrome/locales/de.json'
import en from '../../src/polychrome/locales/en.json'
import es from '../../src/polychrome/locales/es.json'
import fr from '../../src/polychrome/locales/fr.json'
import said from './said.json'

const ANIMALS = ['fox', 'owl', 'bear', 'hare', 'cat', 'frog', 'hedgehog', 'duck']
const CATALOGUES: Record<string, Catalogue> = { en, fr, de, es }
const words = (language: string, textures = false) => new Words(language, CATALOGUES[language]!, ANIMALS, textures)

describe('the page says what words.py says', () => {
  test.each(said)('$language $key', ({ language, key, args, names, said, ...edition }) => {
    const spoken = words(language, 'textures' in edition)
    const table = Object.assign([...names], { you: 'you' in edition ? edition.you : undefined })
    expect(spoken.say([key, args as never], table)).toBe(said)
    expect(spoken.say({ key, args: args as never }, table)).toBe(said)
  })
})

test('a key without words is shown rather than stopping the game', () => {
  expect(words('en').text('no.such.key')).toBe('no.such.key')
  expect(words('en').text('scene.turn')).toContain('{seat:seat}')
})

test('rows are letters, also beyond Z', () => {
  expect([0, 25, 26].map(letter)).toEqual(['A', 'Z', '27'])
})

test('a sentence ends once', () => {
  const calls = (language: string) => words(language).text('colomo.choice.challenge', { seat: 1 })
  expect(stop(calls('en'))).toBe('That is not yours, Owl!')
  expect(stop('Turn up B3')).toBe('Turn up B3.')
})

test('names come round again, numbered', () => {
  expect([0, 7, 8].map(seat => words('en').name(seat))).toEqual(['Fox', 'Duck', 'Fox 2'])
})

test('the first language that we speak', () => {
  expect(languageOf(['', 'pt-BR', 'de-AT', 'fr'])).toBe('de')
  expect(languageOf(['pt', 'it'])).toBe('en')
})
