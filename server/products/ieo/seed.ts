import { IEO_RULES_VERSION, type IeoDraft, PAID_IN } from '#domain/ieo/rules.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { insertCustomer } from '#server/users/store.ts'
import { fundingOf } from './accounts.ts'
import { paymentTransfers } from './flows.ts'
import { insertProject } from './projects.ts'
import { insertOrder, type OrderRow, symbolOf } from './store.ts'

/** A sale to try. */
const tessera = (nowMs: number): IeoDraft => ({
  ...{ code: 'TSR', name: 'Tessera', tagline: 'Storage proofs for public archives', colour: '#8B7BD8' },
  ...{ decimals: 4, price: readAmount('0.25', PAID_IN) },
  ...{ exchangeSupply: 4_000_000n, subscriptionSupply: 4_000_000n, maxExchange: 20_000n, quota: 20_000n },
  ...{ softCap: 0n, opensAtMs: nowMs - 2 * DAY_MS, endsAtMs: nowMs + 5 * DAY_MS },
  ...{ listsAtMs: nowMs + 12 * DAY_MS, lockDays: 0 },
})

/** One that is over: the job shares it out as soon as the server runs. */
const meridian = (nowMs: number): IeoDraft => ({
  ...{ code: 'MRD', name: 'Meridian', tagline: 'Time stamps for sensor data', colour: '#5FA8A0' },
  ...{ decimals: 4, price: readAmount('0.5', PAID_IN) },
  ...{ exchangeSupply: 1_000n, subscriptionSupply: 1_000n, maxExchange: 1_000n, quota: 1_000n },
  ...{ softCap: 1_000n, opensAtMs: nowMs - 9 * DAY_MS, endsAtMs: nowMs - HOUR_MS },
  ...{ listsAtMs: nowMs + 6 * DAY_MS, lockDays: 0 },
})

/** What sample customers ask for in the sale that is over: 2,400 coins for 1,000. */
const ASKS = [1_000n, 735n, 665n]

/** Makes a sale that is open, and one that is over, with subscriptions of three sample customers. */
export async function seedIeo(tx: Tx, { nowMs }: { nowMs: number }): Promise<void> {
  await insertProject(tx, tessera(nowMs), nowMs)
  const project = await insertProject(tx, meridian(nowMs), nowMs)
  for (const [n, quantity] of ASKS.entries()) {
    const customer = await insertCustomer(
      tx,
      {
        ...{ email: `sample-${n + 1}@plumb.test`, mobile: null, passwordHash: null, payPasswordHash: null },
        ...{ nickname: `Sample ${n + 1}`, inviteCode: `SAMPLE${n + 1}`, invitedBy: null },
        ...{ language: 'en', isDemo: true },
      },
      nowMs,
    )
    if (customer === undefined) continue
    const order: OrderRow = {
      ...{ id: nextId(), project_id: project.id, customer_id: customer, symbol: symbolOf(project) },
      ...{
        kind: 'subscription',
        quantity,
        price: project.price,
        placed_at: nowMs - (9 - n) * DAY_MS + HOUR_MS,
      },
      ...{ rules_version: IEO_RULES_VERSION, status: 'waiting', allotted: null, position: null },
      ...{ whole: null, remainder: null, rank: null, ended_at: null },
    }
    const payment = { account: fundingOf(customer, PAID_IN), currency: PAID_IN, amount: '1000' }
    await fundFromOutside(tx, [payment], 'demo-grant', nowMs)
    await insertOrder(tx, order)
    await post(tx, paymentTransfers(order), nowMs)
  }
}
