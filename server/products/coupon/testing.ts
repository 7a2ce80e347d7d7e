import { sql } from 'kysely'
import * as operators from '#domain/coupon/console.ts'
import * as calls from '#domain/coupon/contract.ts'
import { CODE_LENGTH } from '#domain/coupon/rules.ts'
import { rate, units } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { outsideAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Customer, ProductTesting } from '#server/testing/product-testing.ts'
import { insertCustomer } from '#server/users/store.ts'
import { fundingOf, fundOf } from './accounts.ts'
import { give } from './service.ts'
import { insertCampaign, insertUse, lockCampaign, type NewCampaign, setStatus, spend } from './store.ts'

const USDT = 'USDT'

/** Brings money into the fund. */
export const fundCoupons = (db: Db, amount: string, nowMs: number) =>
  db.transaction().execute((tx) =>
    post(
      tx,
      [
        {
          ...{ debit: outsideAccount(USDT), credit: fundOf(USDT), amount: readAmount(amount, USDT) },
          ...{ reason: 'treasury-funding', reference: nextId() },
        },
      ],
      nowMs,
    ),
  )

/** A campaign of a test: a boost of two points on up to 1,000 USDT that anybody may claim now, unless it says otherwise. */
export const testCampaign = (nowMs: number, changes: Partial<NewCampaign> = {}): NewCampaign => ({
  ...{ id: nextId(), name: 'For tests', kind: 'boost', code: null, currency: USDT, share_bps: 200 },
  ...{ cap: readAmount('1000', USDT), term_days: 0, daily_rate: rate(0n), budget: readAmount('1000', USDT) },
  ...{ quantity: 100_000, valid_days: 30, opens_at: nowMs, closes_at: nowMs + 30 * DAY_MS },
  ...changes,
})

/** A trial of 500 USDT for 7 days at 0.01 % a day: 0.35 USDT. */
export const testTrial = (nowMs: number, changes: Partial<NewCampaign> = {}): NewCampaign =>
  testCampaign(nowMs, {
    ...{ kind: 'trial', share_bps: 0, cap: readAmount('500', USDT), term_days: 7 },
    ...{ daily_rate: parseRate('0.0001')! },
    ...changes,
  })

/** Half of spot fees, up to 5 USDT. */
export const testDiscount = (nowMs: number, changes: Partial<NewCampaign> = {}): NewCampaign =>
  testCampaign(nowMs, { kind: 'discount', share_bps: 5_000, cap: readAmount('5', USDT), ...changes })

/** The code of the trial that the tests of all products claim after `n` others. */
const LETTERS = '23456789AB'
const codeOf = (n: number): string =>
  [...String(n)]
    .map((digit) => LETTERS[Number(digit)])
    .join('')
    .padStart(CODE_LENGTH, 'T')
const TRIALS = 40
const BOOST = 'BBBBBBBBBBBB'
const DISCOUNT = 'DDDDDDDDDDDD'

/** Trials that each customer can claim one of after the other, a boost and a discount; of a server that starts again they are there. */
async function makeCampaigns(db: Db, nowMs: number): Promise<void> {
  const { rows } = await sql`select 1 from coupon_campaign where code = ${BOOST}`.execute(db)
  if (rows.length > 0) return
  await fundCoupons(db, '1000000', nowMs)
  const long = { closes_at: nowMs + 3_650 * DAY_MS, valid_days: 300, budget: units(10n ** 13n) }
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < TRIALS; n++)
      await insertCampaign(tx, testTrial(nowMs, { ...long, code: codeOf(n), cap: readAmount('50', USDT) }))
    await insertCampaign(tx, testCampaign(nowMs, { ...long, code: BOOST }))
    const discount = testDiscount(nowMs, { ...long, code: DISCOUNT, cap: readAmount('1000', USDT) })
    await insertCampaign(tx, discount)
    await makePaid(tx, discount, nowMs)
  })
}

/** A coupon of somebody that has paid half of a fee. */
async function makePaid(tx: Tx, { id: campaign }: NewCampaign, nowMs: number): Promise<void> {
  const customer = await insertCustomer(
    tx,
    {
      ...{
        email: 'paid@coupon.test',
        mobile: null,
        passwordHash: '-',
        payPasswordHash: null,
        nickname: null,
      },
      ...{ inviteCode: 'COUPON', invitedBy: null, language: 'en', isDemo: true },
    },
    nowMs,
  )
  const coupon = (await give(tx, (await lockCampaign(tx, { id: campaign }))!, customer!, nowMs)) as bigint
  const [order, amount] = [nextId(), readAmount('15', USDT)]
  await insertUse(tx, {
    ...{
      order_id: order,
      coupon_id: coupon,
      customer_id: customer!,
      kind: 'discount',
      currency: USDT,
      amount,
    },
    ...{ principal: null, fee: readAmount('30', USDT), fee_currency: USDT, status: 'paid' },
    ...{ made_at: nowMs, starts_at: nowMs, due_at: nowMs, decided_at: nowMs },
  })
  await spend(tx, campaign, amount)
  await setStatus(tx, [coupon], 'usable', amount)
  const credit = fundingOf(customer!, USDT)
  await post(
    tx,
    [{ debit: fundOf(USDT), credit, amount, reason: 'coupon-discount', reference: order }],
    nowMs,
  )
}

/** A trial that the customer has not started: the next one. */
async function newTrial(customer: Customer): Promise<string> {
  const own = await customer.ask(calls.coupons, { limit: '200' })
  const { length } = own.items.filter(({ kind }) => kind === 'trial')
  return (await customer.ask(calls.claimCoupon, { code: codeOf(length) })).id
}

export const couponTesting: ProductTesting = {
  fields: { validDays: '30', shareBps: '200', cap: '1000', budget: '100', code: BOOST },
  calls: [
    { call: calls.startTrial, things: { id: 'trial' } },
    // Most orders have none: another's is answered as one's own without a coupon.
    { call: calls.couponOfOrder, fields: { orderId: '1' } },
    {
      call: operators.proposeCampaign,
      fields: {
        ...{ name: 'For tests', kind: 'boost', currency: USDT, quantity: '100', customers: '' },
        ...{ opensAtMs: '1893456000000', closesAtMs: '1893542400000' },
      },
    },
  ],
  start: ({ db, clock }) => makeCampaigns(db, clock.nowMs()),
  matrix: {
    async doOneOfEach(customer) {
      const trial = await newTrial(customer)
      await customer.ask(calls.startTrial, { id: trial })
      return { trial }
    },
    effects: [
      {
        call: calls.startTrial,
        isGuarded: true,
        prepare: async (customer) => ({ id: await newTrial(customer) }),
      },
    ],
  },
}
