// Each colour has its note, a pentatonic scale rising through the rainbow; each event its timbre. No files, no network.

import { colours as palette } from './art/art'
import { settings } from './settings.svelte'

const SCALE = Object.keys(palette)
const STEPS = [0, 2, 4, 7, 9]
export type Event = 'flip' | 'place' | 'take' | 'turn' | 'win' | 'no'

// Semitones above middle C.
export const pitch = (colour: string): number => {
  const at = Math.max(0, SCALE.indexOf(colour))
  return STEPS[at % 5]! + 12 * Math.floor(at / 5)
}

let context: AudioContext | null = null

// Browsers allow sound only after a touch; before it there is none.
export function touched(): void {
  if (settings.all.sound && typeof AudioContext !== 'undefined') {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume()
  }
}

function tone(semitones: number, at: number, length: number, wave: OscillatorType, loud: number): void {
  if (!context) return
  const start = context.currentTime + at
  const gain = context.createGain()
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loud, start + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.0008, start + length)
  const voice = context.createOscillator()
  voice.type = wave
  voice.frequency.value = 261.63 * 2 ** (semitones / 12)
  voice.connect(gain).connect(context.destination)
  voice.start(start)
  voice.stop(start + length + 0.05)
}

const TIMBRE: Record<Event, [OscillatorType, number, number]> = {
  flip: ['triangle', 0.35, 0.13],
  place: ['sine', 0.28, 0.16],
  take: ['triangle', 0.5, 0.1],
  turn: ['sine', 0.4, 0.07],
  win: ['triangle', 0.9, 0.1],
  no: ['square', 0.12, 0.025],
}

export function play(event: Event, colours: readonly string[] = []): void {
  if (!settings.all.sound || context?.state !== 'running') return
  const [wave, length, loud] = TIMBRE[event]
  const notes =
    event === 'turn' ? [7, 12] : event === 'no' ? [-9, -11] : event === 'win' ? [0, 4, 7, 12, 16] : colours.map(pitch)
  notes.forEach((note, i) => tone(note, i * 0.08, length, wave, loud))
}
