// What moves on the page, and how all of it comes to rest at once. How pieces fly is in flight.ts, which is loaded when
// the first table is there.

const running = new Set<Animation>()
export const ghosts = new Set<Element>()

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export function finish(): void {
  for (const animation of running) animation.finish()
  running.clear()
  for (const ghost of ghosts) ghost.remove() // now, not when the browser finds the time: a face may be over
  ghosts.clear()
}

export function run(node: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
  const animation = node.animate(frames, timing)
  running.add(animation)
  animation.onfinish = animation.oncancel = () => running.delete(animation)
  return animation
}

export function shake(node: Element | null): void {
  if (!node || still()) return
  const [a, b] = ['translateX(-5px)', 'translateX(5px)']
  run(
    node,
    ['none', a, b, a, b, 'none'].map(transform => ({ transform })),
    { duration: 300 },
  )
}
