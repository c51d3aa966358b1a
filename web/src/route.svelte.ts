// Where in the box we are: the home page, a table, a replay (and at which of its lines, see pages/Replay.svelte).

export type Route = { page: 'home' } | { page: 'table' | 'replay'; id: string }

function read(): Route {
  const found = /^\/([tr])\/([\w-]+)\/?(?:#\d+)?$/.exec(__SITE__ ? location.hash.slice(1) : location.pathname)
  return found ? { page: found[1] === 't' ? 'table' : 'replay', id: found[2]! } : { page: 'home' }
}

export const route = $state({ at: read() })

export function go(path: string): void {
  history.pushState(null, '', __SITE__ ? `#${path}` : path)
  route.at = read()
  scrollTo(0, 0)
}

addEventListener('popstate', () => (route.at = read()))

// A link that stays in this page, unless somebody wants a new tab.
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  event.preventDefault()
  go(__SITE__ ? event.currentTarget.hash.slice(1) : event.currentTarget.pathname)
}
