import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { settings } from './settings.svelte'
import { touched } from './sound'

const RETRY = 2000
const page = document.getElementById('page')!
const wait = page.querySelector('div')! // index.html

function start(): void {
  settings.speak().then(
    () => {
      page.textContent = ''
      mount(App, { target: page })
    },
    () => {
      wait.hidden = false
      setTimeout(start, RETRY)
    },
  )
}

settings.show()
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, event => event.isTrusted && touched())
start()

// Only over HTTPS and on the own machine; elsewhere the page works as well, but not without a connection.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  addEventListener('load', async () => {
    if (__SITE__) await (await import('./site/download.svelte')).begin()
    else await navigator.serviceWorker.register('/sw.js').catch(() => {})
  })
