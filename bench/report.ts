import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'

/** What every result says about where it was measured. */
export function machine() {
  return {
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  }
}

/** A folder on the disk for a benchmark's data; `remove` deletes it. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'plumb-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

const SYNCS = 200
const PAGE_BYTES = 8_192

/** How long this disk takes to make a page of 8 KiB durable: the least that a commit can take. */
export function measureSync(): Record<string, number> {
  const folder = temporaryFolder()
  const file = openSync(join(folder.path, 'sync'), 'w')
  const page = Buffer.alloc(PAGE_BYTES, 1)
  const times: number[] = []
  for (let n = 0; n < SYNCS; n++) {
    const start = performance.now()
    writeSync(file, page, 0, PAGE_BYTES, n * PAGE_BYTES)
    fdatasyncSync(file)
    times.push(performance.now() - start)
  }
  closeSync(file)
  folder.remove()
  return { 'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99) }
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

/** The number below which that share of the others lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Prints rows under a heading, columns lined up. */
export function table(heading: string, rows: ReadonlyArray<Record<string, string | number>>): void {
  const columns = Object.keys(rows[0] ?? {})
  const cell = (value: string | number | undefined) =>
    typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 2 }) : (value ?? '')
  const widths = columns.map((name) => Math.max(name.length, ...rows.map((row) => cell(row[name]).length)))
  const line = (values: string[]) => values.map((value, i) => value.padEnd(widths[i]!)).join('  ')
  console.log(`\n${heading}\n${line(columns)}`)
  for (const row of rows) console.log(line(columns.map((name) => cell(row[name]))))
}

/** Writes a result into `bench/results/NAME.json`, beside the others. */
export function writeResult(name: string, result: object): void {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const at = new Date().toISOString()
  writeFileSync(
    join(folder, `${name}.json`),
    `${JSON.stringify({ at, machine: machine(), ...result }, null, 2)}\n`,
  )
}
