import { canCancel, DUAL_RULES_VERSION, decideDual, payoutsOf, unitsLeft } from '#domain/dual/rules.ts'
import { assert, refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Signer } from '#server/core/ledger/checkpoint.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import { insertReceipts } from '#server/core/receipts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { requireOffered } from '#server/users/countries.ts'
import { requireTier } from '#server/users/tiers.ts'
import type { MarketData } from '../product.ts'
import { accountsOf, endTransfers, subscriptionTransfers, totalsOf } from './flows.ts'
import { receiptOfDual } from './receipts.ts'
import {
  cancellableOf,
  endOrders,
  insertOrder,
  lockOrder,
  lockProduct,
  lockProducts,
  type OrderRow,
  productOfRow,
  unitsIn,
  updateTotals,
} from './store.ts'

/** What a customer can do with dual investments: one function each, inside the caller's transaction. */

/** What orders need of the market: how far the tape is, and whose signature receipts bear. */
export interface DualDeps {
  readonly lastTick: MarketData['lastTick']
  readonly signer: Signer
}

/** The time by which something is too late: the server's, or the tape's where that is ahead. */
const nowByTape = ({ lastTick }: Pick<DualDeps, 'lastTick'>, symbol: string, nowMs: number): number =>
  Math.max(nowMs, lastTick(symbol)?.atMs ?? 0)

/**
 * Puts units into a product from funding, and sets either pay-out aside.
 *
 * Refuses: KYC_REQUIRED; COUNTRY_NOT_OFFERED; NOT_FOUND; MARKET_CLOSED of a halted instrument; and what `decideDual` says.
 */
export async function buyDual(
  tx: Tx,
  deps: DualDeps,
  { customer, productId, num }: { customer: CustomerId; productId: bigint; num: number },
  nowMs: number,
): Promise<OrderRow> {
  await requireTier(tx, customer, 'basic')
  await requireOffered(tx, customer, 'dual')
  const row = await lockProduct(tx, productId)
  if (!row) throw refusal('NOT_FOUND')
  const product = productOfRow(row)
  const { symbol, type, currency } = product
  const instrument = findInstrument(symbol)
  assert(instrument, `${symbol} is listed`)
  if (instrument.status === 'halted') throw refusal('MARKET_CLOSED', { symbol: instrument.label })
  const { own, other } = accountsOf({ customer_id: customer, symbol, type })
  const balances = await lockBalances(tx, [
    ...[own.funding, own.principal, own.fund, own.escrow],
    ...[other.fund, other.escrow],
  ])
  const free = { own: balances.get(own.fund)!, other: balances.get(other.fund)! }
  const { principal } = requireAllowed(
    decideDual(
      product,
      {
        nowMs: nowByTape(deps, symbol, nowMs),
        available: balances.get(own.funding)!,
        own: await unitsIn(tx, productId, customer),
        left: unitsLeft(product, free),
      },
      num,
    ),
  )

  const order: OrderRow = {
    ...{ id: nextId(), product_id: row.id, customer_id: customer, symbol, type, currency, num, principal },
    ...{ strike: row.strike, yield_rate: row.yield_rate, term_days: row.term_days },
    ...payoutsOf(product, principal),
    ...{ starts_at: row.starts_at, settles_at: row.settles_at, due_at: row.settles_at },
    ...{ accepted_at: nowMs, accepted_sequence: BigInt(deps.lastTick(symbol)?.sequence ?? 0) },
    ...{ rules_version: DUAL_RULES_VERSION, status: 'active', ended_at: null },
  }
  await insertOrder(tx, order)
  await insertReceipts(deps.signer, [{ number: order.id, receipt: receiptOfDual(order) }]).execute(tx)
  await updateTotals(tx, [totalsOf(order, 1)])
  await post(tx, subscriptionTransfers(order), nowMs)
  return order
}

/**
 * Takes all of an order back within a minute, before it starts.
 *
 * Refuses: ORDER_NOT_FOUND; ORDER_NOT_CANCELABLE once that is over, or it ended.
 */
export async function cancelDual(
  tx: Tx,
  deps: Pick<DualDeps, 'lastTick'>,
  { customer, id }: { customer: CustomerId; id: bigint },
  nowMs: number,
): Promise<OrderRow> {
  const order = await lockOrder(tx, id, customer)
  if (!order) throw refusal('ORDER_NOT_FOUND')
  if (!canCancel(cancellableOf(order), nowByTape(deps, order.symbol, nowMs)))
    throw refusal('ORDER_NOT_CANCELABLE')
  await lockProducts(tx, [order.product_id])
  await endOrders(tx, [{ id, status: 'cancelled' }], nowMs)
  await updateTotals(tx, [totalsOf(order, -1, true)])
  await post(tx, endTransfers(order, 'cancelled'), nowMs)
  return { ...order, status: 'cancelled', ended_at: nowMs }
}
