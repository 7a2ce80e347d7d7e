import type { PositionView } from '#domain/contract/contract.ts'
import { bookedWith, closeLots, resultOf } from '#domain/contract/lifecycle.ts'
import { readLots, tickValueIn } from '#domain/contract/order.ts'
import { type BidAsk, markOf } from '#domain/contract/rules.ts'
import { contractTermsOf, type Ratio } from '#domain/contract/terms.ts'
import { formatPrice, type Instrument, parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { inMargin, signedInMargin, unitsOf } from './margin-amounts.ts'
import type { TickOf } from './use-ticks.ts'

/** What closing an open position would pay at the prices that the page sees, by the code that the server books it with. */

/** A position as integers, with the prices it is counted at. */
export interface Counted {
  readonly instrument: Instrument
  readonly tick: BidAsk
  readonly value: Ratio
  readonly entry: bigint
  readonly lots: bigint
  readonly margin: bigint
}

/** Undefined without a price, of its own or of what converts its quote. */
export function count(position: PositionView, tickOf: TickOf): Counted | undefined {
  const { symbol, entryPrice, openLots, margin } = position
  const instrument = findInstrument(symbol)
  const terms = instrument && contractTermsOf(instrument)
  const tick = tickOf(symbol)
  const conversion = terms?.conversion && tickOf(terms.conversion.symbol)
  if (!terms || !tick || entryPrice === null || (terms.conversion && !conversion)) return undefined
  return {
    ...{ instrument, tick, margin: unitsOf(margin) },
    value: tickValueIn(instrument, terms, conversion && markOf(conversion)),
    entry: parsePrice(instrument, entryPrice)!,
    lots: lotsOf(openLots),
  }
}

/** Lots as the server wrote them, in hundredths. */
export function lotsOf(text: string): bigint {
  const read = readLots(text)
  return read.ok ? read.lots : 0n
}

/** What closing some lots would bring at the newest prices. */
export interface ClosingShown {
  readonly price: string
  /** The profit or loss before the fee, signed. */
  readonly pnl: string
  readonly fee: string
  /** What comes back to the wallet: profit, and what is left of the margin. */
  readonly returned: string
  /** What the position has come to then, after all its fees and financing, signed. */
  readonly result: string
  /** Both in units of the margin currency, for sums. */
  readonly returnedUnits: bigint
  readonly resultUnits: bigint
}

/** What closing some lots of a position would bring; undefined without a price, or for more lots than are open. */
export function closingOf(
  position: PositionView,
  lots: bigint | undefined,
  tickOf: TickOf,
): ClosingShown | undefined {
  const counted = count(position, tickOf)
  const closed = lots ?? counted?.lots ?? 0n
  if (!counted || closed > counted.lots || closed <= 0n) return undefined
  const closing = closedAt(position, counted, counted.tick, closed)
  const { settled } = closing
  const [realizedPnl, fee, financing] = [position.realizedPnl, position.fee, position.financing].map(unitsOf)
  const booked = { realizedPnl: realizedPnl!, fee: fee!, financing: financing! }
  const resultUnits = resultOf(bookedWith(booked, closing))
  const returnedUnits = settled.profit + settled.released
  return {
    price: formatPrice(counted.instrument, closing.price),
    pnl: signedInMargin(closing.pnl),
    fee: inMargin(settled.fee),
    returned: inMargin(returnedUnits),
    result: signedInMargin(resultUnits),
    returnedUnits,
    resultUnits,
  }
}

/** What closing all of a position at a price would gain or lose after the closing fee, signed; undefined without prices. */
export function pnlAt(position: PositionView, at: bigint, tickOf: TickOf): string | undefined {
  const counted = count(position, tickOf)
  if (!counted) return undefined
  const price = { bid: Number(at), ask: Number(at) }
  const { settled } = closedAt(position, counted, price, counted.lots)
  return signedInMargin(settled.profit - settled.loss - settled.fee)
}

const closedAt = (
  { direction, maintenance, feeBps }: PositionView,
  { value, entry, margin, lots: all }: Counted,
  tick: BidAsk,
  lots: bigint,
) =>
  closeLots(
    value,
    {
      ...{ direction, openLots: Number(all), entryPrice: Number(entry) },
      ...{ margin, maintenance: unitsOf(maintenance), feeBps },
    },
    tick,
    Number(lots),
  )
