// A text becomes a file of whoever asked for it.

const READ = 60_000 // ms after which the browser surely has it

export function save(text: string, name: string, type = 'text/plain'): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), READ)
}
