import * as operators from '#domain/dual/console.ts'
import * as calls from '#domain/dual/contract.ts'
import type { DualType } from '#domain/dual/outcomes.ts'
import { type DualDraft, nextSettlement } from '#domain/dual/rules.ts'
import { parsePercent } from '#domain/money/rate.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Asker, Customer, Input, ProductTesting } from '#server/testing/product-testing.ts'
import { fundFromOutside } from '../treasury/service.ts'
import { fundOf } from './accounts.ts'
import { insertProduct } from './products.ts'

/** A product of USDT or BTC at 20,000.00, on sale now and for days, of three days and 1 %. */
export const testDraft = (type: DualType, nowMs: number, changes: Partial<DualDraft> = {}): DualDraft => ({
  ...{ symbol: 'BTC-USDT', type, strike: 2_000_000, yieldRate: parsePercent('1')! },
  unit: type === 'put' ? readAmount('100', 'USDT') : readAmount('0.01', 'BTC'),
  ...{ capacity: 100_000, maximum: 1_000, saleFromMs: nowMs, startsAtMs: nextSettlement(nowMs) + 7 * DAY_MS },
  termDays: 3,
  ...changes,
})

/** One of each type, and what their pay-outs are set aside from, which a demonstration of an earlier version has not. */
async function makeProducts(db: Db, nowMs: number): Promise<void> {
  const funds = { USDT: '100000', BTC: '5' }
  const balances = await balancesOfAccounts(db, Object.keys(funds).map(fundOf))
  const missing = Object.entries(funds).filter(([currency]) => balances.get(fundOf(currency)) === 0n)
  await db.transaction().execute(async (tx: Tx) => {
    const payments = missing.map(([currency, amount]) => ({ account: fundOf(currency), currency, amount }))
    if (payments.length > 0) await fundFromOutside(tx, payments, 'treasury-funding', nowMs)
    for (const type of ['call', 'put'] as const) await insertProduct(tx, testDraft(type, nowMs), null, nowMs)
  })
}

/** A product of USDT on sale. */
const firstPut = async (somebody: Asker): Promise<string> =>
  (await somebody.ask(calls.dualProducts, { type: 'put' })).items.find(
    ({ availability }) => availability === 'open',
  )!.id

const oneUnit = async (somebody: Asker): Promise<Input> => ({ productId: await firstPut(somebody), num: '1' })
const buyOne = async (customer: Customer): Promise<string> =>
  (await customer.ask(calls.buyDual, await oneUnit(customer))).id

/** The put of `makeProducts`: everybody's, so none of a customer's own things. */
const SOLD = '2'
const productFields = { type: 'put', strike: '17000', yieldRate: '0.0084', unit: '100' }
const days = { saleDay: '2030-01-01', startDay: '2030-01-02', termDays: '7' }

export const dualTesting: ProductTesting = {
  fields: { num: '1', coin: 'BTC', capacity: '100', rungs: '7:400:84' },
  calls: [
    { call: calls.buyDual, fields: { productId: SOLD } },
    { call: calls.dualProduct, fields: { id: SOLD } },
    ...[calls.dualOrder, calls.dualProof, calls.cancelDual].map((call) => ({
      ...{ call, things: { id: 'dualOrder' } },
    })),
    {
      call: operators.proposeDualProduct,
      fields: { symbol: 'BTC-USDT', ...productFields, ...days, maximum: '10' },
    },
    {
      call: operators.proposeDualTemplate,
      fields: { symbol: 'BTC-USDT', type: 'put', unit: '100', maximum: '10' },
    },
    ...[operators.proposeDualOpening, operators.closeDualProduct].map((call) => ({
      ...{ call, fields: { id: SOLD } },
    })),
  ],
  // Ladders are made by a job, at a price of the tape; what is bought in these tests is there before either.
  start: ({ db, clock }) => makeProducts(db, clock.nowMs()),
  matrix: {
    doOneOfEach: async (customer) => ({ dualOrder: await buyOne(customer) }),
    effects: [
      { call: calls.buyDual, isGuarded: false, prepare: oneUnit },
      {
        call: calls.cancelDual,
        isGuarded: true,
        prepare: async (customer) => ({ id: await buyOne(customer) }),
      },
    ],
  },
  simulation: {
    calls: [
      {
        name: 'dual investment',
        weight: 6,
        call: calls.buyDual,
        async input({ exchange, random }) {
          const products = await exchange.real
            .selectFrom('dual_product')
            .select('id')
            .orderBy('id', 'desc')
            .limit(60)
            .execute()
          if (products.length === 0) return undefined
          return { productId: String(random.one(products).id), num: String(1 + random.below(4)) }
        },
      },
      {
        name: 'dual investment taken back',
        weight: 2,
        call: calls.cancelDual,
        async input({ exchange, random }, customer) {
          const orders = await exchange.real
            .selectFrom('dual_order')
            .select('id')
            .where('customer_id', '=', customer)
            .orderBy('id', 'desc')
            .limit(10)
            .execute()
          return orders.length === 0 ? undefined : { id: String(random.one(orders).id) }
        },
      },
    ],
    hostile: [
      [calls.buyDual, 'num', 'productId'],
      [calls.cancelDual, 'id'],
    ],
  },
}
