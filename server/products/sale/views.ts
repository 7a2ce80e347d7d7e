import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { SaleView } from '#domain/sale/contract.ts'
import { PAID_CURRENCY, saleReference } from '#domain/sale/rules.ts'
import type { Figures, SaleRow } from './store.ts'

/** The figures of a quote or a sale, on the wire. */
export function figuresView({ currency, amount, fee, received, tick }: Figures) {
  return {
    currency,
    amount: formatAmount(amount, currency),
    fee: formatAmount(fee, currency),
    receive: formatAmount(received, PAID_CURRENCY),
    rate: tick ? formatPrice(findInstrument(tick.symbol)!, tick.bid) : formatDecimal(1n, 0),
    tick: tick && { symbol: tick.symbol, sequence: tick.sequence },
  }
}

/** A sale as its customer sees it. */
export const saleView = (row: SaleRow): SaleView => ({
  id: String(row.id),
  reference: saleReference(row.number),
  status: row.status,
  ...figuresView(row),
  card: { kind: row.card_kind, bankName: row.bank_name, lastDigits: row.last_digits },
  bankReference: row.bank_reference,
  why: row.why,
  soldAtMs: row.sold_at,
  startedAtMs: row.started_at,
  endedAtMs: row.ended_at,
})
