// What the workers of a site tell its page beside what Python says.

import type { Answer, Awake, BotsDied, Close, Send, Thought, Trouble } from './calls'

// How the tables are: they begin; they are there; another tab has them; they cannot be kept here, not be loaded, or
// this browser cannot run them; they have stopped; what was kept is closed to them, or was cleared away.
export type State = 'begins' | 'ready' | 'elsewhere' | 'forgetful' | 'broken' | 'unable' | 'stopped' | 'cleared'

// These are for the page itself; the other commands its worker does.
export type Told = Answer | Send | Close | Trouble | { do: 'state'; state: State }

// What the worker in which bots think says; its page passes it on.
export type FromBots = Awake | BotsDied | Thought

// What the service worker tells while it fetches: bytes; and whether that has come to nothing.
export interface DownloadProgress {
  kept: number
  all: number
  failed?: true
}
