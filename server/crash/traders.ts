import pino from 'pino'
import { parseDecimal, type Units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { login } from '#domain/user/contract.ts'
import type { Purse } from '#domain/wallet/purses.ts'
import { realClock } from '#server/core/clock.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Database } from '#server/platform/db/database.ts'
import { wallets } from '#server/products/account-kinds.ts'
import { createUsers } from '#server/users/users.ts'
import { ask } from './client.ts'
import type { Trader } from './traffic.ts'

/** What every trader of a proof begins with. */
export const FUNDS: readonly (readonly [purse: Purse, currency: string, amount: string])[] = [
  ['funding', 'USDT', '5000'],
  ['spot', 'USDT', '20000'],
  ['spot', 'BTC', '1'],
]

const PASSWORD = 'a proof of the whole'
const emailOf = (n: number) => `trader-${n}@proof.test`

/** Adds customers with money to a database that no server has open. */
export async function addTraders({ db }: Pick<Database, 'db'>, count: number): Promise<void> {
  const users = createUsers({
    db,
    clock: realClock,
    log: pino({ level: 'silent' }),
    publicUrl: 'http://proof.test',
  })
  for (let n = 0; n < count; n++) {
    await db.transaction().execute(async (tx) => {
      const customer = await users.createCustomer(tx, { email: emailOf(n), password: PASSWORD })
      const gifts = FUNDS.map(([purse, currency, amount]) => ({
        debit: outsideAccount(currency),
        credit: accountId(customer, wallets[purse], 'available', currency),
        amount: parseDecimal(amount, findCurrency(currency)!.decimals)! as Units,
        reason: 'demo-grant' as const,
        reference: 1n,
      }))
      await post(tx, gifts, realClock.nowMs())
    })
  }
}

/** Signs the traders in; their sessions outlive every crash. */
export const signIn = (url: string, count: number): Promise<Trader[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => ({
      token: await ask<string>({ url }, login, { contact: emailOf(n), password: PASSWORD }),
      attempts: [],
    })),
  )
