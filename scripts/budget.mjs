import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Weighs the built customer app against its budget (gzip) and fails above it. Reads Vite's manifest and the built page,
 * so run it after the build: `node scripts/budget.mjs`.
 */
const KB = 1000
const root = join(import.meta.dirname, '..', 'dist', 'web')
const textOf = (file) => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(textOf('.vite/manifest.json'))

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
const home = 'pages/home/home-page.tsx'
/** Pages with a ticket, a chat or a verifier of every version there was, in KB; all others have 40. */
const tickets = {
  'products/spot/trade-page.tsx': 60,
  'products/contract/trade-page.tsx': 47,
  'products/option/ticket-page.tsx': 42.5,
  'products/otc/order-page.tsx': 41.5,
  'products/liabilities/balance-page.tsx': 41,
}
const chart = 'features/chart/chart-canvas.tsx'
const instrument = 'pages/market/instrument-page.tsx'

const shell = closure([entry, home])
const pages = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx') && key !== home)
const bundles = Object.keys(manifest).filter((key) => key.startsWith('texts/bundles/'))

/** What comes before the app itself shows a price of a page: at most so many KB of files, in so many requests, calls included. */
const firstPrices = [
  { name: 'home', route: 'pages/index/index', kb: 176.5, requests: 10 },
  { name: 'market', route: 'pages/market/market', kb: 178, requests: 11 },
  { name: 'instrument', route: 'pages/transaction/index', kb: 202, requests: 17 },
  { name: 'instrument, wide', route: 'pages/transaction/index', isWide: true, kb: 206.5, requests: 20 },
]

const lines = [
  line('shell with first page', 150, 170, weigh(filesOf(shell, 'file'))),
  line('css', 12, 12.5, weigh(filesOf(shell, 'css'))),
  ...bundles.map((key) =>
    line(
      `locale ${key.match(/(\w+)\.ts$/)[1]}`,
      14,
      16,
      weigh(filesOf(closure([key]).difference(shell), 'file')),
    ),
  ),
  ...pages.map((key) => {
    const limit = tickets[key] ?? 40
    return line(
      `page ${key.slice(0, -9)}`,
      limit,
      limit,
      weigh(filesOf(closure([key]).difference(shell), 'file')),
    )
  }),
]
if (manifest[chart]) {
  // Every page with a chart has what the page of an instrument has: the chart is what comes beside that.
  const beside = closure([chart])
    .difference(shell)
    .difference(closure([instrument]))
  lines.push(line('chart', 70, 70, weigh(filesOf(beside, 'file'))))
}
for (const { name, route, isWide, kb, requests } of firstPrices) {
  const { files, calls } = beforePrice(route, isWide)
  lines.push(line(`first price: ${name}`, kb, kb, weigh(files)))
  lines.push({ ...line(`first price: ${name}`, requests, requests, files.size + calls), unit: 'requests' })
}

for (const { name, amount, goal, limit, unit } of lines) {
  const scale = unit === 'KB' ? KB : 1
  const mark = amount > limit * scale ? 'OVER' : amount > goal * scale ? 'above its goal' : 'ok'
  const shown = (amount / scale).toFixed(unit === 'KB' ? 1 : 0)
  console.log(`${name.padEnd(44)} ${shown.padStart(7)} ${unit} of ${goal}  ${mark}`)
}
const over = lines.filter(({ amount, limit, unit }) => amount > limit * (unit === 'KB' ? KB : 1))
if (over.length > 0) {
  console.error(`${over.length} over budget: ${over.map(({ name, unit }) => `${name} (${unit})`).join(', ')}`)
  process.exitCode = 1
}

function line(name, goal, limit, amount) {
  return { name, goal, limit, amount, unit: 'KB' }
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

/** The files of chunks: their scripts, or their style sheets. */
function filesOf(keys, kind) {
  return new Set([...keys].flatMap((key) => manifest[key][kind] ?? []))
}

/** Gzipped bytes of files. */
function weigh(files) {
  return [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(root, file)), { level: 9 }).length,
    0,
  )
}

/**
 * The files and the number of calls that the built page asks for before the first price of a route can be drawn. That it
 * needs no more than these is a test's to say: `e2e/first-visit.e2e.ts`.
 */
function beforePrice(route, isWide) {
  const html = textOf('index.html')
  const named = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="\.\/([^"]+)"[^>]*>/g)]
  const isAsked = (tag) => /^<script|rel="(?:modulepreload|stylesheet)"/.test(tag)
  const parts = JSON.parse(/data-parts='([^']+)'/.exec(html)[1])
  const partFiles = (name) => (parts[name]?.split(' ') ?? []).map((file) => `assets/${file}.js`)
  return {
    files: new Set([
      'index.html',
      ...named.flatMap(([tag, file]) => (isAsked(tag) ? [file] : [])),
      ...partFiles(route),
      ...(isWide ? partFiles(`${route} wide`) : []),
    ]),
    calls: [...html.matchAll(/ data-(?:quotes|listing)="/g)].length,
  }
}
