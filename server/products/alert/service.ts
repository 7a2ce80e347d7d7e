import { sql } from 'kysely'
import type { AlertView } from '#domain/alert/contract.ts'
import { type AlertDraft, decideAlert, MAX_ALERTS } from '#domain/alert/rules.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { lockCustomer } from '#server/users/store.ts'
import type { MarketData } from '../product.ts'
import { type AlertRow, listAlerts } from './store.ts'

/**
 * Sets a price alert, from the newest price on.
 *
 * Refuses: INSTRUMENT_UNKNOWN, PRICE_STALE without any price, what `decideAlert` says, TOO_MANY_ALERTS.
 */
export async function setAlert(
  tx: Tx,
  markets: Pick<MarketData, 'lastPrice'>,
  draft: AlertDraft & { readonly customer: CustomerId; readonly symbol: string },
  nowMs: number,
): Promise<AlertRow> {
  const { customer, symbol, condition } = draft
  const instrument = findInstrument(symbol)
  if (!instrument) throw refusal('INSTRUMENT_UNKNOWN')
  const last = markets.lastPrice(symbol)
  if (!last) throw refusal('PRICE_STALE', { symbol })
  const { upper, lower } = requireAllowed(decideAlert(instrument, draft, last.price))
  // One after the other, so that nobody has more by asking for many at the same time.
  await lockCustomer(tx, customer, 'to change')
  if ((await listAlerts(tx, customer)).length >= MAX_ALERTS)
    throw refusal('TOO_MANY_ALERTS', { maximum: MAX_ALERTS })
  return tx
    .insertInto('price_alert')
    .values({
      id: nextId(),
      customer_id: customer,
      ...{ symbol, condition },
      percent: condition === 'move' ? draft.percent! : null,
      upper: upper === null ? null : BigInt(upper),
      lower: lower === null ? null : BigInt(lower),
      from_price: BigInt(last.price),
      since_sequence: sql<bigint>`(select coalesce(max(last_sequence), 0) from tape_segment)`,
      created_at: new Date(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An alert as its customer sees it; undefined for an instrument that is listed no more. */
export function alertView(row: AlertRow): AlertView | undefined {
  const instrument = findInstrument(row.symbol)
  if (!instrument) return undefined
  const show = (ticks: bigint) => formatPrice(instrument, Number(ticks))
  return {
    id: String(row.id),
    symbol: row.symbol,
    condition: row.condition,
    percent: row.percent,
    upper: row.upper === null ? null : show(row.upper),
    lower: row.lower === null ? null : show(row.lower),
    from: show(row.from_price),
    createdAtMs: row.created_at,
  }
}
