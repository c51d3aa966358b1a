import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { shell } from './shell'

// While developing, `npm run dev` serves the page and asks a Polychrome server on this port for everything else.
const server = `http://127.0.0.1:${process.env.POLYCHROME_PORT ?? 8765}`

export default defineConfig({
  plugins: [svelte(), shell()],
  publicDir: false, // shell.ts colours what would lie there
  build: {
    outDir: process.env.POLYCHROME_OUT ?? '../src/polychrome/web_dist',
    emptyOutDir: true,
    target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
    assetsInlineLimit: 0, // the content policy allows no data: fonts or scripts
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker.ts' },
      output: { entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: {
    proxy: { '/api': server, '/locales': server, '/ws': { target: server.replace('http', 'ws'), ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'] },
})
