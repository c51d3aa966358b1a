// Touching one target after the other until a choice is made; the twin of scenes/walk.py.

import type { Choice, Message, Scene } from './wire'

export interface Target {
  id: string
  label: Message
  choice: Choice | null // what touching it means; null: more is to be touched after it
}

export class Walk {
  private readonly labels = new Map<string, Message>()

  constructor(
    readonly scene: Scene,
    readonly path: readonly string[] = [],
  ) {
    for (const button of scene.buttons ?? []) this.labels.set(button.id, button.label)
    for (const zone of scene.zones) {
      this.labels.set(zone.id, zone.label)
      for (const piece of zone.pieces ?? []) this.labels.set(piece.id, piece.label)
    }
  }

  // What can be touched now. A target that leaves one choice means that choice, so nobody touches what follows anyway.
  targets(): Map<string, Target> {
    const depth = this.path.length
    const behind = new Map<string, Choice[]>()
    for (const choice of this.scene.choices ?? []) {
      const next = choice.path[depth]
      if (next === undefined || this.path.some((id, i) => choice.path[i] !== id)) continue
      behind.set(next, [...(behind.get(next) ?? []), choice])
    }
    const found = new Map<string, Target>()
    for (const [id, choices] of behind) {
      const only = choices.length === 1 ? choices[0]! : null
      found.set(id, { id, label: only?.label ?? this.labels.get(id) ?? [id, {}], choice: only })
    }
    return found
  }

  touch(id: string): Walk {
    return new Walk(this.scene, [...this.path, id])
  }

  back(): Walk {
    return new Walk(this.scene, this.path.slice(0, -1))
  }

  label(id: string): Message {
    return this.labels.get(id) ?? [id, {}]
  }
}
