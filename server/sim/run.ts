import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Counts, loadTesting } from '#server/testing/product-testing.ts'
import { createActions } from './actions.ts'
import { openExchange } from './exchange.ts'
import { runFullAudit } from './full-audit.ts'
import type { KeyedAnswer, Player } from './player.ts'
import { chooseByWeight, createRandom } from './random.ts'
import { createWatch } from './watch.ts'

export interface SimulationOptions {
  readonly seed: number
  readonly steps: number
  readonly customers: number
  /** Runs a full audit every so many steps, and at the end. */
  readonly wholeEvery?: number
  /** Told how far it is, so often that on a slow machine too something is heard of it. */
  readonly onProgress?: (step: number) => void
}

export interface SimulationReport {
  readonly steps: number
  readonly days: number
  readonly transfers: number
  /** What else the products count. */
  readonly counts: Counts
  readonly crashes: number
  /** How often each action was done. */
  readonly done: Readonly<Record<string, number>>
  /** The actions that never came up. */
  readonly never: readonly string[]
  /** Of everything that happened but ids: the same seed gives the same. */
  readonly trace: string
}

/** A step at which something was not as it must be. */
export class SimulationError extends Error {
  readonly step: number

  constructor(step: number, action: string, cause: unknown) {
    super(`step ${step} (${action}): ${(cause as Error).message}`, { cause })
    this.step = step
  }
}

const WHOLE_EVERY = 150
const TELL_EVERY = 50
const MAX_PAUSE_MS = 4_000
/** One step in so many is followed by hours or days. */
const JUMP_ONE_IN = 12
/** Six hundred steps are to last longer than two months: locked deposits of a month end in them. */
const MAX_JUMP_HOURS = 72
/** One step in so many is what has not come up yet: what is rare among ever more products does too. */
const FIRST_ONE_IN = 4

/**
 * Runs random customer and operator actions and failures over months of a virtual clock, and audits after
 * every step.
 *
 * Refuses: (SimulationError) at the first step after which something is not as it must be.
 */
export async function simulate(db: Db, options: SimulationOptions): Promise<SimulationReport> {
  const { seed, steps, customers, wholeEvery = WHOLE_EVERY, onProgress = () => {} } = options
  const random = createRandom(seed)
  const tested = await loadTesting()
  const actions = createActions(tested)
  const exchange = await openExchange(db, customers, tested)
  const watch = createWatch(db, tested)
  const trace = createHash('sha256')
  const done: Record<string, number> = {}
  const counts: Record<string, number> = {}
  const startMs = exchange.clock.nowMs()
  let [transfers, keys] = [0, 0]
  const player: Player = {
    exchange,
    random,
    answered: [] as KeyedAnswer[],
    nextKey: () => `sim-${seed}-${++keys}`,
    async transfers() {
      const { rows } = await sql<{ n: bigint }>`select count(*) as n from transfer`.execute(db)
      return rows[0]!.n
    },
  }

  try {
    await watch.look()
    for (let step = 1; step <= steps; step++) {
      const left = actions.filter(({ name }) => !done[name])
      const isFirst = left.length > 0 && random.chance(FIRST_ONE_IN)
      const { name, act } = chooseByWeight(random, isFirst ? left : actions)
      try {
        const facts = await act(player)
        await letTimePass(player)
        const seen = await watch.look()
        if (step % wholeEvery === 0 || step === steps) await runFullAudit(exchange, tested)
        if (step % TELL_EVERY === 0 || step === steps) onProgress(step)
        trace.update(`${step} ${name} ${facts} ${seen.transfers} ${JSON.stringify(seen.counts)}\n`)
        transfers += seen.transfers
        for (const [what, n] of Object.entries(seen.counts)) counts[what] = (counts[what] ?? 0) + n
        done[name] = (done[name] ?? 0) + 1
      } catch (error) {
        throw new SimulationError(step, name, error)
      }
    }
    trace.update(await balances(db))
  } finally {
    await exchange.close()
  }
  const crashes = (done.crash ?? 0) + (done['unknown-fate'] ?? 0)
  const days = Math.round((exchange.clock.nowMs() - startMs) / DAY_MS)
  const never = actions.map(({ name }) => name).filter((name) => !done[name])
  return { steps, days, transfers, counts, crashes, done, never, trace: trace.digest('hex').slice(0, 16) }
}

async function letTimePass({ exchange, random }: Player): Promise<void> {
  if (random.chance(JUMP_ONE_IN))
    await exchange.advance(random.below(MAX_JUMP_HOURS) * HOUR_MS + random.below(HOUR_MS), true)
  else await exchange.advance(random.below(MAX_PAUSE_MS), false)
}

/** Everybody's money at the end, by account. */
async function balances(db: Db): Promise<string> {
  const rows = await db.selectFrom('account').select(['id', 'balance']).orderBy('id').execute()
  return rows.map(({ id, balance }) => `${id}=${balance}`).join(' ')
}
