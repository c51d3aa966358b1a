// What hands can do at a table, for everything that lies on it. Where nobody lends any (rules, replay, the list of
// games), nothing can be touched.

import { getContext, setContext } from 'svelte'
import type { Target } from './walk'

export interface Hands {
  readonly targets: ReadonlyMap<string, Target>
  readonly armed: string | null // touched once, and asks for a second touch
  readonly shaken: { target: string } | null // refused
  readonly path: readonly string[] // touched so far
  readonly chosen: string | null | undefined // a piece that is held until another is; undefined: nothing is held here
  readonly touch?: ((id: string) => void) | undefined
}

const HANDS = Symbol('hands')
const NONE: Hands = { targets: new Map(), armed: null, shaken: null, path: [], chosen: undefined }

export const lend = (hands: Hands | undefined): Hands => setContext(HANDS, hands ?? NONE)
export const lent = (): Hands => getContext<Hands | undefined>(HANDS) ?? NONE
