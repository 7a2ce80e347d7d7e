import type { AlertView } from '#domain/alert/contract.ts'
import { type AlertDraft, decideAlert, MAX_ALERTS } from '#domain/alert/rules.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { ticksAfter } from '#server/markets/tape/store.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { lockCustomer } from '#server/users/store.ts'
import type { MarketData } from '../product.ts'
import { type AlertRow, holdFollowing, listAlerts, newestSequence } from './store.ts'

type Prices = Pick<MarketData, 'lastPrice' | 'lastTick'>

/**
 * Sets a price alert, from the newest price on the tape: each tick after that one is looked at once the alert is there,
 * whoever follows the tape meanwhile.
 *
 * Refuses: INSTRUMENT_UNKNOWN, PRICE_STALE without any price, what `decideAlert` says, TOO_MANY_ALERTS.
 */
export async function setAlert(
  tx: Tx,
  markets: Prices,
  draft: AlertDraft & { readonly customer: CustomerId; readonly symbol: string },
  nowMs: number,
): Promise<AlertRow> {
  const { customer, symbol, condition } = draft
  const instrument = findInstrument(symbol)
  if (!instrument) throw refusal('INSTRUMENT_UNKNOWN')
  // One after the other, so that nobody has more by asking for many at the same time.
  await lockCustomer(tx, customer, 'to change')
  if ((await listAlerts(tx, customer)).length >= MAX_ALERTS)
    throw refusal('TOO_MANY_ALERTS', { maximum: MAX_ALERTS })
  await holdFollowing(tx)
  const { price, sequence } = await newestPrice(tx, markets, symbol)
  const { upper, lower } = requireAllowed(decideAlert(instrument, draft, price))
  return tx
    .insertInto('price_alert')
    .values({
      id: nextId(),
      customer_id: customer,
      ...{ symbol, condition },
      percent: condition === 'move' ? draft.percent! : null,
      upper: upper === null ? null : BigInt(upper),
      lower: lower === null ? null : BigInt(lower),
      from_price: BigInt(price),
      since_sequence: BigInt(sequence),
      created_at: new Date(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * The newest price of an instrument, and the newest tick of all: with those that are on the tape and on their way to
 * `markets`.
 *
 * Refuses: PRICE_STALE without any price.
 */
async function newestPrice(tx: Tx, markets: Prices, symbol: string) {
  const last = markets.lastPrice(symbol)
  const published = Math.max(...instruments.map((each) => markets.lastTick(each.symbol)?.sequence ?? 0))
  let price = last?.price
  let sequence = published || (await newestSequence(tx))
  for await (const ticks of ticksAfter(tx, sequence)) {
    for (const tick of ticks) {
      sequence = tick.sequence
      if (tick.symbol === symbol && !tick.isHeld) price = tick.price
    }
  }
  if (price === undefined) throw refusal('PRICE_STALE', { symbol })
  return { price, sequence }
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
