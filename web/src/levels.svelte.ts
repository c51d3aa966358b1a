// Who plays against people: bots of our levels, and those that whoever runs the server has brought along.

import { bots } from './api'
import { settings, t } from './settings.svelte'

const LEVELS = ['kid', 'casual', 'sharp', 'master']
const last = (bot: string): string => bot.split(/[:.]/).at(-1)!

class Opponents {
  own = $state.raw<string[]>([]) // `module:Class`
  all = $derived([...LEVELS, ...this.own])
  // chosen last, if it is still there
  usual = $derived(this.all.includes(settings.all.level) ? settings.all.level : 'casual')

  async load(): Promise<void> {
    this.own = await bots().catch(() => this.own)
  }

  choose(level: string): string {
    settings.set({ level })
    return level
  }

  // A level in the reader's language, somebody's bot by its own name; nothing for what old tables have.
  called(bot: string | null): string {
    if (!bot || !this.all.includes(bot)) return ''
    if (LEVELS.includes(bot)) return t(`level.${bot}`)
    return this.own.some(other => other !== bot && last(other) === last(bot)) ? bot : last(bot)
  }
}

export const opponents = new Opponents()
