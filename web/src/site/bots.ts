// The worker in which bots think: a view in, a move out.

import type { Solution } from './calls'
import { lister, python } from './python'
import type { FromBots } from './state'

declare const __VERSION__: string // as `polychrome site` writes them
declare const __BOX__: string

const send = (said: FromBots): void => self.postMessage(said)

async function begin(): Promise<void> {
  const py = await python(__VERSION__, __BOX__)
  const bots = py.pyimport('polychrome.offline.worker').Bots!(lister(py))
  self.onmessage = ({ data: { number, problem } }: MessageEvent<{ number: number; problem: string }>) => {
    try {
      const begun = performance.now()
      const solution = JSON.parse(bots.think!(problem) as unknown as string) as Solution
      send({ call: 'thought', number, solution, seconds: (performance.now() - begun) / 1000 })
    } catch {
      send({ call: 'died' })
    }
  }
  send({ call: 'awake' })
}

begin().catch(() => send({ call: 'died' }))
