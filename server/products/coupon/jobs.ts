import { bestOf, DISCOUNT_IN, discountOf, REMIND_MS } from '#domain/coupon/rules.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { valueOfFee } from '#domain/invite/rules.ts'
import { least, units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, utcDay } from '#domain/time.ts'
import { lockBalances, post, type Transfer } from '#server/core/ledger/ledger.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { eachAlone } from '#server/platform/each-alone.ts'
import type { Job } from '#server/platform/jobs.ts'
import { feesOfEnded, type PaidFee } from '../spot/service.ts'
import { fundingOf, fundOf, reserveOf } from './accounts.ts'
import type { Savings } from './savings.ts'
import {
  type DueRow,
  decideUse,
  discountsLookedAtBefore,
  expireCoupons,
  giveBack,
  insertUse,
  type LookedRow,
  type LookingRow,
  listDueUses,
  lockBudgets,
  lockDiscounts,
  lockDueUse,
  postponeUse,
  setAllLookedAt,
  setStatus,
  spend,
  takeUnreminded,
  termsOf,
  type UseRow,
  usedOrders,
} from './store.ts'

const BATCH = 200
/** How many batches one run looks at; the next run goes on. */
const MAX_BATCHES = 1_000
/** How often the orders of a customer with a discount are looked for. */
const LOOK_MS = 10 * SECOND_MS
/** A batch of the engine that was decided before a moment is committed long before so much has passed. */
const COMMITTED_MS = 10 * MINUTE_MS
/** How much of a customer's orders one look takes, when the server was away. */
const MAX_LOOK_MS = DAY_MS
/** The savings job is about to end what is due. */
const NOT_YET_MS = 5 * SECOND_MS

/** The periodic jobs of coupons. Run late, twice, at once or cut off anywhere, each order is paid once. */
export const couponJobs = (db: Db, clock: Clock, savings: Savings): Job[] => [
  {
    name: 'coupon: fee discounts',
    everyMs: LOOK_MS,
    isRunAnywhere: true,
    run: () => payDiscounts(db, clock.nowMs()),
  },
  {
    name: 'coupon: savings orders',
    everyMs: 10 * SECOND_MS,
    isRunAnywhere: true,
    run: () => settleUses(db, savings, clock.nowMs()),
  },
  {
    name: 'coupon: ends and reminders',
    everyMs: MINUTE_MS,
    isRunAnywhere: true,
    run: () => endCoupons(db, clock.nowMs()),
  },
]

/**
 * Pays what discounts give of the fees of orders that ended. The fees of many customers are asked for at once; only those who
 * have some that are not paid get a transaction of their own, the others are noted as looked at together. One whose transaction
 * fails keeps nobody else from their turn, and is looked at again by the next run.
 *
 * Refuses: (at the end) with the first error there was.
 */
export async function payDiscounts(db: Db, nowMs: number): Promise<void> {
  await eachAlone(discountsToLookAt(db, nowMs), async (coupons) => {
    const look = lookFrom(coupons[0]!.looked_at, nowMs)
    const paying = await customersWithFees(db, coupons, look)
    const others = coupons.filter(({ customer_id }) => !paying.has(customer_id))
    await setAllLookedAt(db, idsOf(others), endsOf(look))
    await eachAlone(paying, (customer) =>
      db.transaction().execute((tx) => payCustomer(tx, customer, look, nowMs)),
    )
  })
}

/** Which time is looked at: since a look before it, and a little of what that one saw. */
interface Look {
  readonly sinceMs: number
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * The look that follows one up to a moment. It begins so much earlier as an order takes to be committed: what was seen already
 * is in `coupon_use`, where an order stands once.
 */
const lookFrom = (lookedAt: number, nowMs: number): Look => ({
  sinceMs: lookedAt,
  fromMs: lookedAt - COMMITTED_MS,
  untilMs: Math.min(Math.max(nowMs, lookedAt), lookedAt + MAX_LOOK_MS),
})

/** How far a look has come, and what has ended by then: nothing of its time can be committed any more. */
const endsOf = ({ untilMs }: Look) => ({ untilMs, endedBeforeMs: untilMs - COMMITTED_MS })

const idsOf = (rows: readonly { readonly id: bigint }[]): bigint[] => rows.map(({ id }) => id)

/**
 * Discounts that were looked at before a moment, the longest ago first, a batch of them at a time. What one look leaves for
 * the next one comes again, later; what failed does not.
 */
async function* discountsToLookAt(db: Db, nowMs: number): AsyncGenerator<readonly LookedRow[]> {
  let after: LookedRow | undefined
  for (let batches = 0; batches < MAX_BATCHES; batches++) {
    const rows = await discountsLookedAtBefore(db, nowMs, after, BATCH)
    if (rows.length === 0) return
    // Those that are further than the first one's look comes by themselves.
    const { untilMs } = lookFrom(rows[0]!.looked_at, nowMs)
    const batch = rows.filter(({ looked_at }) => looked_at < untilMs)
    after = batch.at(-1)!
    yield batch
  }
}

/** Those of the coupons' customers who paid fees in a time that no coupon was looked for yet. */
async function customersWithFees(
  db: Db | Tx,
  coupons: readonly LookedRow[],
  look: Look,
): Promise<ReadonlySet<CustomerId>> {
  const customers = new Set(coupons.map(({ customer_id }) => customer_id))
  return new Set((await openFees(db, [...customers], look)).map(({ customer }) => customer))
}

/** The fees of a time that no coupon was looked for yet, in the order in which their orders ended. */
async function openFees(db: Db | Tx, customers: readonly CustomerId[], look: Look): Promise<PaidFee[]> {
  const fees = (await feesOfEnded(db, customers, look)).filter(({ quote }) => quote === DISCOUNT_IN)
  const seen = await usedOrders(
    db,
    fees.map(({ order }) => order),
  )
  return fees
    .filter(({ order }) => !seen.has(order))
    .toSorted((one, other) => one.endedAtMs - other.endedAtMs)
}

/** Pays one customer's discounts for the orders that ended in a time. */
async function payCustomer(tx: Tx, customer: CustomerId, look: Look, nowMs: number): Promise<void> {
  const coupons = await lockDiscounts(tx, customer)
  if (coupons.length === 0) return
  // Again, now that nobody else pays them.
  const open = await openFees(tx, [customer], look)
  const after = open.length > 0 ? await payFees(tx, coupons, open, nowMs) : coupons
  const isSpent = ({ paid, cap }: LookingRow) => paid >= cap
  // One that was looked at longer ago, and failed then, has its own look yet to come.
  const isLookedAt = ({ looked_at }: LookingRow) => looked_at >= look.sinceMs
  await setStatus(tx, idsOf(after.filter(isSpent)), 'used')
  await setAllLookedAt(tx, idsOf(after.filter((row) => !isSpent(row) && isLookedAt(row))), endsOf(look))
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
    assert(await spend(tx, best.campaign_id, amount), 'a locked budget has what was found in it')
    await setStatus(tx, [best.id], 'usable', amount)
    transfers.push({
      ...{ debit: fund, credit: funding, amount, reason: 'coupon-discount', reference: fee.order },
    })
  }
  await post(tx, transfers, nowMs)
  return coupons
}

/** Pays, or takes back, what is set aside for savings orders that ended, one in each transaction. One that fails keeps no other. */
export const settleUses = (db: Db, savings: Savings, nowMs: number): Promise<void> =>
  eachAlone(dueUses(db, nowMs), ({ order_id }) =>
    db.transaction().execute((tx) => settleOne(tx, savings, order_id, nowMs)),
  )

/** Running uses that are due, the oldest first. */
async function* dueUses(db: Db, nowMs: number): AsyncGenerator<DueRow> {
  let after: DueRow | undefined
  for (;;) {
    const rows: readonly DueRow[] = await listDueUses(db, nowMs, after, BATCH)
    yield* rows
    if (rows.length < BATCH) return
    after = rows.at(-1)
  }
}

async function settleOne(tx: Tx, savings: Savings, order: bigint, nowMs: number): Promise<void> {
  const use = await lockDueUse(tx, order, nowMs)
  // Somebody else works on it, or has.
  if (!use) return
  const end = use.kind === 'trial' ? 'matured' : (await savings.endsOf(tx, [order])).get(order)
  // The order has not ended yet.
  if (end === undefined) await postponeUse(tx, order, nowMs + NOT_YET_MS)
  else await settle(tx, use, end === 'matured', nowMs)
}

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
