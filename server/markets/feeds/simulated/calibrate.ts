import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { recordedDataFolder as folder } from '../recorded-data.ts'
import { type RecordedBar, readBars, readQuotes } from '../replay/csv.ts'

/**
 * Measures the recorded markets and prints the figures that calibration.ts holds.
 *
 *     MARKET_DATA_DIR=... node server/markets/feeds/simulated/calibrate.ts
 *
 * Only derived numbers leave the recordings.
 */

const classes = ['crypto', 'forex', 'stock', 'future', 'etf'] as const
const MINUTE_MS = 60_000

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Log returns between neighbouring minutes; what lies across a pause says nothing about a minute. */
function minuteReturns(bars: readonly RecordedBar[]): { atMs: number; value: number }[] {
  const returns: { atMs: number; value: number }[] = []
  for (let index = 1; index < bars.length; index++) {
    const [before, bar] = [bars[index - 1], bars[index]]
    if (before && bar && bar.atMs - before.atMs === MINUTE_MS) {
      returns.push({ atMs: bar.atMs, value: Math.log(bar.close / before.close) })
    }
  }
  return returns
}

/** Student's t with n degrees of freedom has a kurtosis of 3 + 6 / (n - 4); solved for n. */
function degreesOfFreedom(values: readonly number[]): number {
  const variance = mean(values.map((value) => value ** 2))
  // Tails beyond six deviations are counted as six: one bad minute must not decide.
  const kurtosis = mean(values.map((value) => Math.min(6, Math.abs(value) / Math.sqrt(variance)) ** 4))
  return Math.min(30, Math.max(3, 4 + 6 / Math.max(0.25, kurtosis - 3)))
}

/** How alike the sizes of moves are `lag` minutes apart. */
function clustering(values: readonly number[], lag: number): number {
  const sizes = values.map(Math.abs)
  const average = mean(sizes)
  let [above, below] = [0, 0]
  for (let index = 0; index < sizes.length; index++) {
    const now = (sizes[index] ?? 0) - average
    below += now ** 2
    if (index >= lag) above += now * ((sizes[index - lag] ?? 0) - average)
  }
  return above / below
}

/** Mean size of a move in each hour UTC, as a multiple of the day's. */
function hourlyProfile(returns: readonly { atMs: number; value: number }[]): number[] {
  const average = mean(returns.map(({ value }) => Math.abs(value)))
  return Array.from({ length: 24 }, (_, hour) => {
    const own = returns.filter(({ atMs }) => new Date(atMs).getUTCHours() === hour)
    return own.length < 30 ? 1 : mean(own.map(({ value }) => Math.abs(value))) / average
  })
}

const rounded = (value: number, digits = 3) => Number(value.toPrecision(digits))

for (const kind of classes) {
  const files = readdirSync(join(folder, kind)).filter((name) =>
    /\.1m(-\d+)?\.(trade|quote)\.csv\.gz$/.test(name),
  )
  const series = files.map((name) => ({ name, bars: readBars(join(folder, kind, name)) }))
  const measured = series.flatMap(({ name, bars }) => {
    const returns = minuteReturns(bars)
    if (returns.length < 200) return []
    const values = returns.map(({ value }) => value)
    const spreads = bars.flatMap(({ spread, close }) =>
      spread === undefined ? [] : [(spread / close) * 10_000],
    )
    const line = {
      name,
      minutes: returns.length,
      sigmaBps: Math.sqrt(mean(values.map((value) => value ** 2))) * 10_000,
      degrees: degreesOfFreedom(values),
      lag1: clustering(values, 1),
      lag10: clustering(values, 10),
      spreadBps: spreads.length > 0 ? median(spreads) : undefined,
      turnover: median(bars.map(({ volume, close }) => volume * close)),
      returns,
    }
    console.log(
      kind.padEnd(7),
      name.padEnd(34),
      `sigma ${line.sigmaBps.toFixed(2)} bps  t(${line.degrees.toFixed(1)})  lag1 ${line.lag1.toFixed(2)}`,
      `lag10 ${line.lag10.toFixed(2)}  spread ${line.spreadBps?.toFixed(2) ?? '-'} bps  turnover/min ${Math.round(line.turnover)}`,
    )
    return [line]
  })
  const known = (pick: (line: (typeof measured)[number]) => number | undefined) =>
    median(measured.map(pick).filter((value) => value !== undefined && value > 0) as number[])
  console.log(
    `  ${kind}:`,
    JSON.stringify({
      sigmaBps: rounded(known((line) => line.sigmaBps)),
      degrees: rounded(
        known((line) => line.degrees),
        2,
      ),
      lag1: rounded(
        known((line) => line.lag1),
        2,
      ),
      lag10: rounded(
        known((line) => line.lag10),
        2,
      ),
      spreadBps: rounded(known((line) => line.spreadBps)),
      turnoverPerMinute: rounded(
        known((line) => line.turnover),
        2,
      ),
      hourly: hourlyProfile(measured.flatMap(({ returns }) => returns)).map((value) => rounded(value, 2)),
    }),
  )
}

const ticks = readQuotes(join(folder, 'forex/EUR-USD.tick.tick.csv.gz'))
const pauses = ticks.slice(1).map(({ atMs }, index) => atMs - (ticks[index]?.atMs ?? atMs))
const sorted = [...pauses].sort((a, b) => a - b)
const quantile = (part: number) => sorted[Math.floor(sorted.length * part)]
console.log(
  'EUR-USD tick pauses ms: p10',
  quantile(0.1),
  'p50',
  quantile(0.5),
  'p90',
  quantile(0.9),
  'p99',
  quantile(0.99),
)
