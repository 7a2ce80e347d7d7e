import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import * as contract from '#domain/market/contract.ts'
import { classIds, classOfId, FAVOURITES_CLASS_ID } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { fiatRates, SPARK_STEP_MS, sparkline } from './quotes.ts'
import type { Markets } from './service.ts'
import { tapeRoutes } from './tape/routes.ts'
import { orderWatchlist, readWatchlist, unwatch, watch } from './watchlist.ts'

/** The classes in the order of the tabs. */
const classList = [
  { classId: FAVOURITES_CLASS_ID, name: 'favourites' },
  { classId: classIds.forex, name: 'forex' },
  { classId: classIds.stock, name: 'stock' },
  { classId: classIds.future, name: 'future' },
  { classId: classIds.crypto, name: 'crypto' },
  { classId: classIds.etf, name: 'etf' },
] as const

/** The calls of the markets. */
export function marketRoutes(markets: Markets): Route[] {
  const quotesOf = (symbols: readonly string[]) => symbols.flatMap((symbol) => markets.quote(symbol) ?? [])
  const watchedQuotes = async (db: Db, customerId: CustomerId) =>
    quotesOf(await readWatchlist(db, customerId))

  const listed = (symbol: string) => {
    const instrument = findInstrument(symbol)
    if (instrument === undefined) throw refusal('INSTRUMENT_UNKNOWN')
    return instrument
  }

  return [
    route(contract.quotesByClass, () => {
      const all = markets.quotes()
      return classList
        .filter(({ classId }) => classId !== FAVOURITES_CLASS_ID)
        .map((one) => ({ ...one, quotes: all.filter(({ classId }) => classId === one.classId) }))
    }),

    route(contract.quotesFlat, () => markets.quotes()),

    route(contract.quotesOfClass, async ({ classId }, ctx) => {
      if (classId === FAVOURITES_CLASS_ID) {
        return ctx.customerOrUndefined ? watchedQuotes(ctx.db, ctx.customerOrUndefined.id) : []
      }
      const kind = classOfId(classId)
      if (kind === undefined) throw refusal('PARAMETER_ERROR', { field: 'classId' })
      return quotesOf(instruments.filter((one) => one.class === kind).map(({ symbol }) => symbol))
    }),

    route(contract.quoteOf, ({ symbol }) => {
      const quote = markets.quote(symbol)
      if (quote === undefined) throw refusal('INSTRUMENT_UNKNOWN')
      return quote
    }),

    route(contract.classes, () => [...classList]),

    route(contract.candles, ({ symbol, period, fromMs, toMs }) => {
      const { symbol: known } = listed(symbol)
      if (toMs < fromMs) throw refusal('PARAMETER_ERROR', { field: 'toMs' })
      return markets.candles(known, period, fromMs, toMs)
    }),

    route(contract.sparklines, (_, ctx) => ({
      toMs: ctx.clock.nowMs(),
      stepMs: SPARK_STEP_MS,
      lines: Object.fromEntries(
        instruments.map((instrument) => [
          instrument.symbol,
          sparkline(instrument, markets.lastDay(instrument.symbol)),
        ]),
      ),
    })),

    route(contract.fiatRates, (_, ctx) => {
      const list = fiatRates((symbol) => {
        const last = markets.lastPrice(symbol)
        return last && { ...last, price: last.price * Number(listed(symbol).tickSize) }
      })
      const times = list.flatMap(({ atMs }) => atMs ?? [])
      return { saveTime: Math.min(ctx.clock.nowMs(), ...times), list }
    }),

    route(contract.watchlistAdd, async ({ symbol }, ctx) => {
      await watch(ctx.db, ctx.customer.id, listed(symbol).symbol, ctx.clock.nowMs())
      return { symbols: await readWatchlist(ctx.db, ctx.customer.id) }
    }),

    route(contract.watchlistRemove, async ({ symbol }, ctx) => {
      await unwatch(ctx.db, ctx.customer.id, symbol)
      return { symbols: await readWatchlist(ctx.db, ctx.customer.id) }
    }),

    route(contract.watchlistOrder, async ({ symbols }, ctx) => {
      await orderWatchlist(ctx.db, ctx.customer.id, symbols)
      return { symbols: await readWatchlist(ctx.db, ctx.customer.id) }
    }),

    route(contract.watchlist, (_, ctx) => watchedQuotes(ctx.db, ctx.customer.id)),

    ...tapeRoutes(markets),
  ]
}
