// How this browser wants the box: kept here, never sent anywhere.

import { catalogue } from './api'
import { animals } from './art/art'
import { NONE, type Wishes } from './wishes'
import { languageOf, stop, Words } from './words'

const STORE = 'polychrome.settings'
export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const
export const PATTERNS = ['subtle', 'strong'] as const

interface StoredSettings {
  language?: string
  theme: (typeof THEMES)[number]
  patterns: (typeof PATTERNS)[number]
  textures: boolean // patterns are named, not colours
  sound: boolean
  emotes: boolean
  read: boolean // every turn aloud
  buzz: boolean // a little, in the hand, at one's own moves
  level: string // of bots, as chosen last
  children: boolean // small ones play here: parts/ChildrenSwitch.svelte
  lent: boolean // the voice came with them, and goes with them
  wishes: Wishes // which games are looked for
}

function kept(): StoredSettings {
  const plain: StoredSettings = {
    theme: 'auto',
    patterns: 'subtle',
    textures: false,
    sound: true,
    emotes: true,
    read: false,
    buzz: true,
    level: 'casual',
    children: false,
    lent: false,
    wishes: NONE,
  }
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<StoredSettings>) }
  } catch {
    return plain
  }
}

class Settings {
  all = $state<StoredSettings>(kept())
  words = $state.raw(new Words('en', {}, animals))

  set(change: Partial<StoredSettings>): void {
    Object.assign(this.all, change)
    if (change.textures !== undefined)
      this.words = new Words(this.words.language, this.words.entries, animals, change.textures)
    try {
      localStorage.setItem(STORE, JSON.stringify(this.all))
    } catch {
      /* then it is forgotten with the page */
    }
    this.show()
  }

  async speak(language?: string): Promise<void> {
    const wanted = languageOf([language ?? this.all.language ?? '', ...navigator.languages])
    this.words = new Words(wanted, await catalogue(wanted), animals, this.all.textures)
    document.documentElement.lang = wanted
    if (language) this.set({ language: wanted })
  }

  show(): void {
    const { theme, patterns, textures, children } = this.all
    const root = document.documentElement.dataset
    if (theme === 'light' || theme === 'dark') root.theme = theme
    else delete root.theme
    root.contrast = theme === 'contrast' ? 'more' : ''
    root.patterns = textures ? 'strong' : patterns
    document.documentElement.classList.toggle('children', children)
  }
}

export const settings = new Settings()

// Says a text of the page itself.
export const t = (key: string, args: Record<string, string | number | string[] | number[]> = {}): string =>
  settings.words.text(`page.${key}`, args)

// What a second tap will do.
export const again = (deed: string): string => `${stop(deed)} ${t('again')}`
