// The worker in which bots think: a view in, a move out.

import { lister, python } from './python'

declare const __VERSION__: string // as `polychrome site` writes them
declare const __BOX__: string

const think = python(__VERSION__, __BOX__).then(py => {
  const bots = py.pyimport('polychrome.offline.worker').Bots!(lister(py))
  return (text: string) => bots.think!(text) as unknown as string
})

self.onmessage = async ({ data }: MessageEvent<{ number: number; problem: string }>) => {
  let begun = 0
  const solution = await think
    .then(answer => {
      begun = performance.now()
      return JSON.parse(answer(data.problem)) as unknown
    })
    .catch(() => null)
  self.postMessage({ number: data.number, solution, seconds: (performance.now() - begun) / 1000 })
}
