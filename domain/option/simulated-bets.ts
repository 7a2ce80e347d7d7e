import type { Tick } from '../market/tick.ts'
import { units } from '../money/amount.ts'
import { ENTRY_AFTER_MS, type OptionOutcome, settleOption, winningsOf } from './rules.ts'

/**
 * Bets on random prices, for tests and for the long command: do outcomes differ by who bets how much, in which
 * direction, and since when?
 */

type Counts = Record<OptionOutcome, number>
export type Cohorts = Readonly<Record<string, Counts>>

const STAKES = [5n, 50n, 200n, 500n]
const DIRECTIONS = ['rise', 'fall'] as const
const TENURES = ['day', 'month', 'year']
const TICK_MS = 400
const PERIODS = [60, 120, 180, 300]

/** Bets of all cohorts at random moments of a random walk, settled by the rule. */
export function cohortsOf(
  bets: number,
  seed: number,
): {
  readonly bets: number
  readonly bySize: Cohorts
  readonly byDirection: Cohorts
  readonly byTenure: Cohorts
} {
  const random = randomFrom(seed)
  const choose = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const bySize: Record<string, Counts> = {}
  const byDirection: Record<string, Counts> = {}
  const byTenure: Record<string, Counts> = {}
  const count = (cohorts: Record<string, Counts>, name: string, outcome: OptionOutcome) => {
    cohorts[name] ??= { won: 0, lost: 0, tie: 0, void: 0 }
    cohorts[name][outcome]++
  }
  for (let n = 0; n < bets; n++) {
    const [stake, direction, tenure, seconds] = [
      choose(STAKES),
      choose(DIRECTIONS),
      choose(TENURES),
      choose(PERIODS),
    ]
    const acceptedAtMs = Math.floor(random() * TICK_MS)
    const order = {
      ...{ symbol: 'BTC-USDT', direction, stake: units(stake), winnings: winningsOf(units(stake), 8_500) },
      ...{ seconds, staleAfterMs: 2_000, entryAfterMs: ENTRY_AFTER_MS, acceptedAtMs, acceptedSequence: 0 },
    }
    const { outcome } = settleOption(order, walk(random, seconds), (seconds + 5) * 1_000)!
    count(bySize, String(stake), outcome)
    count(byDirection, direction, outcome)
    count(byTenure, tenure, outcome)
  }
  return { bets, bySize, byDirection, byTenure }
}

/** The ticks of a symmetric random walk round the two that decide: those between are added up in one step. */
function walk(random: () => number, seconds: number): Tick[] {
  const ticks: Tick[] = []
  let price = 1_000_000
  const add = (sequence: number, steps: number) => {
    price += Math.round((random() + random() + random() - 1.5) * 4 * Math.sqrt(steps))
    const atMs = sequence * TICK_MS
    const one = { price, bid: price, ask: price, volume: 1, source: 'simulated', isHeld: false }
    ticks.push({ ...one, sequence, symbol: 'BTC-USDT', atMs, sourceAtMs: atMs })
  }
  for (let sequence = 1; sequence <= 5; sequence++) add(sequence, 1)
  const end = Math.floor((seconds * 1_000) / TICK_MS)
  add(end - 1, end - 6)
  for (let sequence = end; sequence <= end + 6; sequence++) add(sequence, 1)
  return ticks
}

const KNOWN_TICK_MS = 100
/** How many standard deviations the known move has at least that such a customer waits for. */
const LARGE_MOVE = 2.5

/**
 * Bets of somebody who sees prices so long before the tape has them, waits for a large move, and bets on its direction for
 * 60 seconds.
 */
export function informedBets(
  bets: number,
  seed: number,
  { entryAfterMs, knownMs }: { readonly entryAfterMs: number; readonly knownMs: number },
): Counts {
  const random = randomFrom(seed)
  const step = () => (random() + random() + random() - 1.5) * 100
  const known = knownMs / KNOWN_TICK_MS
  // The variance of `step` is a quarter of the square of its factor.
  const large = LARGE_MOVE * 50 * Math.sqrt(known)
  const counts: Counts = { won: 0, lost: 0, tie: 0, void: 0 }
  for (let n = 0; n < bets; n++) {
    let first: number[]
    let move: number
    do {
      first = Array.from({ length: known }, step)
      move = first.reduce((sum, each) => sum + each, 0)
    } while (Math.abs(move) < large)
    const order = {
      ...{ symbol: 'BTC-USDT', stake: units(100n), winnings: units(85n), seconds: 60, staleAfterMs: 2_000 },
      ...{ direction: move > 0 ? ('rise' as const) : ('fall' as const), entryAfterMs },
      ...{ acceptedAtMs: 0, acceptedSequence: 0 },
    }
    counts[settleOption(order, pricesAfter(first, step), 70_000)!.outcome]++
  }
  return counts
}

/** A tick every 100 ms with these first steps; those between the two that decide are added up in one. */
function pricesAfter(first: readonly number[], step: () => number): Tick[] {
  const ticks: Tick[] = []
  let price = 1_000_000
  const add = (sequence: number, move: number) => {
    price += move
    const atMs = (sequence - 1) * KNOWN_TICK_MS
    const one = { price: Math.round(price), bid: 0, ask: 0, volume: 1, source: 'simulated', isHeld: false }
    ticks.push({ ...one, sequence, symbol: 'BTC-USDT', atMs, sourceAtMs: atMs })
  }
  add(1, 0)
  for (let sequence = 2; sequence <= 15; sequence++) add(sequence, first[sequence - 2] ?? step())
  add(595, step() * Math.sqrt(580))
  for (let sequence = 596; sequence <= 615; sequence++) add(sequence, step())
  return ticks
}

/** Random numbers from 0 to 1, the same for a seed each time: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
