import { allowed, type Decision, refused } from '../errors.ts'
import { MAX_UNITS, type Units, units } from '../money/amount.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import { type BoxItem, inventoryRoot } from './draw.ts'
import { type BoxPhase, type BoxRarity, type BoxState, type BoxStatus, boxRarities } from './words.ts'

/**
 * Blind boxes: what may happen to a series and to a box, and when. Money is of USDT. The price of a box lies in the
 * customer's own account until the box is drawn, or comes back: it is never the platform's before.
 */

/** The version of these rules, which every box keeps. */
export const BOX_RULES_VERSION = 1

/** What boxes are paid with. */
export const BOX_CURRENCY = 'USDT'

/** Whose first tick after a purchase the draw takes: a market that never closes. */
export const SEAL_SYMBOL = 'BTC-USDT'

/**
 * From so long after the purchase a tick counts: one that waited to be written then was known already, to the server at
 * least, which also has the secrets.
 */
export const SEAL_AFTER_MS = SECOND_MS

/** What a customer is promised: a box that is not drawn is paid back within so long. */
export const REFUNDED_WITHIN_MS = 5 * MINUTE_MS
/** From when on a box that could not be drawn is paid back: leaves a minute to do it. */
export const REFUND_AFTER_MS = 4 * MINUTE_MS
/** A drawn box that nobody opens opens by itself. */
export const OPENED_WITHIN_MS = 7 * DAY_MS

/** Which action each state allows. */
export const boxCan = {
  draw: ['sealed'],
  refund: ['sealed'],
  open: ['drawn'],
} as const satisfies Record<string, readonly BoxState[]>

/** A customer's own seed: letters, digits, `-` and `_`. */
export const CLIENT_SEED = /^[A-Za-z0-9_-]{8,64}$/

/** A series as far as decisions need it. */
export interface BoxSeries {
  readonly status: BoxStatus
  /** Whether boxes are sold, as far as operators go. */
  readonly isOpen: boolean
  readonly price: Units
  /** How many items there are, and how many numbers there are secrets for. */
  readonly items: number
  readonly boxes: number
  /** The numbers that were given; of these those that were drawn, and paid back. */
  readonly issued: number
  readonly drawn: number
  readonly refunded: number
  readonly perCustomer: number
  readonly opensAtMs: number
  readonly endsAtMs: number
}

/** Boxes that are paid and not yet decided. */
export const sealedIn = ({ issued, drawn, refunded }: BoxSeries): number => issued - drawn - refunded

/**
 * How many boxes may be sold now: as many as there are items that no box has and none waits for. A box that is paid back
 * leaves its place to the next, which has a number and a secret of its own.
 */
export const boxesLeft = (series: BoxSeries): number =>
  Math.min(series.items - series.drawn - sealedIn(series), series.boxes - series.issued)

/** How many boxes a series has secrets for: as many again may be paid back before it must end. */
export const boxesFor = (items: number): number => 2 * items

/** What a series is at a moment. */
export function phaseOf(series: BoxSeries, nowMs: number): BoxPhase {
  if (series.status === 'ended' || nowMs >= series.endsAtMs) return 'ended'
  if (nowMs < series.opensAtMs) return 'announced'
  if (!series.isOpen) return 'closed'
  return boxesLeft(series) <= 0 ? 'sold-out' : 'open'
}

/** What the decision on a purchase needs beside the series, read under lock. */
export interface BoxContext {
  readonly nowMs: number
  readonly available: bigint
  /** Boxes of the series that the customer has, without those that were paid back. */
  readonly own: number
}

/**
 * Decides on the purchase of a box. Checks in the order the customer should hear about them.
 *
 * Refuses: BOX_CLOSED; BOX_SOLD_OUT; BOX_LIMIT beyond what one customer may have; INSUFFICIENT_BALANCE.
 */
export function decideBox(
  series: BoxSeries,
  { nowMs, available, own }: BoxContext,
): Decision<{ readonly number: number }> {
  const phase = phaseOf(series, nowMs)
  if (phase === 'sold-out') return refused('BOX_SOLD_OUT')
  if (phase !== 'open') return refused('BOX_CLOSED')
  if (own >= series.perCustomer) return refused('BOX_LIMIT', { maximum: series.perCustomer })
  if (series.price > available) return refused('INSUFFICIENT_BALANCE')
  return allowed({ number: series.issued + 1 })
}

/** When a box that cannot be drawn is paid back. */
export const refundedFrom = ({ boughtAtMs }: { readonly boughtAtMs: number }): number =>
  boughtAtMs + REFUND_AFTER_MS

/** Whether all is over: no box is sold any more, and none waits. */
export const isOver = (series: BoxSeries, nowMs: number): boolean =>
  series.status === 'sale' && nowMs >= series.endsAtMs && sealedIn(series) === 0

/** Of which rarity there is how much, and how much is left. */
export interface Odds {
  readonly rarity: BoxRarity
  readonly items: number
  readonly left: number
  /** The chance that the next draw is of it, in parts of a hundred thousand. Rounds: down. */
  readonly chance: number
}

/** The odds of the next draw, of the rarities that the series has. `drawn`: of each rarity. */
export function oddsOf(counts: readonly { rarity: BoxRarity; items: number; left: number }[]): Odds[] {
  const left = counts.reduce((sum, each) => sum + each.left, 0)
  return boxRarities.flatMap((rarity) => {
    const found = counts.find((each) => each.rarity === rarity)
    return found ? [{ ...found, chance: left === 0 ? 0 : Math.floor((found.left * 100_000) / left) }] : []
  })
}

/** What fixes a series for good. */
export interface BoxDraft {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly price: Units
  readonly perCustomer: number
  readonly opensAtMs: number
  readonly endsAtMs: number
  /** What is in it, in the order of its tree. */
  readonly items: readonly BoxItem[]
}

export const MAX_ITEMS = 500
export const MIN_ITEMS = 2
const CODE = /^[A-Z0-9]{2,12}$/

/** The first field of a series that may not be as it is; undefined when all may. */
export function invalidBox(draft: BoxDraft): keyof BoxDraft | undefined {
  const { code, price, perCustomer, opensAtMs, endsAtMs, items } = draft
  if (!CODE.test(code)) return 'code'
  if (price <= 0n || price * BigInt(MAX_ITEMS) > MAX_UNITS) return 'price'
  if (items.length < MIN_ITEMS || items.length > MAX_ITEMS) return 'items'
  if (new Set(items.map(({ artwork }) => artwork)).size !== items.length) return 'items'
  if (!Number.isInteger(perCustomer) || perCustomer < 1 || perCustomer > items.length) return 'perCustomer'
  if (endsAtMs <= opensAtMs) return 'endsAtMs'
  return undefined
}

/** What two operators approve: the contents to the last artwork, by the root that is published. */
export const digestOf = ({ items }: Pick<BoxDraft, 'items'>): string => inventoryRoot(items)

/** What a box holds of its customer's money. */
export const heldIn = ({ state, price }: { readonly state: BoxState; readonly price: bigint }): Units =>
  units(state === 'sealed' ? price : 0n)
