// How strong a bot is, by the names the server knows.

import { t } from './settings.svelte'

export const LEVELS = ['kid', 'casual', 'sharp', 'master']

// Old tables may have bots by other names.
export const levelOf = (bot: string | null): string => (bot && LEVELS.includes(bot) ? `${t('bot')} · ${t(`level.${bot}`)}` : t('bot'))
