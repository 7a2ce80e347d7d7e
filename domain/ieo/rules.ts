import { allowed, type Decision, refused } from '../errors.ts'
import { least, MAX_UNITS, parseDecimal, type Units, units } from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'
import { formatAmount, requireCurrency } from '../money/read-amount.ts'
import { DAY_MS } from '../time.ts'
import type { IeoFailure, IeoKind, IeoPhase, IeoState, IeoStatus } from './words.ts'

/**
 * New-coin sales. Coins are counted whole until they are listed; money is of USDT. The money of an order lies in the
 * customer's own account until coins are delivered for it, or comes back: it is never the platform's before.
 */

/** The version of these rules, which every order keeps. */
export const IEO_RULES_VERSION = 1

/** What coins are paid with. */
export const PAID_IN = 'USDT'

/** So long after its end a project must be listed, or all money comes back. Source: rulings, section 5. */
export const LISTED_WITHIN_MS = 90 * DAY_MS

/** When money comes back at the latest, if nothing is listed until then. */
export const refundedAt = ({ endsAtMs }: { readonly endsAtMs: number }): number => endsAtMs + LISTED_WITHIN_MS

/** A project as far as decisions on orders need it. Counts are of whole coins. */
export interface IeoProject {
  readonly status: IeoStatus
  /** Whether orders are taken, as far as operators go. */
  readonly isOpen: boolean
  /** Units: of USDT, for one coin. */
  readonly price: Units
  readonly exchangeSupply: bigint
  readonly subscriptionSupply: bigint
  /** What one customer may buy at once, and subscribe for, in all. */
  readonly maxExchange: bigint
  readonly quota: bigint
  /** With fewer sold and allotted at the end, all money comes back. */
  readonly softCap: bigint
  readonly opensAtMs: number
  readonly endsAtMs: number
  /** Bought at once, and asked for by subscriptions. */
  readonly sold: bigint
  readonly subscribed: bigint
}

/** What a project is at a moment. */
export function phaseOf(project: IeoProject, nowMs: number): IeoPhase {
  const { status, isOpen, opensAtMs, endsAtMs, subscriptionSupply, sold, exchangeSupply } = project
  if (status !== 'sale') return status
  if (nowMs >= endsAtMs) return 'ended'
  if (!isOpen) return 'closed'
  if (nowMs < opensAtMs) return 'announced'
  // Subscriptions are taken to the end, however many there are.
  return subscriptionSupply === 0n && sold === exchangeSupply ? 'sold-out' : 'open'
}

/** The specification's presale states. Source: rulings, section 1. */
export type Presale = 'not-started' | 'in-progress' | 'sold-out' | 'ended'

/** The specification's word for a phase. */
export function presaleOf(phase: IeoPhase): Presale {
  if (phase === 'announced') return 'not-started'
  if (phase === 'open') return 'in-progress'
  return phase === 'sold-out' ? 'sold-out' : 'ended'
}

/** How many whole coins an amount buys. Rounds: down; the rest is not charged. */
export const coinsFor = (amount: bigint, price: bigint): bigint => amount / price

/** What so many coins cost: exact. */
export const costOf = (quantity: bigint, price: bigint): Units => units(quantity * price)

/** What the decision on an order needs beside the project, read under lock. */
export interface IeoContext {
  readonly nowMs: number
  readonly available: bigint
  /** Coins that the customer bought at once, or subscribed for, in this project. */
  readonly own: bigint
}

/** What may still be ordered by one customer: of what there is, and of their own limit. */
export function coinsLeft(
  project: IeoProject,
  kind: IeoKind,
  own: bigint,
): { readonly supply: bigint | undefined; readonly own: bigint } {
  const left = (limit: bigint) => (limit > own ? limit - own : 0n)
  return kind === 'exchange'
    ? { supply: project.exchangeSupply - project.sold, own: left(project.maxExchange) }
    : // Subscriptions may ask for more than there is: they are shared out.
      { supply: undefined, own: project.subscriptionSupply === 0n ? 0n : left(project.quota) }
}

/**
 * Decides on an order of an amount. Checks in the order the customer should hear about them.
 *
 * Refuses: IEO_CLOSED; AMOUNT_TOO_SMALL for less than a coin; AMOUNT_TOO_LARGE beyond what one customer may have;
 *          INSUFFICIENT_BALANCE; EARN_SOLD_OUT when fewer are left at the fixed price.
 */
export function decideIeo(
  project: IeoProject,
  kind: IeoKind,
  context: IeoContext,
  amount: bigint,
): Decision<{ readonly quantity: bigint; readonly cost: Units }> {
  if (phaseOf(project, context.nowMs) !== 'open') return refused('IEO_CLOSED')
  const shown = (quantity: bigint) => formatAmount(costOf(quantity, project.price), PAID_IN)
  const quantity = coinsFor(amount, project.price)
  if (quantity === 0n) return refused('AMOUNT_TOO_SMALL', { minimum: shown(1n), currency: PAID_IN })
  const left = coinsLeft(project, kind, context.own)
  if (quantity > left.own) return refused('AMOUNT_TOO_LARGE', { maximum: shown(left.own), currency: PAID_IN })
  const cost = costOf(quantity, project.price)
  if (cost > context.available) return refused('INSUFFICIENT_BALANCE')
  if (left.supply !== undefined && quantity > left.supply)
    return refused('EARN_SOLD_OUT', { left: shown(left.supply), currency: PAID_IN })
  return allowed({ quantity, cost })
}

/** Why a project whose sale is over fails; undefined when it does not. */
export function failureAt(
  project: Pick<IeoProject, 'status' | 'sold' | 'subscribed' | 'subscriptionSupply' | 'softCap' | 'endsAtMs'>,
  nowMs: number,
): IeoFailure | undefined {
  const { status, sold, subscribed, subscriptionSupply, softCap, endsAtMs } = project
  const shared = least(subscribed, subscriptionSupply)
  if (status === 'sale' && nowMs >= endsAtMs && sold + shared < softCap) return 'soft-cap'
  if (status === 'allotted' && nowMs >= refundedAt(project)) return 'unlisted'
  return undefined
}

/** What of an order is known of its money. */
export interface IeoMoney {
  readonly state: IeoState
  /** Coins that were bought or asked for, and those allotted; null while it waits. */
  readonly quantity: bigint
  readonly allotted: bigint | null
  readonly price: bigint
}

/** The money that lies in an order. */
export function heldIn({ state, quantity, allotted, price }: IeoMoney): Units {
  if (state === 'waiting') return costOf(quantity, price)
  return state === 'allotted' ? costOf(allotted ?? 0n, price) : units(0n)
}

/** What fixes a project until it opens; then for good. */
export interface IeoDraft {
  /** The coin: its code once it is listed, its name, the decimals it is kept with, and its color. */
  readonly code: string
  readonly name: string
  readonly decimals: number
  readonly colour: string
  readonly tagline: string
  readonly price: Units
  readonly exchangeSupply: bigint
  readonly subscriptionSupply: bigint
  readonly maxExchange: bigint
  readonly quota: bigint
  readonly softCap: bigint
  readonly opensAtMs: number
  readonly endsAtMs: number
  /** When listing is planned; what counts is when it happens. */
  readonly listsAtMs: number
  /** How long coins stay locked after they were listed. */
  readonly lockDays: number
}

export const MAX_LOCK_DAYS = 365
const MAX_DECIMALS = 8
/** Ten thousand million: more coins than any sale has. */
export const MAX_SUPPLY = 10_000_000_000n

/** The first field of a project that may not be as it is; undefined when all may. */
export function invalidIeo(draft: IeoDraft): keyof IeoDraft | undefined {
  const { exchangeSupply, subscriptionSupply, maxExchange, quota, softCap, price, decimals } = draft
  const supply = exchangeSupply + subscriptionSupply
  if (!/^[A-Z0-9]{2,10}$/.test(draft.code) || findCurrency(draft.code)) return 'code'
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) return 'decimals'
  if (price <= 0n) return 'price'
  if (exchangeSupply < 0n || exchangeSupply > MAX_SUPPLY) return 'exchangeSupply'
  if (subscriptionSupply < 0n || subscriptionSupply > MAX_SUPPLY || supply === 0n) return 'subscriptionSupply'
  // Coins and money of the whole sale must fit the ledger; the quota bounds what all can ask for.
  if (supply * 10n ** BigInt(decimals) > MAX_UNITS) return 'decimals'
  if (costOf(supply, price) > MAX_UNITS) return 'price'
  if (maxExchange < 0n || maxExchange > exchangeSupply) return 'maxExchange'
  if (exchangeSupply > 0n !== maxExchange > 0n) return 'maxExchange'
  if (quota < 0n || quota > subscriptionSupply) return 'quota'
  if (subscriptionSupply > 0n !== quota > 0n) return 'quota'
  if (softCap < 0n || softCap > supply) return 'softCap'
  if (draft.endsAtMs <= draft.opensAtMs) return 'endsAtMs'
  if (draft.listsAtMs < draft.endsAtMs || draft.listsAtMs > refundedAt(draft)) return 'listsAtMs'
  const { lockDays } = draft
  if (!Number.isInteger(lockDays) || lockDays < 0 || lockDays > MAX_LOCK_DAYS) return 'lockDays'
  return undefined
}

/** Whether a project may still be changed: before it opens, while nobody ordered. */
export const canEdit = (project: IeoProject, nowMs: number): boolean =>
  project.status === 'sale' && nowMs < project.opensAtMs && project.sold === 0n && project.subscribed === 0n

/** So many whole coins in the ledger's units. */
export const coinUnits = (quantity: bigint, decimals: number): Units =>
  units(quantity * 10n ** BigInt(decimals))

/** Whether a price that a client sends with an order is the project's: it is compared, never used. */
export function isSamePrice(sent: string, price: bigint): boolean {
  return parseDecimal(sent, requireCurrency(PAID_IN).decimals) === price
}
