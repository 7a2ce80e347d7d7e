import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Weighs the built customer app against its budget (gzip) and fails above it. Reads Vite's manifest, so
 * run it after the build: `node scripts/budget.mjs`.
 */
const KB = 1000
const root = join(import.meta.dirname, '..', 'dist', 'web')
const manifest = JSON.parse(readFileSync(join(root, '.vite', 'manifest.json'), 'utf8'))

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
const home = 'pages/home/home-page.tsx'
const trade = 'products/spot/trade-page.tsx'
const chart = 'features/chart/chart-canvas.tsx'

const shell = closure([entry, home])
const pages = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx') && key !== home)
const bundles = Object.keys(manifest).filter((key) => key.startsWith('texts/bundles/'))

const lines = [
  line('shell with first page', 150, 170, weigh(shell, 'file')),
  line('css', 12, 12, weigh(shell, 'css')),
  ...bundles.map((key) =>
    line(`locale ${key.match(/(\w+)\.ts$/)[1]}`, 18, 20, weigh(closure([key]).difference(shell), 'file')),
  ),
  ...pages.map((key) => {
    const limit = key === trade ? 60 : 40
    return line(`page ${key.slice(0, -9)}`, limit, limit, weigh(closure([key]).difference(shell), 'file'))
  }),
]
if (manifest[chart]) lines.push(line('chart', 70, 70, weigh(closure([chart]).difference(shell), 'file')))

for (const { name, bytes, goal, limit } of lines) {
  const mark = bytes > limit * KB ? 'OVER' : bytes > goal * KB ? 'above its goal' : 'ok'
  console.log(`${name.padEnd(44)} ${(bytes / KB).toFixed(1).padStart(7)} KB of ${goal}  ${mark}`)
}
const over = lines.filter(({ bytes, limit }) => bytes > limit * KB)
if (over.length > 0) {
  console.error(`${over.length} over budget: ${over.map(({ name }) => name).join(', ')}`)
  process.exitCode = 1
}

function line(name, goal, limit, bytes) {
  return { name, goal, limit, bytes }
}

/** The chunks that loading these brings along, themselves included. */
function closure(keys) {
  const found = new Set()
  const waiting = keys.filter((key) => manifest[key])
  while (waiting.length > 0) {
    const key = waiting.pop()
    if (found.has(key)) continue
    found.add(key)
    waiting.push(...(manifest[key].imports ?? []))
  }
  return found
}

/** Gzipped bytes of the chunks' scripts, or of their style sheets. */
function weigh(keys, kind) {
  const files = new Set([...keys].flatMap((key) => manifest[key][kind] ?? []))
  return [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(root, file)), { level: 9 }).length,
    0,
  )
}
