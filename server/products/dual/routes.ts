import * as calls from '#domain/dual/contract.ts'
import { QUOTE } from '#domain/dual/rules.ts'
import { refusal } from '#domain/errors.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { dualCurrencies, fundsIn, requireProduct } from './products.ts'
import { noteOfDual, type Prover, proofOfDual } from './receipts.ts'
import { buyDual, cancelDual, type DualDeps } from './service.ts'
import {
  currenciesOf,
  customerTotals,
  findOrder,
  fixingsOf,
  fixingsOfOrders,
  listOnSale,
  listOrders,
  unitsByProduct,
} from './store.ts'
import { fixingView, orderView, productView } from './views.ts'

/** The routes for the calls of `domain/dual/contract.ts`. */
export const dualRoutes = (deps: DualDeps & Prover): Route[] => [
  route(calls.dualProducts, async ({ coin, type, ...page }, { db, clock, customerOrUndefined: customer }) => {
    const nowMs = clock.nowMs()
    const { free, lines } = await escrowLines(db, coin === undefined ? dualCurrencies() : [QUOTE, coin])
    const symbol = coin && `${coin}-${QUOTE}`
    const rows = await pageOf(
      page,
      ['id'],
      (slice) => listOnSale(db, { symbol, type, nowMs, ...slice }),
      (row) => row,
    )
    const ids = rows.items.map(({ id }) => id)
    const own = customer ? await unitsByProduct(db, customer.id, ids) : new Map<bigint, number>()
    return {
      ...rows,
      items: rows.items.map((row) => productView(row, free, nowMs, own.get(row.id))),
      escrow: lines,
    }
  }),

  route(calls.dualProduct, async ({ id }, { db, clock, customerOrUndefined: customer }) => {
    const row = await requireProduct(db, id)
    const { own: currency, other } = currenciesOf(row)
    const { free, lines } = await escrowLines(db, [currency, other])
    const own = customer ? await unitsByProduct(db, customer.id, [id]) : new Map<bigint, number>()
    return { ...productView(row, free, clock.nowMs(), own.get(id)), escrow: lines }
  }),

  moneyRoute(calls.buyDual, async ({ productId, num }, { clock, customer }, tx) => {
    const nowMs = clock.nowMs()
    return orderView(await buyDual(tx, deps, { customer: customer.id, productId, num }, nowMs), nowMs)
  }),

  moneyRoute(calls.cancelDual, async ({ id }, { clock, customer }, tx) => {
    const nowMs = clock.nowMs()
    return orderView(await cancelDual(tx, deps, { customer: customer.id, id }, nowMs), nowMs)
  }),

  route(calls.dualOrders, async ({ status, ...page }, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    const rows = await pageOf(
      page,
      ['id'],
      (slice) => listOrders(db, customer.id, { status, ...slice }),
      (row) => row,
    )
    const fixingOf = await fixingsOfOrders(db, rows.items)
    return { ...rows, items: rows.items.map((row) => orderView(row, nowMs, fixingOf(row))) }
  }),

  route(calls.dualOrder, async ({ id }, { db, clock, customer }) => {
    const row = await findOrder(db, id, customer.id)
    if (!row) throw refusal('ORDER_NOT_FOUND')
    const fixings =
      row.status === 'cancelled' ? [] : await fixingsOf(db, row.symbol, [row.settles_at, row.due_at])
    const decided = fixings.find(({ fixed_at }) => row.status !== 'active' && fixed_at === row.due_at)
    return {
      ...orderView(row, clock.nowMs(), decided),
      receipt: await noteOfDual(db, id),
      fixings: fixings.map(fixingView),
    }
  }),

  route(calls.dualProof, async ({ id }, { db, customer }) => {
    const row = await findOrder(db, id, customer.id)
    if (!row) throw refusal('ORDER_NOT_FOUND')
    const proof = await proofOfDual(deps, row)
    if (!proof) throw refusal('NOT_FOUND')
    return proof
  }),

  route(calls.dualTotals, async (_, { db, customer }) => ({
    items: (await customerTotals(db, customer.id)).map((row) => ({
      currency: row.currency,
      principal: formatAmount(row.principal, row.currency),
      active: row.active,
      yieldTotal: formatAmount(row.yield_total, row.currency),
      nextSettlementMs: row.next_settlement,
    })),
  })),
]

/** What is set aside and what is free in some currencies, also as it is shown; a currency that is not listed has nothing. */
async function escrowLines(db: Db, currencies: readonly string[]) {
  const known = dualCurrencies()
  const { free, escrow } = await fundsIn(
    db,
    [...new Set(currencies)].filter((currency) => known.includes(currency)),
  )
  const lines = [...free.keys()].map((currency) => ({
    currency,
    escrow: formatAmount(escrow.get(currency)!, currency),
    free: formatAmount(free.get(currency)!, currency),
  }))
  return { free, lines: lines.filter((line) => free.get(line.currency)! + escrow.get(line.currency)! > 0n) }
}
