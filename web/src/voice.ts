// Reads aloud what is said, with the voice of the device; nothing leaves it.

const TAGS: Record<string, string> = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE', es: 'es-ES' }

export const canSpeak = (): boolean =>
  typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined'

export function hush(): void {
  if (canSpeak()) speechSynthesis.cancel()
}

// After what is being said, or (`cut`) instead of it; `done` when all of it has been said.
export function read(text: string, language: string, cut = false, done?: () => void): void {
  if (!canSpeak()) return
  if (cut) speechSynthesis.cancel()
  if (!text) return
  const speech = new SpeechSynthesisUtterance(text)
  speech.lang = TAGS[language] ?? language
  const fitting = speechSynthesis.getVoices().filter(voice => voice.lang.replace('_', '-').split('-')[0] === language)
  const voice = fitting.find(one => one.localService) ?? fitting[0] // what is said stays on the device, if it can
  if (voice) speech.voice = voice
  speech.rate = 0.95
  if (done) speech.onend = done
  speechSynthesis.speak(speech)
}
