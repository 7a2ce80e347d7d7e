import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds the page of 200 live rows, which no customer is served; returns its folder. */
export async function buildRows(): Promise<string> {
  const outDir = join(import.meta.dirname, '..', '..', '.cache', 'bench-rows')
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    plugins: [react(), tailwind()],
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  })
  return outDir
}
