import * as calls from '#domain/financial/contract.ts'
import { isEnough, rankExits } from '#domain/financial/rules.ts'
import { formatAmount, readAmount, requireCurrency } from '#domain/money/read-amount.ts'
import type { Exit, LockedRecord } from '#server/core/exits.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { Product } from '../product.ts'

/** The routes for the calls of `domain/financial/contract.ts`, of what all products declare. */
export const financialRoutes = (products: readonly Product[]): Route[] => [
  route(calls.financialOverview, async (_, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    const lines = []
    const totals = new Map<string, Sums>()
    for (const { name, income } of products) {
      for (const { kind, ...line } of (await income?.(db, customer.id, nowMs)) ?? []) {
        lines.push({ product: name, kind, ...sumsView(line) })
        const { principal, today, total } = totals.get(line.currency) ?? NOTHING
        totals.set(line.currency, {
          currency: line.currency,
          principal: principal + line.principal,
          today: today + line.today,
          total: total + line.total,
        })
      }
    }
    return { lines, totals: [...totals.values()].map(sumsView) }
  }),

  route(calls.quoteExits, async ({ currency, amount }, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    requireCurrency(currency)
    const needed = amount === undefined ? 0n : readAmount(amount, currency)
    const asked = { customer: customer.id, currency, needed, limit: calls.MAX_EXITS }
    const exits: Of<Exit>[] = []
    const locked: Of<LockedRecord>[] = []
    for (const { name: product, exits: quoteExits } of products) {
      if (!quoteExits) continue
      const found = await db.transaction().execute((tx) => quoteExits(tx, asked, nowMs))
      exits.push(...found.exits.map((exit) => ({ ...exit, product })))
      locked.push(...found.locked.map((record) => ({ ...record, product })))
    }
    const show = (units: bigint) => formatAmount(units, currency)
    const record = ({ product, kind, id, amount, termDays }: Of<Exit | LockedRecord>) => ({
      ...{ product, kind, id: String(id), currency, amount: show(amount), termDays },
    })
    return {
      exits: rankExits(exits, needed)
        .slice(0, calls.MAX_EXITS)
        .map((exit) => ({
          ...record(exit),
          quoteId: String(exit.quoteId),
          validUntilMs: exit.validUntilMs,
          pays: show(exit.pays),
          costs: show(exit.costs),
          givenUp: exit.givenUp && {
            currency: exit.givenUp.currency,
            amount: formatAmount(exit.givenUp.amount, exit.givenUp.currency),
          },
          boostGivenUp: exit.boost === undefined ? null : show(exit.boost),
          paidAtMs: exit.paidAtMs,
          isEnough: isEnough(exit, needed),
        })),
      locked: locked.map((one) => ({ ...record(one), freeAtMs: one.freeAtMs })),
    }
  }),
]

type Of<Record> = Record & { readonly product: string }

interface Sums {
  readonly currency: string
  readonly principal: bigint
  readonly today: bigint
  readonly total: bigint
}
const NOTHING = { principal: 0n, today: 0n, total: 0n }

const sumsView = ({ currency, principal, today, total }: Sums) => ({
  currency,
  principal: formatAmount(principal, currency),
  today: formatAmount(today, currency),
  total: formatAmount(total, currency),
})
