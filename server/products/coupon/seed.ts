import type { CustomerId } from '#domain/ids.ts'
import { type Rate, rate } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { fundOf } from './accounts.ts'
import type { NewCampaign } from './store.ts'
import { insertCampaign, insertCoupon } from './store.ts'

const USDT = 'USDT'
/** The code of a demonstration's campaign, for whoever tries it: everybody knows it. */
export const DEMO_CODE = 'PLUMBWELCME2'

/** Gives a demonstration's customer a coupon of each kind, and one to claim by its code. */
export async function seedCoupons(
  tx: Tx,
  { customer, nowMs }: { readonly customer: CustomerId; readonly nowMs: number },
): Promise<void> {
  await fundFromOutside(
    tx,
    [{ account: fundOf(USDT), currency: USDT, amount: '100000' }],
    'treasury-funding',
    nowMs,
  )
  const common = {
    ...{ currency: USDT, term_days: 0, daily_rate: rate(0n), quantity: 1_000, valid_days: 30 },
    ...{ opens_at: nowMs, closes_at: nowMs + 90 * DAY_MS, code: null, budget: readAmount('5000', USDT) },
  }
  const campaigns: Omit<NewCampaign, 'id'>[] = [
    {
      ...{ ...common, name: 'Two points more', kind: 'boost', share_bps: 200, cap: readAmount('5000', USDT) },
    },
    {
      ...{ ...common, name: 'Try savings', kind: 'trial', share_bps: 0, cap: readAmount('1000', USDT) },
      // As many as the fund can lend at the same time, beside the budgets of the other three.
      ...{ term_days: 7, daily_rate: parseRate('0.0001') as Rate, valid_days: 14, quantity: 80 },
    },
    {
      ...{
        ...common,
        name: 'Half of spot fees',
        kind: 'discount',
        share_bps: 5_000,
        cap: readAmount('25', USDT),
      },
      // Long enough that nobody is reminded of it on a first day.
      valid_days: 10,
    },
    {
      ...{ ...common, name: 'Welcome', kind: 'discount', share_bps: 2_000, cap: readAmount('10', USDT) },
      code: DEMO_CODE,
    },
  ]
  for (const draft of campaigns) {
    const id = nextId()
    await insertCampaign(tx, { ...draft, id })
    if (draft.code !== null) continue
    // Without a notice: a demonstration begins with nothing unread.
    const coupon = { id: nextId(), campaign_id: id, customer_id: customer, kind: draft.kind }
    await insertCoupon(tx, { ...coupon, claimed_at: nowMs, expires_at: nowMs + draft.valid_days * DAY_MS })
  }
}
