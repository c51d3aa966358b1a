// Which frames this page has shown: others die with their connection, and when we come back we say what has reached us,
// so that every line is told, and told once. A page that was never there says nothing.

import type { Frame } from './wire'

export class Seen {
  private frames: Record<string, string> | null = null // by viewer
  private readonly store: string

  constructor(table: string) {
    this.store = `polychrome.seen.${table}`
    try {
      this.frames = JSON.parse(sessionStorage.getItem(this.store) ?? 'null') as Record<string, string> | null
    } catch {
      /* a page without storage forgets across a reload, and only then */
    }
  }

  get query(): string {
    return this.frames ? `?seen=${Object.values(this.frames).join()}` : ''
  }

  arrive(): void {
    if (!this.frames) this.keep({})
  }

  note({ viewer, length, undone = 0 }: Frame): void {
    this.keep({ ...this.frames, [String(viewer)]: `${viewer}.${length}.${undone}` })
  }

  private keep(frames: Record<string, string>): void {
    this.frames = frames
    try {
      sessionStorage.setItem(this.store, JSON.stringify(frames))
    } catch {
      /* see above */
    }
  }
}
