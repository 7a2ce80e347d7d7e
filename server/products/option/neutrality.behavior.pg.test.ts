// long-running
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { instruments } from '#domain/market/instruments.ts'
import { chanceOfDifference, type OutcomeCounts, ordersOf } from '#domain/option/neutrality.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { DAY_MS } from '#domain/time.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createRandom } from '#server/sim/random.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { fundsFor } from '#server/testing/funds.ts'
import { startTestOptions, type TestOptions } from '#server/testing/option.ts'
import { customersSince } from '#server/testing/option-results.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { auditResults } from './audit.ts'
import { optionOutcomesJob } from './outcomes.ts'

/**
 * Whether outcomes differ by who orders: bets of real customers, by the engine, on prices of their own each. The seed is
 * fixed, so that chance decides once for all whether it passes.
 */

const SEED = 20_260_303
const BETS = 3_000
/** As many customers registered at one moment as bet at one: other ones. */
const AGES = 300
const MAX_AGE_DAYS = 800
const STAKES = ['5', '15', '20', '60', '100', '200']
/** Each has a price of its own; bets on one do not overlap, so that none says anything of another. */
const symbols = instruments.filter((one) => one.class === 'crypto').map(({ symbol }) => symbol)

let database: Database
let fixture: TestOptions
beforeAll(async () => {
  database = await openTestDatabase()
  fixture = await startTestOptions(database.db)
})
afterAll(async () => {
  await fixture?.engine.stop()
  await database?.close()
})

const random = createRandom(SEED)

/** Customers whose accounts are from hours to more than two years old, in no order, with money for one bet each. */
async function bettors(): Promise<CustomerId[]> {
  const { db, clock } = fixture
  const found: CustomerId[] = []
  for (let n = 0; n < AGES; n++) {
    const ageMs = Math.floor((MAX_AGE_DAYS * DAY_MS * (n + 1)) / AGES)
    found.push(...(await customersSince(db, BETS / AGES, clock.nowMs() - ageMs)))
  }
  const funds = found.flatMap((customer) =>
    fundsFor(customer, [['options', STAKE_CURRENCY, '500']], 'deposit'),
  )
  await db.transaction().execute((tx) => post(tx, funds, clock.nowMs()))
  for (let n = found.length - 1; n > 0; n--) {
    const other = random.below(n + 1)
    ;[found[n], found[other]] = [found[other]!, found[n]!]
  }
  return found
}

const prices = new Map(symbols.map((symbol) => [symbol, 1_000_000]))
/** Lets time pass, and every price take a step of at most so much. */
async function step(ms: number, most: number) {
  fixture.clock.advance(ms)
  const ticks = symbols.map((symbol) => {
    const price = prices.get(symbol)! + random.below(2 * most + 1) - most
    prices.set(symbol, price)
    return { symbol, price }
  })
  await fixture.tick(...ticks)
}

interface Group extends OutcomeCounts {
  readonly stake: string | null
  readonly direction: string | null
  readonly age: string | null
}

test(
  '3,000 bets by the engine come out alike for every stake, direction and age of the account',
  LONG,
  async () => {
    const waiting = await bettors()
    while (waiting.length > 0) {
      await step(1_000, 1)
      const now = waiting.splice(0, symbols.length)
      await Promise.all(
        now.map((customer, n) =>
          fixture.place(customer, {
            ...{ symbol: symbols[n]!, direction: random.one(['rise', 'fall']), stake: random.one(STAKES) },
          }),
        ),
      )
      await step(1_000, 1)
      await step(59_500, 20)
      await step(600, 1)
    }
    expect(fixture.errors).toEqual([])
    expect(await auditResults(database.db)).toEqual([])

    await optionOutcomesJob(database.db).run()
    const { rows: groups } = await sql<Group>`
    select stake_size as stake, direction, account_age as age, sum(won)::integer as won, sum(lost)::integer as lost,
      sum(tie)::integer as tie, sum(void)::integer as void
    from option_outcome_month group by grouping sets ((stake_size), (direction), (account_age))`.execute(
      database.db,
    )
    for (const [kind, names] of Object.entries({
      stake: ['large', 'middle', 'small'],
      direction: ['fall', 'rise'],
      age: ['new', 'old', 'recent'],
    } as const)) {
      const own = groups.filter((group) => group[kind as 'stake' | 'direction' | 'age'] !== null)
      expect(own.map((group) => group[kind as 'stake' | 'direction' | 'age']).sort()).toEqual(names)
      expect(own.reduce((sum, group) => sum + ordersOf(group), 0)).toBe(BETS)
      const chance = chanceOfDifference(own)
      expect({ kind, own, isByChance: chance > 0.001 }).toEqual({ kind, own, isByChance: true })
      // So many bets are enough to see it, if one group won twelve in a hundred more.
      const [first, ...others] = own.toSorted((one, other) => ordersOf(other) - ordersOf(one))
      const turned = Math.round(0.12 * ordersOf(first!))
      const favored = { ...first!, won: first!.won + turned, lost: first!.lost - turned }
      expect(chanceOfDifference([favored, ...others])).toBeLessThan(0.001)
    }
  },
)
