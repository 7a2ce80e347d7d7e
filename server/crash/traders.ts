import pino from 'pino'
import type { CustomerId } from '#domain/ids.ts'
import { login } from '#domain/user/contract.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { realClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Funds, fundsFor } from '#server/testing/funds.ts'
import { loadTesting } from '#server/testing/product-testing.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { createUsers } from '#server/users/users.ts'
import { askerAt } from './client.ts'
import type { Trader } from './traffic.ts'

/** What every trader of a proof begins with. */
export const FUNDS: Funds = [
  ['funding', 'USDT', '5000'],
  ['spot', 'USDT', '20000'],
  ['spot', 'BTC', '1'],
  ['contract', 'USDT', '2000'],
  ['options', 'USDT', '1000'],
]

export const TRADER_PASSWORD = 'a proof of the whole'
/** The email address of the trader of this number. */
export const emailOf = (n: number) => `trader-${n}@proof.test`

/** Adds customers with money to a database that no server has open. */
export async function addTraders(database: Pick<Database, 'db'>, count: number): Promise<void> {
  const added = await addFunded(database, count)
  for (const { testing } of await loadTesting()) {
    await testing.crash?.prepare?.(database.db, added, realClock.nowMs())
  }
}

/** Adds customers who have the same, and nothing else. */
export async function addFunded({ db }: Pick<Database, 'db'>, count: number): Promise<CustomerId[]> {
  const users = createUsers({
    db,
    clock: realClock,
    log: pino({ level: 'silent' }),
    publicUrl: 'http://proof.test',
    privateData: testPrivateData,
    isOwnDocument: async () => false,
    hasDocument: async () => false,
    creditScore: async () => 0,
  })
  const added: CustomerId[] = []
  for (let n = 0; n < count; n++) {
    await db.transaction().execute(async (tx) => {
      const customer = await users.createCustomer(tx, {
        ...{ email: emailOf(n), password: TRADER_PASSWORD, tier: 'advanced' },
      })
      const gifts = fundsFor(customer, FUNDS, 'demo-grant')
      await post(tx, gifts, realClock.nowMs())
      added.push(customer)
    })
  }
  return added
}

/** Signs the traders in; their sessions outlive every crash. */
export const signIn = (url: string, count: number): Promise<Trader[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => ({
      token: await askerAt({ url }).ask(login, { contact: emailOf(n), password: TRADER_PASSWORD }),
      attempts: [],
    })),
  )
