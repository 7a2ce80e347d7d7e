import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:8081'

/** Builds the console app into `dist/operator`; in development `/api` and `/socket.io` go to a running server's console port. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  cacheDir: '../node_modules/.vite/operator',
  plugins: [react(), tailwind()],
  build: {
    outDir: '../dist/operator',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
  },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
})
