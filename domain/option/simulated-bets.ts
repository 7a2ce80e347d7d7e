import type { Tick } from '../market/tick.ts'
import { units } from '../money/amount.ts'
import { type OptionOutcome, settleOption, winningsOf } from './rules.ts'

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
      ...{ seconds, staleAfterMs: 2_000, acceptedAtMs, acceptedSequence: 0 },
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
  for (let sequence = 1; sequence <= 3; sequence++) add(sequence, 1)
  const end = Math.floor((seconds * 1_000) / TICK_MS)
  add(end - 1, end - 4)
  for (let sequence = end; sequence <= end + 5; sequence++) add(sequence, 1)
  return ticks
}

/** The chi-square values that one in a thousand even samples exceeds, by degrees of freedom from 1 on. */
const CRITICAL = [10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.124, 27.877]

/** Whether cohorts differ no more than by chance, p > 0.001: chi-square over won, lost and tie. */
export function isEven(cohorts: readonly Counts[]): boolean {
  const outcomes = (['won', 'lost', 'tie'] as const).filter((outcome) =>
    cohorts.some((each) => each[outcome] > 0),
  )
  const size = (each: Counts) => outcomes.reduce((sum, outcome) => sum + each[outcome], 0)
  const all = cohorts.reduce((sum, each) => sum + size(each), 0)
  let chiSquare = 0
  for (const outcome of outcomes) {
    const share = cohorts.reduce((sum, each) => sum + each[outcome], 0) / all
    for (const each of cohorts) {
      const expected = share * size(each)
      chiSquare += (each[outcome] - expected) ** 2 / expected
    }
  }
  return chiSquare < CRITICAL[(cohorts.length - 1) * (outcomes.length - 1) - 1]!
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
