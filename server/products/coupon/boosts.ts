import { bestOf, boostOf } from '#domain/coupon/rules.ts'
import { kindRules, type TermKind } from '#domain/earn/kinds.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { least, units } from '#domain/money/amount.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundOf, reserveOf } from './accounts.ts'
import {
  type CouponRow,
  insertUse,
  lockBoosts,
  lockBudgets,
  makeDue,
  setStatus,
  spend,
  termsOf,
} from './store.ts'

/** A savings order as far as a boost is concerned. */
export interface BoostedOrder {
  readonly id: bigint
  readonly customer: CustomerId
  readonly kind: TermKind
  readonly currency: string
  readonly principal: bigint
  readonly termDays: number
  readonly startsAtMs: number
  readonly maturesAtMs: number
}

/** A boost for an order that is being made. */
export interface Boost {
  /** To be locked with the order's own: whoever locks accounts locks all of them at once. */
  readonly accounts: readonly AccountId[]
  /** Writes down that it is in the order. Returns: what is set aside for it, to be posted with the order's transfers. */
  apply(order: BoostedOrder, balances: ReadonlyMap<bigint, bigint>): Promise<Transfer[]>
}

const none: Boost = { accounts: [], apply: async () => [] }

/**
 * The customer's boost that gives a savings order most, of those that the campaigns' budgets and the fund can pay; where
 * there are some and none can be paid, the order says so and the coupon stays good. Orders without a term have no end that
 * it could be paid at, and lock-mining earns another coin: neither takes one.
 *
 * Locks the customer's boosts and their campaigns, before any account.
 */
export async function boostFor(
  tx: Tx,
  order: Pick<BoostedOrder, 'customer' | 'kind' | 'currency' | 'principal' | 'termDays'>,
  nowMs: number,
): Promise<Boost> {
  const { customer, kind, currency } = order
  if (order.termDays === 0 || kindRules[kind].earnsAnotherCoin) return none
  const boosts = await lockBoosts(tx, customer, currency, nowMs)
  if (boosts.length === 0) return none
  const left = await lockBudgets(
    tx,
    boosts.map(({ campaign_id }) => campaign_id),
  )
  const worthOf = (coupon: CouponRow) => boostOf(termsOf(coupon), order)
  return {
    accounts: [fundOf(currency), reserveOf(currency)],
    async apply(made, balances) {
      const fund = balances.get(fundOf(currency))!
      const payable = boosts.filter((coupon) => worthOf(coupon) <= least(fund, left.get(coupon.campaign_id)!))
      const best = bestOf(payable, worthOf)
      const named = best ?? bestOf(boosts, worthOf)
      // Of so little that it rounds to nothing.
      if (!named) return []
      const amount = units(best ? worthOf(best) : 0n)
      await insertUse(tx, {
        ...{ order_id: made.id, coupon_id: named.id, customer_id: customer, kind: 'boost', currency, amount },
        ...{
          principal: best ? units(least(order.principal, best.cap)) : null,
          fee: null,
          fee_currency: null,
        },
        ...{ status: best ? 'running' : 'unfunded', made_at: nowMs, starts_at: made.startsAtMs },
        ...{ due_at: made.maturesAtMs, decided_at: best ? null : nowMs },
      })
      if (!best) return []
      await setStatus(tx, [best.id], 'running')
      assert(await spend(tx, best.campaign_id, amount), 'a locked budget has what was found in it')
      return [
        {
          ...{ debit: fundOf(currency), credit: reserveOf(currency), amount },
          ...{ reason: 'coupon-reserve', reference: made.id },
        },
      ]
    },
  }
}

/** A savings order ended early: its boost, which is given up by that, goes back to the fund. */
export const giveUpBoost = (tx: Tx, order: bigint, nowMs: number) => makeDue(tx, order, nowMs)
