import { bestOf, DISCOUNT_IN, discountOf, REMIND_MS } from '#domain/coupon/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { valueOfFee } from '#domain/invite/rules.ts'
import { least, units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, utcDay } from '#domain/time.ts'
import { lockBalances, post, type Transfer } from '#server/core/ledger/ledger.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { feesOfEnded, type PaidFee } from '../spot/service.ts'
import { fundingOf, fundOf, reserveOf } from './accounts.ts'
import { savings } from './savings.ts'
import {
  decideUse,
  discountsLookedAtBefore,
  expireCoupons,
  giveBack,
  insertUse,
  type LookingRow,
  lockBudgets,
  lockDiscounts,
  lockDueUses,
  postponeUse,
  setLookedAt,
  setStatus,
  spend,
  takeUnreminded,
  termsOf,
  type UseRow,
  usedOrders,
} from './store.ts'

const BATCH = 200
/** How often the orders of a customer with a discount are looked for. */
const LOOK_MS = 10 * SECOND_MS
/** A batch of the engine that was decided before a moment is committed long before so much has passed. */
const COMMITTED_MS = 10 * MINUTE_MS
/** How much of a customer's orders one look takes, when the server was away. */
const MAX_LOOK_MS = DAY_MS
/** The savings job is about to end what is due. */
const NOT_YET_MS = 5 * SECOND_MS

/** The periodic jobs of coupons. Run late, twice, at once or cut off anywhere, each order is paid once. */
export const couponJobs = (db: Db, clock: Clock): Job[] => [
  { name: 'coupon: fee discounts', everyMs: LOOK_MS, run: () => payDiscounts(db, clock.nowMs()) },
  { name: 'coupon: savings orders', everyMs: 10 * SECOND_MS, run: () => settleUses(db, clock.nowMs()) },
  { name: 'coupon: ends and reminders', everyMs: MINUTE_MS, run: () => endCoupons(db, clock.nowMs()) },
]

/** Pays what discounts give of the fees of orders that ended, one customer in each transaction. */
export async function payDiscounts(db: Db, nowMs: number): Promise<void> {
  for (;;) {
    const customers = await discountsLookedAtBefore(db, nowMs, BATCH)
    if (customers.length === 0) return
    for (const customer of customers) await db.transaction().execute((tx) => payCustomer(tx, customer, nowMs))
  }
}

/**
 * Pays one customer's discounts for the orders that ended since they were looked at. Each look begins so much earlier as an
 * order takes to be committed: what it has seen already is in `coupon_use`, where an order stands once.
 */
async function payCustomer(tx: Tx, customer: CustomerId, nowMs: number): Promise<void> {
  const coupons = await lockDiscounts(tx, customer)
  if (coupons.length === 0) return
  const lookedAt = Math.min(...coupons.map(({ looked_at }) => looked_at))
  const untilMs = Math.min(Math.max(nowMs, lookedAt), lookedAt + MAX_LOOK_MS)
  const fees = await feesOfEnded(tx, [customer], { fromMs: lookedAt - COMMITTED_MS, untilMs })
  const seen = await usedOrders(
    tx,
    fees.map(({ order }) => order),
  )
  const open = fees
    .filter(({ order, quote }) => quote === DISCOUNT_IN && !seen.has(order))
    .toSorted((one, other) => one.endedAtMs - other.endedAtMs)
  const after = open.length > 0 ? await payFees(tx, coupons, open, nowMs) : coupons
  for (const coupon of after) {
    const isSpent = coupon.paid >= coupon.cap
    const isOver = untilMs >= coupon.expires_at + COMMITTED_MS
    const ended = coupon.paid > 0n ? 'used' : 'expired'
    const status = isSpent ? 'used' : isOver ? ended : 'usable'
    await setLookedAt(tx, coupon.id, untilMs, status)
  }
}

/** Pays for orders in the order in which they ended. Returns: the coupons as they then are. */
async function payFees(
  tx: Tx,
  before: readonly LookingRow[],
  fees: readonly PaidFee[],
  nowMs: number,
): Promise<LookingRow[]> {
  const { customer_id: customer } = before[0]!
  const budgets = new Map(
    await lockBudgets(
      tx,
      before.map(({ campaign_id }) => campaign_id),
    ),
  )
  const [fund, funding] = [fundOf(DISCOUNT_IN), fundingOf(customer, DISCOUNT_IN)]
  let free = (await lockBalances(tx, [fund, funding])).get(fund)!
  let coupons = [...before]
  const transfers: Transfer[] = []
  for (const fee of fees) {
    const good = coupons.filter(
      ({ claimed_at, expires_at }) => claimed_at <= fee.endedAtMs && fee.endedAtMs < expires_at,
    )
    const worthOf = (coupon: LookingRow) =>
      discountOf(termsOf(coupon), { feeValue: valueOfFee(fee), paid: coupon.paid })
    const canPay = (coupon: LookingRow) => worthOf(coupon) <= least(free, budgets.get(coupon.campaign_id)!)
    const best = bestOf(good.filter(canPay), worthOf)
    const named = best ?? bestOf(good, worthOf)
    if (!named) continue
    const amount = units(best ? worthOf(best) : 0n)
    await insertUse(tx, {
      ...{ order_id: fee.order, coupon_id: named.id, customer_id: customer, kind: 'discount' },
      ...{ currency: DISCOUNT_IN, amount, principal: null, fee: units(fee.fee), fee_currency: fee.currency },
      ...{ status: best ? 'paid' : 'unfunded', made_at: fee.endedAtMs, starts_at: fee.endedAtMs },
      ...{ due_at: nowMs, decided_at: nowMs },
    })
    if (!best) continue
    free -= amount
    budgets.set(best.campaign_id, budgets.get(best.campaign_id)! - amount)
    coupons = coupons.map((coupon) =>
      coupon.id === best.id ? { ...coupon, paid: units(coupon.paid + amount) } : coupon,
    )
    await spend(tx, best.campaign_id, amount)
    await setStatus(tx, [best.id], 'usable', amount)
    transfers.push({
      ...{ debit: fund, credit: funding, amount, reason: 'coupon-discount', reference: fee.order },
    })
  }
  await post(tx, transfers, nowMs)
  return coupons
}

/** Pays, or takes back, what is set aside for savings orders that ended, one in each transaction. */
export async function settleUses(db: Db, nowMs: number): Promise<void> {
  while (await db.transaction().execute((tx) => settleOne(tx, nowMs))) {}
}

async function settleOne(tx: Tx, nowMs: number): Promise<boolean> {
  const [use] = await lockDueUses(tx, nowMs, 1)
  if (!use) return false
  const end = use.kind === 'trial' ? 'matured' : await endOf(tx, use)
  if (end === undefined) await postponeUse(tx, use.order_id, nowMs + NOT_YET_MS)
  else await settle(tx, use, end === 'matured', nowMs)
  return true
}

/** How the savings order ended that a boost is in; undefined while it has not. */
const endOf = async (tx: Tx, { order_id }: UseRow) => (await savings().endsOf(tx, [order_id])).get(order_id)

async function settle(tx: Tx, use: UseRow, isPaid: boolean, nowMs: number): Promise<void> {
  const { order_id, coupon_id, customer_id: customer, currency, amount, principal } = use
  const common = { debit: reserveOf(currency), reference: order_id }
  const back = { ...common, credit: fundOf(currency), reason: 'coupon-return' } as const
  await decideUse(tx, order_id, isPaid ? 'paid' : 'returned', nowMs)
  await setStatus(tx, [coupon_id], 'used', isPaid ? amount : 0n)
  if (!isPaid) await giveBack(tx, coupon_id, amount)
  const transfers: Transfer[] = [
    isPaid
      ? {
          ...common,
          ...{ credit: fundingOf(customer, currency), amount },
          reason: use.kind === 'trial' ? 'coupon-trial' : 'coupon-boost',
        }
      : { ...back, amount },
    // The platform's from the beginning to the end.
    ...(use.kind === 'trial' ? [{ ...back, amount: principal! }] : []),
  ]
  await post(tx, transfers, nowMs)
  if (!isPaid) return
  await writeNotices(
    tx,
    [
      {
        ...{ customer, kind: 'coupon-paid', subject: String(coupon_id) },
        params: { amount: formatAmount(amount, currency), currency },
      },
    ],
    nowMs,
  )
}

/** Ends coupons whose time is over, and reminds of those that will soon. */
export async function endCoupons(db: Db, nowMs: number): Promise<void> {
  while ((await expireCoupons(db, nowMs, BATCH)) === BATCH) {}
  while ((await db.transaction().execute((tx) => remindBatch(tx, nowMs))) === BATCH) {}
}

async function remindBatch(tx: Tx, nowMs: number): Promise<number> {
  const rows = await takeUnreminded(tx, nowMs, nowMs + REMIND_MS, BATCH)
  await writeNotices(
    tx,
    rows.map(({ id, customer_id: customer, expires_at }) => ({
      ...{ customer, kind: 'coupon-ends' as const, subject: String(id) },
      params: { date: utcDay(expires_at) },
    })),
    nowMs,
  )
  return rows.length
}
