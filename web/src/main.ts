import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { settings } from './settings.svelte'
import { touched } from './sound'

settings.show()
addEventListener('pointerdown', touched)
addEventListener('keydown', touched)
void settings
  .speak()
  .catch(() => {}) // the page says so itself, as far as it can
  .then(() => mount(App, { target: document.getElementById('page')! }))
