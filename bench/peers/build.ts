import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export const peers = ['antd-mobile', 'ionic'] as const
const here = import.meta.dirname

/** Installs what the peers are built from, by a lockfile of their own, unless it is there. */
export function installPeers(): void {
  const marker = join(here, 'node_modules', '.package-lock.json')
  const isThere =
    existsSync(marker) && statSync(marker).mtimeMs > statSync(join(here, 'package-lock.json')).mtimeMs
  if (isThere) return
  const options = ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error']
  const isWindows = process.platform === 'win32'
  const { status } = spawnSync('npm', options, { cwd: here, stdio: 'inherit', shell: isWindows })
  if (status !== 0) throw new Error('the packages of the peers could not be installed')
}

/** Builds a peer as ours is built, its pages and its list of 200 rows; returns its folder. */
export async function buildPeer(name: (typeof peers)[number]): Promise<string> {
  const root = join(here, name)
  const outDir = join(here, '..', '..', '.cache', `bench-${name}`)
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    plugins: [react()],
    // What they share with our app finds their React, and not ours beside it.
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ['index.html', 'rows.html'].map((page) => join(root, page)),
        // Ionic's elements are free of side effects, which its package does not say where the bundler looks: without
        // this all of them are in the first file, of 1.3 MB.
        treeshake: { moduleSideEffects: (id) => !/@ionic\/(core|react)\/.*\.js$/.test(id) },
      },
    },
  })
  return outDir
}
