import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { baseAmountOf } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { quantity } from '#domain/money/amount.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { spotAccounts } from './accounts.ts'

/** Where the trading fees in a currency are. */
export const tradingFees = (currency: string) => platformAccount(spotAccounts.fees, currency)

/** What an order that is over paid in fees. */
export interface PaidFee {
  readonly order: bigint
  readonly customer: CustomerId
  /** What it received, and paid the fee in. */
  readonly currency: string
  readonly received: bigint
  readonly fee: bigint
  /** What its fills cost or brought, in `quote`. */
  readonly notional: bigint
  readonly quote: string
  readonly endedAtMs: number
}

/**
 * The fees of these customers' orders that ended in a time. An order that ended does not change: each is found in one
 * such time. Cost: a look by index for each customer and market.
 */
export async function feesOfEnded(
  db: Db | Tx,
  customers: readonly CustomerId[],
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<PaidFee[]> {
  const symbols = instruments.filter(({ products }) => products.includes('spot')).map(({ symbol }) => symbol)
  const { rows } = await sql<{
    id: bigint
    customer: CustomerId
    symbol: string
    side: 'buy' | 'sell'
    filled: bigint
    notional: bigint
    fee: bigint
    ended_at: number
  }>`
    select o.id, o.customer_id as customer, o.symbol, o.side, o.filled, o.notional, o.fee, o.updated_at as ended_at
    from unnest(${[...customers]}::bigint[]) c (id)
    cross join unnest(${symbols}::text[]) s (symbol)
    cross join (values ('filled'), ('cancelled')) e (status)
    join spot_order o on o.customer_id = c.id and o.symbol = s.symbol and o.status = e.status
      and o.status in ('filled', 'cancelled')
      and o.updated_at >= ${new Date(fromMs)}::timestamptz and o.updated_at < ${new Date(untilMs)}::timestamptz
    where o.fee > 0
    order by o.customer_id, o.id`.execute(db)
  return rows.map(({ id: order, customer, symbol, side, filled, notional, fee, ended_at: endedAtMs }) => {
    const instrument = findInstrument(symbol)!
    const { base, quote } = instrument
    const isBuy = side === 'buy'
    return {
      ...{ order, customer, currency: isBuy ? base : quote, fee, notional, quote, endedAtMs },
      received: isBuy ? baseAmountOf(instrument, quantity(filled)) : notional,
    }
  })
}
