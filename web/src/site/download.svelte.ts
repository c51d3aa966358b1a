// How far the download has come that this device keeps for later. It is heard from its beginning (main.ts): it may fail
// before anybody looks.

import type { DownloadProgress } from './state'

export const keeper = navigator.serviceWorker as ServiceWorkerContainer | undefined // not over plain HTTP
export const download = $state<{ progress?: DownloadProgress }>({})

keeper?.addEventListener('message', ({ data }: MessageEvent<DownloadProgress>) => (download.progress = data))
