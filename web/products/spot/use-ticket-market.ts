import { type Instrument, parsePrice, parseQuantity } from '#domain/market/instrument.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import type { LevelView } from '#domain/spot/contract.ts'
import type { PriceLevel } from '#domain/spot/rules.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useBook } from '#web/features/book/use-book.ts'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { useIsUnpriced } from '#web/features/quotes/use-is-unpriced.ts'
import type { TicketMarket } from './ticket.ts'

/** Everything a ticket is filled in against, live, and the book as it came. */
export function useTicketMarket(instrument: Instrument) {
  const { symbol, base, quote } = instrument
  const isSignedIn = useSignedIn()
  const lastPrice = useQuote(symbol, (one) => one?.lastPrice ?? undefined)
  const isStale = useIsStale(symbol)
  const isUnpriced = useIsUnpriced(symbol)
  const book = useBook(symbol)
  const wallet = useApiQuery(walletList, {}, { enabled: isSignedIn, refetchMs: 15_000 })

  const inSpot = (currency: string, what: 'available' | 'held') => {
    const own = wallet.data?.holdings
      .find((holding) => holding.currency === currency)
      ?.wallets.find(({ walletType }) => walletType === 'spot')
    return units(parseDecimal(own?.[what] ?? '0', findCurrency(currency)!.decimals) ?? 0n)
  }
  const market: TicketMarket = {
    instrument,
    lastPrice: lastPrice === undefined ? undefined : parsePrice(instrument, lastPrice),
    bids: book && levelsOf(instrument, book.bids),
    asks: book && levelsOf(instrument, book.asks),
    availableBase: wallet.data && inSpot(base, 'available'),
    availableQuote: wallet.data && inSpot(quote, 'available'),
    heldBase: inSpot(base, 'held'),
    heldQuote: inSpot(quote, 'held'),
    isStale,
    isPriced: !isUnpriced,
  }
  return { market, book, lastPrice }
}

/** The levels of one side of a book, read. */
export function levelsOf(instrument: Instrument, levels: readonly LevelView[]): readonly PriceLevel[] {
  return levels.flatMap((level) => {
    const at = parsePrice(instrument, level.price)
    const size = parseQuantity(instrument, level.quantity)
    return at === undefined || size === undefined ? [] : [{ price: at, quantity: size }]
  })
}
