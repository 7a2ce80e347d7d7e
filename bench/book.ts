/**
 * The order book against three others on the same recorded flow, in the same run.
 *
 *   node bench/book.ts [operations]
 *
 * Every contender plays the flow several times from an empty book; the median counts. No time is believed
 * before all agree on the trades: on their number and volume and, with the C++ peer, on every single fill.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import hft from 'hft-limit-order-book'
import nodejs from 'nodejs-order-book'
import { CANCEL, createPlayer, type Flow, IOC, playFlow, recordFlow } from './flow.ts'
import { median, table, writeResult } from './report.ts'

const SEED = 20_261
const FULL = Number(process.argv[2] ?? 2_000_000)
/** The two libraries are so much slower that a shorter flow must do. */
const SHARED = Math.min(FULL, 200_000)

interface Run {
  contender: string
  opsPerSecond: number
  trades: number
  volume: number
  checksum?: number
}

/** Plays the flow on our book, by handle, looking at every fill as the engine does. */
function runOurs(flow: Flow, repetitions: number): Run {
  let player = createPlayer(flow.orders)
  const times = repeat(repetitions, () => {
    player = createPlayer(flow.orders)
    return time(() => playFlow(player, flow))
  })
  const { trades, volume, checksum } = player
  return { contender: 'plumb', opsPerSecond: rate(flow, times), trades, volume, checksum: checksum >>> 0 }
}

/** Plays the flow on the C++ book; nothing if there is no compiler. */
function runCpp(flow: Flow, repetitions: number): Run | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'book-peer-'))
  try {
    const [program, data] = [join(folder, 'book-peer'), join(folder, 'flow')]
    const source = join(import.meta.dirname, 'book-peer.cpp')
    execFileSync('g++', ['-O3', '-march=native', '-std=c++17', '-o', program, source], { stdio: 'pipe' })
    const head = new Int32Array([flow.length, flow.orders])
    const columns = [head, flow.price, flow.quantity, flow.id, flow.owner, flow.kind, flow.isBuy]
    writeFileSync(data, Buffer.concat(columns.map((each) => Buffer.from(each.buffer))))
    const answer = execFileSync(program, [data, String(repetitions + WARM_UP)], { encoding: 'utf8' })
    const { ns, ...agreed } = JSON.parse(answer) as { ns: number[] } & Pick<
      Run,
      'trades' | 'volume' | 'checksum'
    >
    return { contender: 'C++ (g++ -O3)', opsPerSecond: rate(flow, ns.slice(WARM_UP)), ...agreed }
  } catch (error) {
    console.log(`C++ peer not run: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The two libraries have the same interface: the one is the other's successor. */
interface LibraryBook {
  createOrder(order: object): { done: unknown[]; partialQuantityProcessed: number; quantityLeft: number }
  cancel(id: string): unknown
}

/** Plays the flow on one of the npm libraries; names are made beforehand, so that only the book is timed. */
function runLibrary(contender: string, create: () => LibraryBook, flow: Flow, repetitions: number): Run {
  const names = Array.from({ length: flow.orders }, (_, id) => `order-${id}`)
  let [trades, volume] = [0, 0]
  const times = repeat(repetitions, () => {
    const book = create()
    ;[trades, volume] = [0, 0]
    return time(() => {
      for (let i = 0; i < flow.length; i++) {
        const id = names[flow.id[i]!]!
        if (flow.kind[i] === CANCEL) {
          book.cancel(id)
          continue
        }
        const size = flow.quantity[i]!
        const result = book.createOrder({
          type: 'limit',
          side: flow.isBuy[i] === 1 ? 'buy' : 'sell',
          id,
          size,
          price: flow.price[i]!,
          timeInForce: flow.kind[i] === IOC ? 'IOC' : 'GTC',
        })
        const filled = size - result.quantityLeft
        if (filled === 0) continue
        // `done` also holds the order itself when it is filled whole; a maker left standing is not in it.
        const isWhole = result.quantityLeft === 0
        const isMakerLeft = isWhole && result.partialQuantityProcessed > 0
        trades += result.done.length - (isWhole ? 1 : 0) + (isMakerLeft ? 1 : 0)
        volume += filled
      }
    })
  })
  return { contender, opsPerSecond: rate(flow, times), trades, volume }
}

const WARM_UP = 2

function repeat(repetitions: number, run: () => number): number[] {
  return Array.from({ length: repetitions + WARM_UP }, run).slice(WARM_UP)
}

function time(run: () => void): number {
  const start = process.hrtime.bigint()
  run()
  return Number(process.hrtime.bigint() - start)
}

function rate(flow: Flow, ns: number[]): number {
  return Math.round(flow.length / (median(ns) / 1e9))
}

/** Stops the bench unless all runs saw the same trades. */
function mustAgree(runs: Run[]): void {
  const [ours, ...others] = runs
  for (const other of others) {
    for (const key of ['trades', 'volume', 'checksum'] as const) {
      if (other[key] === undefined || other[key] === ours![key]) continue
      throw new Error(`${other.contender} has ${key} ${other[key]}, ours has ${ours![key]}`)
    }
  }
}

function compare(heading: string, flow: Flow, runs: Run[]): object {
  mustAgree(runs)
  const ours = runs[0]!.opsPerSecond
  const rows = runs.map((run) => ({
    contender: run.contender,
    'operations/s': run.opsPerSecond,
    'ours is': `${(ours / run.opsPerSecond).toPrecision(3)} x`,
    trades: run.trades,
  }))
  table(`${heading}: ${flow.length.toLocaleString('en')} operations, seed ${SEED}`, rows)
  return { operations: flow.length, seed: SEED, runs }
}

const full = recordFlow('full', FULL, SEED)
const fullRuns = [runOurs(full, 7), runCpp(full, 7)].filter((run) => run !== undefined)
const shared = recordFlow('shared', SHARED, SEED)
const sharedRuns = [
  runOurs(shared, 7),
  runCpp(shared, 7),
  runLibrary('hft-limit-order-book', () => new hft.OrderBook(), shared, 3),
  runLibrary('nodejs-order-book', () => new nodejs.OrderBook(), shared, 3),
].filter((run) => run !== undefined)

writeResult('book', {
  full: compare('Everything the book can do', full, fullRuns),
  shared: compare('What all libraries can do', shared, sharedRuns),
})
