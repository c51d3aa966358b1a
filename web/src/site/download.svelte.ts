// How far the download has come that this device keeps for later. It is begun here and heard from its beginning
// (main.ts): it may fail before anybody looks.

import type { DownloadProgress } from './state'

// Not over plain HTTP, nor in some private windows.
export const keeper = navigator.serviceWorker as ServiceWorkerContainer | undefined
export const download = $state<{ progress?: DownloadProgress }>({})

keeper?.addEventListener('message', ({ data }: MessageEvent<DownloadProgress>) => (download.progress = data))

// A browser may forbid it; and it ends without a word what takes too long.
export async function begin(): Promise<void> {
  try {
    const found = await keeper!.register('sw.js')
    watch(found.installing)
    found.addEventListener('updatefound', () => watch(found.installing))
  } catch {
    fail()
  }
}

const watch = (coming: ServiceWorker | null): void =>
  coming?.addEventListener('statechange', () => coming.state === 'redundant' && fail())

const fail = (): void => void (download.progress = { kept: 0, all: 0, ...download.progress, failed: true })
