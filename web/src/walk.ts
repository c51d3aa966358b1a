// Touching one target after the other until a choice is made; the twin of scenes/walk.py.

import type { Choice, Message, Scene } from './wire'

export interface Target {
  id: string
  label: Message
  choice: Choice | null // what touching it means; null: more is to be touched after it
  touched?: boolean // already, as a part of a set: touching it again leaves it out
}

// What is left of some targets; null if not all that was touched is among them.
export function without(targets: readonly string[], touched: readonly string[]): string[] | null {
  const left = [...targets]
  for (const id of touched) {
    const at = left.indexOf(id)
    if (at < 0) return null
    left.splice(at, 1)
  }
  return left
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
    const { path, scene } = this
    const behind = new Map<string, Choice[]>()
    for (const choice of scene.choices ?? []) {
      const rest = scene.loose
        ? without(choice.path, path)
        : path.every((id, i) => choice.path[i] === id)
          ? choice.path.slice(path.length, path.length + 1)
          : null
      for (const id of new Set(rest)) (behind.get(id) ?? behind.set(id, []).get(id)!).push(choice)
    }
    const found = new Map<string, Target>()
    for (const [id, choices] of behind) {
      const only = choices.length === 1 ? choices[0]! : null
      found.set(id, { id, label: only?.label ?? this.label(id), choice: only })
    }
    if (scene.loose)
      for (const id of path)
        if (!found.has(id)) found.set(id, { id, label: this.label(id), choice: null, touched: true })
    return found
  }

  // What has been touched so far comes to, where there is such a thing.
  total(): number | undefined {
    for (const { path, points, gains } of this.scene.tallies ?? []) {
      const others = without(this.path, path)
      if (others?.every(id => id in gains)) return others.reduce((sum, id) => sum + gains[id]!, points)
    }
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
