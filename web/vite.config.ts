import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { shell } from './shell'
import { served as nothing, site } from './site'

// While developing, `npm run dev` serves the page and asks a Polychrome server on this port for everything else.
const server = `http://127.0.0.1:${process.env.POLYCHROME_PORT ?? 8765}`
const out = process.env.POLYCHROME_OUT ?? '../src/polychrome/web_dist'
// What the first table needs and later parts share: packed together it is smaller than in eight files.
const FIRST = /src\/(art\/art|parts\/(Ghost|Piece|Touch)\.|api|fit|motion|settings)/
const ALONE = ['sw', 'tables', 'bots'] // workers: found by their names

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
          entryFileNames: chunk => (ALONE.includes(chunk.name) ? `${chunk.name}.js` : 'assets/[name]-[hash].js'),
          ...(served && { codeSplitting: { groups: [{ name: 'first', test: FIRST }] } }),
        },
      },
    },
    server: {
      proxy: { '/api': server, '/locales': server, '/ws': { target: server.replace('http', 'ws'), ws: true } },
    },
    test: { include: ['tests/**/*.test.ts'] },
  }
})
