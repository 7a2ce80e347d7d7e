import {
  type ConvertTerms,
  decideConversion,
  decideCustomerLimit,
  EXPOSURE_WINDOW_MS,
  hasExposure,
  isWithinExposure,
  type Leg,
  type PricedLeg,
  pathOf,
} from '#domain/convert/rules.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { isOpen } from '#domain/market/session.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { SECOND_MS } from '#domain/time.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import { noPrice } from '#server/markets/no-price.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { requireTier } from '#server/users/tiers.ts'
import type { MarketData } from '../product.ts'
import { feesOf, fundingOf, fundOf } from './accounts.ts'
import { conversionTransfers } from './flows.ts'
import {
  type ConversionRow,
  conversionsById,
  convertedSince,
  flowsSince,
  lockQuote,
  newestTerms,
  type QuoteRow,
  saveQuote,
  takeQuote,
} from './store.ts'

/** What a customer can do with conversions: one function each, inside the caller's transaction. */

/** The prices of the tape. */
export type Prices = Pick<MarketData, 'lastTick' | 'isFresh' | 'canPrice'>

export interface ConvertRequest {
  readonly customer: CustomerId
  readonly from: string
  readonly to: string
  readonly amount: string
}

/**
 * Quotes a conversion: firm until `valid_until` or their next quote, for this customer, once.
 *
 * Refuses: KYC_REQUIRED, as a quote is worth something by itself; CONVERT_PAIR_UNKNOWN; MARKET_CLOSED, MARKET_SESSION_CLOSED, PRICE_STALE or NO_LIVE_PRICE of what it goes through; the amount's
 *          own refusals, and what `decideConversion` says.
 */
export async function quoteConversion(
  tx: Tx,
  prices: Prices,
  request: ConvertRequest,
  nowMs: number,
): Promise<QuoteRow> {
  await requireTier(tx, request.customer, 'basic')
  return makeQuote(tx, prices, request, nowMs)
}

/**
 * The rate and the fee of this moment for two currencies, without an amount: nothing is kept, and nothing is firm.
 *
 * Refuses: as `quoteConversion`, but what an amount or a tier is refused for.
 */
export async function rateOfNow(
  db: Db,
  prices: Prices,
  { from, to }: Pick<ConvertRequest, 'from' | 'to'>,
  nowMs: number,
): Promise<{ readonly legs: readonly PricedLeg[]; readonly feeBps: number }> {
  const legs = requirePath(from, to).map((leg) => priced(prices, leg, nowMs))
  const { feeBps } = await newestTerms(db)
  return { legs, feeBps }
}

/** Refuses: CONVERT_PAIR_UNKNOWN. */
function requirePath(from: string, to: string): readonly Leg[] {
  const path = pathOf(from, to)
  if (!path) throw refusal('CONVERT_PAIR_UNKNOWN', { from, to })
  return path
}

async function makeQuote(
  tx: Tx,
  prices: Prices,
  { customer, from, to, amount: typed }: ConvertRequest,
  nowMs: number,
): Promise<QuoteRow> {
  const path = requirePath(from, to)
  const amount = readAmount(typed, from)
  const legs = path.map((leg) => priced(prices, leg, nowMs))
  const terms = await newestTerms(tx)
  const { fee, received, value } = requireAllowed(decideConversion(legs, amount, terms))

  const quote: QuoteRow = {
    ...{ id: nextId(), customer_id: customer, from_currency: from, to_currency: to },
    ...{ amount, fee, received, value, fee_bps: terms.feeBps, terms_version: terms.version },
    legs: legs.map(({ instrument: { symbol }, side, tick: { bid, ask, sequence } }) => ({
      ...{ symbol, side, bid, ask, sequence },
    })),
    valid_until: nowMs + terms.quoteSeconds * SECOND_MS,
  }
  await saveQuote(tx, quote)
  return quote
}

/** Refuses: MARKET_CLOSED, MARKET_SESSION_CLOSED, PRICE_STALE or NO_LIVE_PRICE. */
function priced(prices: Prices, leg: Leg, nowMs: number): PricedLeg {
  const { symbol, label, status } = leg.instrument
  if (status === 'halted') throw refusal('MARKET_CLOSED', { symbol: label })
  if (!isOpen(leg.instrument, nowMs)) throw refusal('MARKET_SESSION_CLOSED', { symbol: label })
  const tick = prices.lastTick(symbol)
  if (!tick || !prices.isFresh(symbol)) throw noPrice(prices, { symbol, label })
  return { ...leg, tick }
}

/**
 * Converts within a customer's funding wallet: at the figures of a quote, or at this moment's without one.
 *
 * Refuses: KYC_REQUIRED; what `quoteConversion` refuses, for a quote too where its markets have shut or fallen silent
 *          since; CONVERT_QUOTE_EXPIRED, of a quote for something else and of one that another followed too;
 *          CONVERT_QUOTE_USED; CONVERT_CUSTOMER_LIMIT; INSUFFICIENT_BALANCE; CONVERT_LIMIT where the platform has not
 *          got it, or has bought or sold as much as it may.
 */
export async function convert(
  tx: Tx,
  prices: Prices,
  { quoteId, ...request }: ConvertRequest & { readonly quoteId: bigint | undefined },
  nowMs: number,
): Promise<ConversionRow> {
  const { customer, from, to } = request
  await requireTier(tx, customer, 'basic')
  const quote =
    quoteId === undefined
      ? await makeQuote(tx, prices, request, nowMs)
      : await quoted(tx, prices, { ...request, quoteId }, nowMs)

  const conversion = await takeQuote(tx, quote, nowMs)
  if (!conversion) throw refusal('CONVERT_QUOTE_USED')
  const terms = await newestTerms(tx)
  // Their quote is locked, so whatever else they convert at once waits, or is counted here.
  const converted = await convertedSince(tx, customer, nowMs - EXPOSURE_WINDOW_MS)
  requireAllowed(decideCustomerLimit(converted - conversion.value, conversion.value, terms.maxPerCustomer))
  const accounts = [
    fundingOf(customer, from),
    fundingOf(customer, to),
    fundOf(from),
    fundOf(to),
    feesOf(from),
  ]
  const balances = await lockBalances(tx, accounts)
  if (balances.get(fundingOf(customer, from))! < quote.amount) throw refusal('INSUFFICIENT_BALANCE')
  if (balances.get(fundOf(to))! < quote.received) throw refusal('CONVERT_LIMIT', { currency: to })
  // Before the exposure is looked at: whoever converts the same currency waits here, also where it is the first time.
  await post(tx, conversionTransfers(conversion), nowMs)
  await requireWithinExposure(tx, conversion, terms, nowMs)
  return conversion
}

/** Refuses: CONVERT_QUOTE_EXPIRED, CONVERT_QUOTE_USED, and what the markets refuse. */
async function quoted(
  tx: Tx,
  prices: Prices,
  { customer, from, to, amount, quoteId }: ConvertRequest & { readonly quoteId: bigint },
  nowMs: number,
): Promise<QuoteRow> {
  const quote = await lockQuote(tx, quoteId, customer)
  if (!quote && (await conversionsById(tx, customer, [quoteId])).length > 0)
    throw refusal('CONVERT_QUOTE_USED')
  const isSame =
    quote?.from_currency === from && quote.to_currency === to && quote.amount === readAmount(amount, from)
  if (!quote || !isSame || quote.valid_until < nowMs) throw refusal('CONVERT_QUOTE_EXPIRED')
  for (const leg of pathOf(from, to) ?? []) priced(prices, leg, nowMs)
  return quote
}

/** Refuses: CONVERT_LIMIT. `conversion` is among what is counted. */
async function requireWithinExposure(
  tx: Tx,
  conversion: ConversionRow,
  { maxExposure }: ConvertTerms,
  nowMs: number,
): Promise<void> {
  const changes = (
    [
      [conversion.from_currency, conversion.value],
      [conversion.to_currency, -conversion.value],
    ] as const
  ).filter(([currency]) => hasExposure(currency))
  const codes = changes.map(([currency]) => currency)
  const flows = await flowsSince(tx, nowMs - EXPOSURE_WINDOW_MS, codes)
  for (const [currency, change] of changes) {
    const { bought, sold } = flows.get(currency)!
    if (!isWithinExposure(bought - sold - change, change, maxExposure))
      throw refusal('CONVERT_LIMIT', { currency })
  }
}
