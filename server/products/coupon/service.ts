import { randomInt } from 'node:crypto'
import { CODE_LENGTH, CODE_LETTERS, campaignState, readCode, trialInterest } from '#domain/coupon/rules.ts'
import { schedule } from '#domain/earn/rules.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS, utcDay } from '#domain/time.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { requireOffered } from '#server/users/countries.ts'
import { requireTier } from '#server/users/tiers.ts'
import { fundOf, reserveOf } from './accounts.ts'
import {
  type CampaignRow,
  type CouponRow,
  findCoupon,
  hasCoupon,
  insertCoupon,
  insertUse,
  lockCampaign,
  lockCoupon,
  setStatus,
  spend,
  termsOf,
} from './store.ts'

export { type BoostedOrder, boostFor, giveUpBoost } from './boosts.ts'
export type { Savings } from './savings.ts'
export { runningBoosts } from './store.ts'

/** What a customer can do with coupons: one function each, inside the caller's transaction. */

/** A code that nobody guesses: 60 random bits. */
export const makeCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/**
 * Gives a customer a coupon of the campaign that has a code.
 *
 * Refuses: KYC_REQUIRED before anything is said of the code, so that it takes an identity to try one; COUPON_CODE_UNKNOWN
 * for what is none, and the same for a campaign that has not begun, is over, stopped or used up; COUPON_CLAIMED.
 */
export async function claim(
  tx: Tx,
  { customer, code }: { readonly customer: CustomerId; readonly code: string },
  nowMs: number,
): Promise<CouponRow> {
  await requireTier(tx, customer, 'basic')
  const read = readCode(code)
  const campaign = read === undefined ? undefined : await lockCampaign(tx, { code: read })
  if (!campaign || !isOpen(campaign, nowMs)) throw refusal('COUPON_CODE_UNKNOWN')
  // Who has one knows the code: it is no secret that it was good.
  const given = await give(tx, campaign, customer, nowMs)
  if (given === 'claimed') throw refusal('COUPON_CLAIMED')
  if (given === 'none-left') throw refusal('COUPON_CODE_UNKNOWN')
  return (await findCoupon(tx, given, customer))!
}

const isOpen = (row: CampaignRow, nowMs: number): boolean =>
  campaignState({ isStopped: row.is_stopped, opensAtMs: row.opens_at, closesAtMs: row.closes_at }, nowMs) ===
  'open'

/** Gives a customer a coupon of a campaign that is locked. Returns: its id, or why not. */
export async function give(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id' | 'kind' | 'quantity' | 'claimed' | 'valid_days'>,
  customer: CustomerId,
  nowMs: number,
): Promise<bigint | 'claimed' | 'none-left'> {
  if (await hasCoupon(tx, campaign.id, customer)) return 'claimed'
  if (campaign.claimed >= campaign.quantity) return 'none-left'
  const id = nextId()
  const expires_at = nowMs + campaign.valid_days * DAY_MS
  const row = { id, campaign_id: campaign.id, customer_id: customer, kind: campaign.kind }
  if (!(await insertCoupon(tx, { ...row, claimed_at: nowMs, expires_at }))) return 'claimed'
  await writeNotices(
    tx,
    [{ customer, kind: 'coupon-given', subject: String(id), params: { date: utcDay(expires_at) } }],
    nowMs,
  )
  return id
}

/**
 * Starts a trial: its principal and its interest are set aside from the fund, and at its end the customer is paid the
 * interest alone.
 *
 * Refuses: KYC_REQUIRED; COUNTRY_NOT_OFFERED; ORDER_NOT_FOUND; COUPON_NOT_USABLE for another kind and once used or over; COUPON_FUND_EMPTY
 * where the fund or the campaign's budget cannot pay, and the coupon stays good.
 */
export async function start(
  tx: Tx,
  { customer, id }: { readonly customer: CustomerId; readonly id: bigint },
  nowMs: number,
): Promise<CouponRow> {
  await requireTier(tx, customer, 'basic')
  // A trial is savings with the platform's principal.
  await requireOffered(tx, customer, 'earn')
  const coupon = await lockCoupon(tx, id, customer)
  if (!coupon) throw refusal('ORDER_NOT_FOUND')
  if (coupon.kind !== 'trial' || coupon.status !== 'usable' || nowMs >= coupon.expires_at)
    throw refusal('COUPON_NOT_USABLE')
  const { currency, cap: principal } = coupon
  const interest = trialInterest(termsOf(coupon))
  if (!(await spend(tx, coupon.campaign_id, interest))) throw refusal('COUPON_FUND_EMPTY')
  const [fund, reserve] = [fundOf(currency), reserveOf(currency)]
  const balances = await lockBalances(tx, [fund, reserve])
  if (balances.get(fund)! < principal + interest) throw refusal('COUPON_FUND_EMPTY')

  const { startsAtMs, maturesAtMs } = schedule(coupon.term_days, nowMs)
  const order = nextId()
  await setStatus(tx, [id], 'running')
  await insertUse(tx, {
    ...{ order_id: order, coupon_id: id, customer_id: customer, kind: 'trial', currency },
    ...{ amount: interest, principal, fee: null, fee_currency: null },
    ...{ status: 'running', made_at: nowMs, starts_at: startsAtMs, due_at: maturesAtMs, decided_at: null },
  })
  const common = { debit: fund, credit: reserve, reason: 'coupon-reserve', reference: order } as const
  await post(
    tx,
    [
      { ...common, amount: principal },
      { ...common, amount: interest },
    ],
    nowMs,
  )
  return (await findCoupon(tx, id, customer))!
}
