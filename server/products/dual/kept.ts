import { canCancel, cancelUntilMs } from '#domain/dual/rules.ts'
import { QUOTE_VALID_MS } from '#domain/earn/rules.ts'
import { rankExits } from '#domain/financial/rules.ts'
import { startOfDayUtc } from '#domain/time.ts'
import type { ListIncome, QuoteExits } from '#server/core/exits.ts'
import { activeIn, cancellableOf, customerTotals, type OrderRow } from './store.ts'

/** What customers keep in dual investments, beside what they keep elsewhere. */

const KIND = 'dual'
/** How many of a customer's orders are looked at. */
const MAX_LOOKED_AT = 500

/** Principal and yields in the currency put in; what was exchanged at the strike counts as no yield. */
export const dualIncome: ListIncome = async (db, customer, nowMs) =>
  (await customerTotals(db, customer, startOfDayUtc(nowMs))).map((row) => ({
    ...{ kind: KIND, currency: row.currency, principal: row.principal },
    ...{ today: row.yield_since, total: row.yield_total },
  }))

/** For a minute an order is taken back for nothing; after that it stays until it is settled. The order's id stands for a quote: the figures cannot change. */
export const dualExits: QuoteExits = async (tx, { customer, currency, needed, limit }, nowMs) => {
  const orders = await activeIn(tx, customer, currency, MAX_LOOKED_AT)
  const kept = ({ id, principal: amount, term_days: termDays }: OrderRow) => ({
    ...{ id, kind: KIND, currency, amount, termDays },
  })
  const [fresh, firm] = [true, false].map((can) =>
    orders.filter((order) => canCancel(cancellableOf(order), nowMs) === can),
  ) as [OrderRow[], OrderRow[]]
  const exits = fresh.map((order) => ({
    ...kept(order),
    ...{
      quoteId: order.id,
      validUntilMs: Math.min(cancelUntilMs(cancellableOf(order)), nowMs + QUOTE_VALID_MS),
    },
    ...{ pays: order.principal, costs: 0n, paidAtMs: null, givesUp: false, givenUp: null },
  }))
  return {
    exits: rankExits(exits, needed).slice(0, limit),
    locked: firm.slice(0, limit).map((order) => ({ ...kept(order), freeAtMs: order.due_at })),
  }
}
