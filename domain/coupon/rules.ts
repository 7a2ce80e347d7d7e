import { interestPerDay } from '../earn/rules.ts'
import { least, mulDiv, type Rate, type Units, units } from '../money/amount.ts'
import { DAY_MS } from '../time.ts'
import type { CampaignState, CouponKind } from './words.ts'

/**
 * What coupons give. They are rebates: what an order charges and earns is the same with a coupon and without one.
 *
 * Source: rulings, section 5, coupons, invite, game.
 */

/** What fees are valued in, and discounts are paid in. */
export const DISCOUNT_IN = 'USDT'
/** At most half of a fee: with the commission of invitations, trading with oneself still costs. */
export const MAX_SHARE_BPS = 5_000
/** At most ten points a year: above it somebody has mistaken the unit. */
export const MAX_BOOST_BPS = 1_000
export const MAX_QUANTITY = 100_000
export const MAX_VALID_DAYS = 365
/** How many customers one campaign can name. */
export const MAX_NAMED = 100
/** How long before its end a customer is reminded of a coupon. */
export const REMIND_MS = 3 * DAY_MS

const BPS = 10_000n
const DAYS_A_YEAR = 365n

/** The terms of a coupon, which are its campaign's. */
export interface CouponTerms {
  readonly kind: CouponKind
  readonly currency: string
  /** Basis points: of a boost, of interest a year; of a discount, of a fee; 0 of a trial. */
  readonly shareBps: number
  /** Of a boost, the principal of one order that it counts; of a trial, the principal; of a discount, all it ever pays. */
  readonly cap: Units
  /** Of a trial: for how long, at which rate. */
  readonly termDays: number
  readonly dailyRate: Rate
}

/**
 * What a boost adds to one order that is held to its end. Simple interest of 365 days a year.
 *
 * Units:  those of the order's principal.
 * Rounds: down, once for the whole term.
 * @example two points on 1,000 for 30 days: 1.6438356
 */
export const boostOf = (
  { shareBps, cap }: Pick<CouponTerms, 'shareBps' | 'cap'>,
  order: { readonly principal: bigint; readonly termDays: number },
): Units =>
  units(
    mulDiv(least(order.principal, cap) * BigInt(order.termDays), BigInt(shareBps), BPS * DAYS_A_YEAR, 'down'),
  )

/** What a trial pays at its end: the interest that its principal earns, as in the savings that it is a trial of. */
export const trialInterest = ({ cap, termDays, dailyRate }: CouponTerms): Units =>
  units(interestPerDay(cap, { termDays, dailyRate, penaltyRate: 0n as Rate }) * BigInt(termDays))

/** What a discount pays of one fee, of what it has left. Rounds: down. */
export const discountOf = (
  { shareBps, cap }: Pick<CouponTerms, 'shareBps' | 'cap'>,
  { feeValue, paid }: { readonly feeValue: bigint; readonly paid: bigint },
): Units => units(least(mulDiv(feeValue, BigInt(shareBps), BPS, 'down'), cap - paid))

/** The most that one coupon can ever cost; of a boost, in an order of so many days. */
export const mostOf = (terms: CouponTerms, longestDays: number): Units => {
  if (terms.kind === 'discount') return terms.cap
  if (terms.kind === 'trial') return trialInterest(terms)
  return boostOf(terms, { principal: terms.cap, termDays: longestDays })
}

/** The coupon that gives most; of equals the one that ends first, then the older. None where none gives anything. */
export function bestOf<Coupon extends { readonly id: bigint; readonly expires_at: number }>(
  coupons: readonly Coupon[],
  worthOf: (coupon: Coupon) => bigint,
): Coupon | undefined {
  let best: { coupon: Coupon; worth: bigint } | undefined
  for (const coupon of coupons) {
    const worth = worthOf(coupon)
    if (worth <= 0n) continue
    if (!best || worth > best.worth || (worth === best.worth && isSooner(coupon, best.coupon)))
      best = { coupon, worth }
  }
  return best?.coupon
}

type Ending = { readonly id: bigint; readonly expires_at: number }
const isSooner = (one: Ending, other: Ending): boolean =>
  one.expires_at < other.expires_at || (one.expires_at === other.expires_at && one.id < other.id)

/** Where a campaign stands: none but an open one gives coupons. */
export function campaignState(
  campaign: { readonly isStopped: boolean; readonly opensAtMs: number; readonly closesAtMs: number },
  nowMs: number,
): CampaignState {
  if (campaign.isStopped) return 'stopped'
  if (nowMs < campaign.opensAtMs) return 'planned'
  return nowMs < campaign.closesAtMs ? 'open' : 'ended'
}

export interface CampaignDraft extends CouponTerms {
  readonly name: string
  readonly budget: Units
  readonly quantity: number
  readonly validDays: number
  readonly opensAtMs: number
  readonly closesAtMs: number
}

/** The first field of a campaign that may not be as it is; undefined when all may. */
export function invalidCampaign(draft: CampaignDraft): keyof CampaignDraft | undefined {
  const { kind, shareBps, cap, budget, quantity, validDays } = draft
  if (kind === 'discount' && draft.currency !== DISCOUNT_IN) return 'currency'
  const most = kind === 'boost' ? MAX_BOOST_BPS : kind === 'discount' ? MAX_SHARE_BPS : 0
  if (shareBps > most || (kind !== 'trial' && shareBps < 1)) return 'shareBps'
  if (kind === 'trial' && draft.termDays < 1) return 'termDays'
  // A day of a boost, or a trial, that rounds to nothing is none.
  if (cap <= 0n || mostOf(draft, 1) <= 0n) return 'cap'
  if (quantity < 1 || quantity > MAX_QUANTITY) return 'quantity'
  if (validDays < 1 || validDays > MAX_VALID_DAYS) return 'validDays'
  if (draft.closesAtMs <= draft.opensAtMs) return 'closesAtMs'
  // One coupon at least must be within it.
  if (budget < mostOf(draft, 1)) return 'budget'
  return undefined
}

/** Without what is easily taken for another: 0 and O, 1 and I. */
export const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 32 letters at each place: 2^60 codes. */
export const CODE_LENGTH = 12

const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`)

/** A code as it is kept, of what somebody typed; undefined for what is none. @example 'abcd-efgh jkmn' */
export function readCode(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  return CODE.test(code) ? code : undefined
}

/** A code as it is shown: in groups of four. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')
