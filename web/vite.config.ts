import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { isImportedBy } from './build/chunk-graph.ts'
import { contractStub } from './build/contract-stub.ts'
import { firstPaint } from './build/first-paint.ts'
import { isLoneIcon } from './build/lone-icons.ts'
import { pageFiles } from './build/page-files.ts'
import { preloadFirstPage } from './build/preload-first-page.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

/** From how many pages on a part belongs to the file that all pages share. */
const SHARED_BY = 18

const HOME = join(import.meta.dirname, pageFiles()['pages/index/index'] ?? '')

/** What the pages of contracts share with those of copies, options and orders. */
const CONTRACT = /\/domain\/contract\/(?!events|reasons)|\/web\/features\/(contract|disclosure)\//

/** The few lines that tickets have in common. */
const TICKET =
  /\/web\/features\/(install\/offer-later|records\/use-cancel-in-turn|coupon\/lazy-order-coupon)\./

/** Builds the customer app into `dist/web`; in development `/api` and the socket go to a running server. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // Beside the console's development server, which prepares other packages.
  cacheDir: '../node_modules/.vite/web',
  // A language's texts are one string that the browser parses, which is faster than running a script.
  json: { stringify: true, namedExports: false },
  resolve: { alias: { 'zod/mini': join(import.meta.dirname, 'build/schema-stub.ts') } },
  plugins: [
    react(),
    tailwind(),
    contractStub(),
    firstPaint(),
    preloadFirstPage(),
    VitePWA({
      registerType: 'prompt',
      // Registered by main.tsx after the first page is up, so that it never competes with it.
      injectRegister: false,
      manifest: {
        name: 'Plumb',
        short_name: 'Plumb',
        description: 'The exchange you can check',
        display: 'standalone',
        background_color: '#0e0f12',
        theme_color: '#0e0f12',
        id: './',
        scope: './',
        start_url: './',
        categories: ['finance'],
        // A launcher cuts its own shape out of a maskable one: its mark stands within the middle four fifths.
        icons: ['', 'maskable-'].flatMap((name) =>
          ['192', '512'].map((side) => ({
            src: `icon-${name}${side}.png`,
            sizes: `${side}x${side}`,
            type: 'image/png',
            purpose: name ? 'maskable' : 'any',
          })),
        ),
        shortcuts: [
          { name: 'Market', url: './#/pages/market/market' },
          { name: 'Trade', url: './#/pages/transaction/currency' },
          { name: 'Deposit', url: './#/pages/fund/receive' },
          { name: 'Account', url: './#/pages/fund/assets' },
        ].map((shortcut) => ({ ...shortcut, icons: [{ src: 'icon-192.png', sizes: '192x192' }] })),
      },
      workbox: {
        // Only the app's own files. Returns of the API, uploads and sockets are never cached.
        globPatterns: ['**/*.{html,js,css,svg,png}'],
        navigateFallbackDenylist: [
          /^\/api\b/,
          /^\/socket\.io\b/,
          /^\/uploads\b/,
          /^\/(healthz|readyz|test)\b/,
        ],
        runtimeCaching: [],
        importScripts: ['push-worker.js'],
        // A new version waits until it is taken (`app/service-worker.ts`): the pages that are open need the files of theirs.
        skipWaiting: false,
        clientsClaim: true,
        cleanupOutdatedCaches: true,
      },
    }),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // A phone far away pays for each request: what the entry needs is one file, what home needs beside it
    // another, what most other pages share a third, and what the pages of an instrument share two more.
    rolldownOptions: {
      output: {
        // Every page's part is named in the first file, where a hash does not compress: seven letters tell them apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 4 },
            {
              name: (id, graph) => (isImportedBy(HOME, id, graph) && !isLoneIcon(id) ? 'first' : null),
              priority: 3,
            },
            // A group takes along all that its modules need: these come before those who use them.
            {
              name: 'fields',
              test: /\/web\/(ui|format|features\/money)\/(?!qr-code)/,
              minShareCount: 2,
              priority: 2,
            },
            // The forms of contracts ask for it, and would take it along.
            {
              name: 'offered',
              test: /\/(web\/features|domain)\/eligibility\//,
              minShareCount: 2,
              priority: 1.6,
            },
            { name: 'contract', test: CONTRACT, minShareCount: 2, priority: 1.5 },
            // What the eight pages of copies share is theirs alone.
            {
              name: 'copy',
              test: /\/web\/(products|features)\/copy\/|\/domain\/copy\/(?!events)/,
              minShareCount: 2,
              priority: 1,
            },
            // Pages that have none do not pay for it.
            {
              name: 'aside',
              test: /\/web\/features\/(content\/published-note|support\/ask-link)/,
              priority: 0.6,
            },
            { name: 'shared', minShareCount: SHARED_BY, priority: 0.5 },
            {
              name: 'install',
              test: /\/web\/features\/install\/(?!install-event|offer-later)/,
              priority: 0.4,
            },
            // Small pages together: the first file names every file there is. A published note asks for it once its page is there.
            {
              name: 'site',
              test: /\/web\/(products\/content\/(?!powers)|features\/content\/(?!published-note))|\/domain\/content\/markup/,
              priority: 0.4,
            },
            {
              name: 'places',
              test: /\/web\/products\/verification\/(areas|choose-location|open-location)-page/,
              priority: 0.4,
            },
            {
              name: 'addresses',
              test: /\/web\/products\/withdrawal\/((add-)?wallet-page|address-(sheet|picture))/,
              priority: 0.4,
            },
            {
              name: 'instrument',
              test: /\/web\/features\/(alert|instrument|quotes|share)\/(?!share-sheet)/,
              minShareCount: 2,
            },
            { name: 'book', test: /\/web\/features\/book\//, minShareCount: 2 },
            // One request for a ticket in place of two or three.
            { name: 'ticket', test: TICKET, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '/uploads': api, '/socket.io': { target: api, ws: true } },
  },
})
