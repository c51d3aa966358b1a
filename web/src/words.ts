// What is said to people: the same catalogues and the same gaps as words.py, so the two never differ.

import own from '../generated/languages.json'
import letters from '../generated/letters.json'
import type { Argument, Message } from './wire'

export const languages: Record<string, string> = own // and what they call themselves
export type Catalogue = Record<string, string | Record<string, string>>
type Args = Record<string, Argument>
// Of the seats; and who hears it: what is said of that seat is said as `family.you_deed`, where the catalogue has it.
export type Names = string[] & { you?: number }

// The edition of textures: a key that names a colour, by its kind and the letter of the colour, is said by its pattern.
const LETTERS: Record<string, string> = letters

const GAP = /\{(\w+)(?::([\w.]+))?\}/g

export const letter = (n: number): string => (n >= 0 && n < 26 ? String.fromCharCode(65 + n) : String(n + 1))

// With a full stop, unless it ends already.
export const stop = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)

export const languageOf = (wishes: readonly string[]): string =>
  wishes.map(wish => wish.toLowerCase().split(/[-_]/)[0]!).find(language => language in languages) ?? 'en'

export class Words {
  constructor(
    readonly language: string,
    readonly entries: Catalogue,
    readonly animals: readonly string[],
    readonly textures = false, // patterns are named, not colours
  ) {}

  has(key: string): boolean {
    return key in this.entries
  }

  say(message: Message, names: Names = []): string {
    const [key, args] = Array.isArray(message) ? message : [message.key, message.args]
    return this.text(key, args, names)
  }

  // A key without words is a mistake of ours, but no reason to stop a game: the key itself is shown.
  text(key: string, args: Args = {}, names: Names = []): string {
    if (this.textures) [key, args] = this.textured(key, args)
    if (names.you !== undefined && [args.seat, args.seats].flat().includes(names.you)) {
      const personal = key.replace(/[^.]*$/, 'you_$&')
      if (this.has(personal)) key = personal
    }
    const entry = this.entries[key]
    const found = typeof entry === 'object' ? entry[this.plural(Number(args.n))] : entry
    if (found === undefined) return key
    return found.replace(GAP, (whole, name: string, kind?: string) => {
      const value = args[name]
      return value === undefined ? whole : this.fill(value, kind ?? '', args, names)
    })
  }

  private plural(n: number): string {
    return n ? (Math.abs(n) === 1 ? 'one' : 'other') : (this.entries['language.zero'] as string)
  }

  // What is said instead of the name of a colour.
  private textured(key: string, args: Args): [string, Args] {
    const [family, kind, letter, more] = key.split('.') as [string, string, string?, string?]
    if (letter === undefined) return [family === 'palette' ? `palette.pattern.${kind}` : key, args]
    const texture = LETTERS[letter] ?? letter
    const named = more === undefined && this.has(`textures.${kind}`) && this.has(`palette.pattern.${texture}`)
    return named ? [`textures.${kind}`, { ...args, texture }] : [key, args]
  }

  fill(value: Argument, kind: string, args: Args, names: Names): string {
    if (kind === 'others')
      return this.fill([value].flat().filter(seat => seat !== names.you) as number[], 'seat', args, names)
    if (Array.isArray(value)) return this.join(value.map(item => this.fill(item, kind, args, names)))
    if (kind === 'seat' && typeof value === 'number') return names[value] ?? this.name(value)
    if (kind === 'letter' && typeof value === 'number') return letter(value)
    if (kind === '' || kind === 'seat' || kind === 'letter') return String(value)
    return this.text(kind === 'message' ? String(value) : `${kind}.${value}`, args, names)
  }

  join(items: readonly string[]): string {
    if (items.length < 2) return items.join('')
    return items.slice(0, -1).join(this.text('list.comma')) + this.text('list.and') + items.at(-1)
  }

  name(seat: number): string {
    const round = Math.floor(seat / this.animals.length)
    return this.text(`animal.${this.animals[seat % this.animals.length]}`) + (round ? ` ${round + 1}` : '')
  }
}
