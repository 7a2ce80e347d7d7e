import type { IeoOrderView } from '#domain/ieo/contract.ts'
import { buyIeo, subscribeIeo } from '#domain/ieo/contract.ts'
import { type IeoDraft, PAID_IN } from '#domain/ieo/rules.ts'
import type { IeoKind } from '#domain/ieo/words.ts'
import type { Tier } from '#domain/user/tiers.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { openListing, refreshListing } from '#server/markets/listing.ts'
import { fundingOf, heldAccount, lockedAccount } from '#server/products/ieo/accounts.ts'
import { settleIeo } from '#server/products/ieo/jobs.ts'
import { insertProject, listProject } from '#server/products/ieo/projects.ts'
import { testIeo, testListing } from '#server/products/ieo/testing.ts'
import { createSessions } from '#server/users/sessions.ts'
import { openTestApp, type TestApp } from './app.ts'
import { addTestCustomer, type TestCustomer } from './customers.ts'

/** An app with new-coin sales, whose listing is the database's. */
export interface IeoFixture extends TestApp {
  /** A sale that is open now, of a coin that nobody has; returns its id and code. */
  sale(changes?: Partial<IeoDraft>): Promise<{ readonly id: string; readonly code: string }>
  customerWith(amount: string, tier?: Tier): Promise<TestCustomer>
  order(kind: IeoKind, customer: TestCustomer, projectId: string, amount: string): Promise<IeoOrderView>
  /** Lists the coin of a sale that was shared out, and adopts it. */
  list(projectId: string, received: bigint): Promise<void>
  /** A new session: the one before is over after some days. */
  signIn(customer: TestCustomer): Promise<string>
  settle(): Promise<void>
  /** What a customer has of the money, and of a coin that is listed. */
  balances(
    customer: TestCustomer,
    coin?: string,
  ): Promise<{ funding: bigint; held: bigint; coins?: bigint; locked?: bigint }>
}

let sales = 0

/** Opens it. Whoever lists something adopts the seed's listing again in the end. */
export async function openIeoFixture(): Promise<IeoFixture> {
  const app = await openTestApp()
  const { db, clock } = app
  await openListing(db, clock.nowMs())
  return {
    ...app,
    async sale(changes = {}) {
      const code = changes.code ?? `NEW${++sales}`
      const draft = testIeo(code, clock.nowMs(), changes)
      const row = await db.transaction().execute((tx) => insertProject(tx, draft, clock.nowMs()))
      return { id: String(row.id), code }
    },
    async customerWith(amount, tier = 'basic') {
      const customer = await addTestCustomer(db, clock, { tier })
      await app.give(customer.id, 'funding', PAID_IN, amount)
      return customer
    },
    async order(kind, { token }, projectId, amount) {
      const call = kind === 'exchange' ? buyIeo : subscribeIeo
      const { data, error } = await app.call(call, { projectId, amount }, token)
      if (error !== undefined) throw new Error(`refused: ${error}`)
      return data as IeoOrderView
    },
    async list(projectId, received) {
      await db
        .transaction()
        .execute((tx) =>
          listProject(tx, BigInt(projectId), { ...testListing, received }, null, clock.nowMs()),
        )
      await refreshListing(db)
    },
    signIn: ({ id }) =>
      db
        .transaction()
        .execute((tx) => createSessions(db, clock).begin(tx, id, { device: 'test', ip: '10.0.0.1' })),
    settle: () => settleIeo(db, clock.nowMs()),
    balances: async ({ id }, coin) => ({
      funding: await balanceOf(db, fundingOf(id, PAID_IN)),
      held: await balanceOf(db, heldAccount(id, PAID_IN)),
      ...(coin && {
        coins: await balanceOf(db, fundingOf(id, coin)),
        locked: await balanceOf(db, lockedAccount(id, coin)),
      }),
    }),
  }
}
