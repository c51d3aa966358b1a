import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Rolldown } from 'vite'
import { shell } from './shell'
import { served as nothing, site } from './site'

// While developing, `npm run dev` serves the page and asks a Polychrome server on this port for everything else.
const server = `http://127.0.0.1:${process.env.POLYCHROME_PORT ?? 8765}`
const out = process.env.POLYCHROME_OUT ?? '../src/polychrome/web_dist'
const ALONE = ['sw', 'tables', 'bots'] // workers: found by their names

// Whatever is loaded before the first table lies in one file: it packs better than ten, and arrives in one answer.
const first = new Set<string>()
function opening(id: string, graph: { getModuleInfo(id: string): Rolldown.ModuleInfo | null }): string | null {
  const walk = (module: string): void => {
    if (first.has(module)) return
    first.add(module)
    graph.getModuleInfo(module)?.importedIds.forEach(walk)
  }
  if (!first.size) walk(fileURLToPath(new URL('index.html', import.meta.url)))
  return first.has(id) ? 'first' : null
}

// `vite build --mode site` makes the page of `polychrome site`, in a folder of the other one.
export default defineConfig(({ mode }) => {
  const served = mode !== 'site'
  return {
    base: served ? '/' : './',
    define: { __SITE__: JSON.stringify(!served) },
    plugins: served ? [nothing(), svelte(), shell()] : [site(), svelte()],
    publicDir: false, // shell.ts colours what would lie there
    build: {
      outDir: served ? out : `${out}/site`,
      emptyOutDir: true,
      target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
      assetsInlineLimit: 0, // the content policy allows no data: fonts or scripts
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: served
          ? { index: 'index.html', sw: 'src/worker.ts' }
          : { index: 'index.html', sw: 'src/site/keeper.ts', tables: 'src/site/tables.ts', bots: 'src/site/bots.ts' },
        output: {
          codeSplitting: { groups: [{ name: opening, debugName: 'first' }] },
          entryFileNames: chunk => (ALONE.includes(chunk.name) ? `${chunk.name}.js` : 'assets/[name]-[hash].js'),
        },
      },
    },
    server: {
      proxy: { '/api': server, '/locales': server, '/ws': { target: server.replace('http', 'ws'), ws: true } },
    },
    test: { include: ['tests/**/*.test.ts'] },
  }
})
