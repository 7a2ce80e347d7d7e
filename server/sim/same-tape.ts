import type { Tick } from '#domain/market/tick.ts'
import { ticksAfter } from '#server/markets/tape/store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { loadTesting } from '#server/testing/product-testing.ts'
import { openExchange } from './exchange.ts'
import { anybody, type KeyedAnswer, type Player } from './player.ts'
import { chooseByWeight, createRandom } from './random.ts'

/** The prices of a day on which nothing is ordered, and of the same day with orders: they have to be the same. */

const CUSTOMERS = 40
/** Orders that arrive at once. */
const AT_ONCE = 20
const MAX_PAUSE_MS = 3_000

export interface Recorded {
  readonly ticks: readonly Tick[]
  /** How many orders were taken, and how many refused. */
  readonly accepted: number
  readonly refused: number
}

/**
 * Lets the same time pass on an exchange of its own, with so many money calls of all products, or without any.
 *
 * Shape: the time depends on `steps` alone, the calls on `seed`.
 */
export async function record(
  db: Db,
  { steps, seed }: { readonly steps: number; readonly seed: number | undefined },
): Promise<Recorded> {
  const tested = await loadTesting()
  const exchange = await openExchange(db, CUSTOMERS, tested)
  const money = tested
    .flatMap(({ testing }) => testing.simulation?.calls ?? [])
    .filter(({ call }) => call.money)
  const time = createRandom(1)
  let [keys, accepted, refused] = [0, 0, 0]
  const player: Player = {
    exchange,
    random: createRandom(seed ?? 0),
    answered: [] as KeyedAnswer[],
    nextKey: () => `tape-${++keys}`,
    transfers: async () => 0n,
  }
  async function orderOne() {
    const customer = anybody(player)
    const { call, input } = chooseByWeight(player.random, money)
    const filled = await input(player, customer)
    if (!filled) return
    const answer = await exchange.call(customer, call, filled, player.nextKey())
    if (answer.ok) accepted++
    else refused++
  }
  try {
    for (let step = 0; step < steps; step++) {
      if (seed !== undefined) await Promise.all(Array.from({ length: AT_ONCE }, orderOne))
      await exchange.advance(time.below(MAX_PAUSE_MS), false)
    }
    const ticks: Tick[] = []
    for await (const page of ticksAfter(db, 0)) ticks.push(...page)
    return { ticks, accepted, refused }
  } finally {
    await exchange.close()
  }
}
