import type { Tick } from '#domain/market/tick.ts'
import { ticksAfter } from '#server/markets/tape/store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { loadTesting } from '#server/testing/product-testing.ts'
import { type Attacked, attacks, fundAttacks } from './attacks.ts'
import { type Answer, openExchange } from './exchange.ts'
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
  /** Of the attacks by name, how often each did what it is made for. */
  readonly hits: Readonly<Record<string, number>>
}

/** What is ordered while the time passes: nothing, what customers do, or what somebody does to move a price. */
export type Ordered = 'nothing' | 'all products' | 'attacks'

/**
 * Lets the same time pass on an exchange of its own, with about twenty calls in each step, or without any.
 *
 * Shape: the time depends on `steps` alone, the calls on `seed`.
 */
export async function record(
  db: Db,
  { steps, ordered, seed = 0 }: { readonly steps: number; readonly ordered: Ordered; readonly seed?: number },
): Promise<Recorded> {
  const tested = await loadTesting()
  const exchange = await openExchange(db, CUSTOMERS, tested)
  const money = tested
    .flatMap(({ testing }) => testing.simulation?.calls ?? [])
    .filter(({ call }) => call.money)
  const time = createRandom(1)
  let [keys, accepted, refused] = [0, 0, 0]
  const hits: Record<string, number> = {}
  const player: Player = {
    exchange,
    random: createRandom(seed),
    answered: [] as KeyedAnswer[],
    nextKey: () => `tape-${++keys}`,
    transfers: async () => 0n,
  }
  /** One step's calls arrive at once. Each is drawn before, one after another: a picture that it needs is read in its turn. */
  async function orderMany() {
    const drawn: (() => Promise<Answer>)[] = []
    for (let n = 0; n < AT_ONCE; n++) {
      const customer = anybody(player)
      const { call, input } = chooseByWeight(player.random, money)
      const filled = await input(player, customer)
      const key = player.nextKey()
      if (filled) drawn.push(() => exchange.call(customer, call, filled, key))
    }
    for (const { ok } of await Promise.all(drawn.map((send) => send()))) {
      if (ok) accepted++
      else refused++
    }
  }
  async function attack(step: number) {
    const names = Object.keys(attacks) as (keyof typeof attacks)[]
    const name = names[step % names.length]!
    const done: Attacked = await attacks[name](player, AT_ONCE)
    accepted += done.accepted
    refused += done.refused
    hits[name] = (hits[name] ?? 0) + done.hits
  }
  try {
    if (ordered === 'attacks') await fundAttacks(player)
    for (let step = 0; step < steps; step++) {
      if (ordered === 'all products') await orderMany()
      if (ordered === 'attacks') await attack(step)
      await exchange.advance(time.below(MAX_PAUSE_MS), false)
    }
    const ticks: Tick[] = []
    for await (const page of ticksAfter(db, 0)) ticks.push(...page)
    return { ticks, accepted, refused, hits }
  } finally {
    await exchange.close()
  }
}
