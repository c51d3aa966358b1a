// At build: what differs in the page of a site that has no server (`polychrome site`). None of it is in the served page.

import type { Plugin } from 'vite'
import { coloured } from './shell'

const ALONE = /<!-- site\b([\s\S]*?)\/site -->/g // what is said where there is none
const SERVED = /<!-- served -->[\s\S]*?<!-- \/served -->/g // what needs a server

// Addresses stand behind `#`: a static host knows one page, and in which folder it lies is nobody's business.
export function site(): Plugin {
  return {
    name: 'polychrome-site',
    enforce: 'pre',
    transformIndexHtml: coloured,
    transform(code, id) {
      if (!id.endsWith('.svelte')) return null
      return { code: code.replace(SERVED, '').replace(ALONE, '$1').replaceAll('href="/', 'href="#/'), map: null }
    },
  }
}

// The served page has a server, and nothing in place of it.
export function served(): Plugin {
  const nothing = '\0polychrome-nothing'
  return {
    name: 'polychrome-served',
    enforce: 'pre',
    resolveId: source => (source.endsWith('/site/transport') ? nothing : null),
    load: id => (id === nothing ? 'export const ask = undefined, SiteSocket = undefined' : null),
  }
}
