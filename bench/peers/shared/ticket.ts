import { useState } from 'react'
import {
  cancelOrder,
  type DepthView,
  placeOrder,
  useAvailable,
  useBook,
  useOrders,
  useQuote,
  useQuotes,
} from './exchange.ts'

/** What the ticket of both peers does: a limit order of one instrument, the book beside it, the open orders below. */
export const SYMBOL = 'BTC-USDT'
const [BASE, QUOTE] = ['BTC', 'USDT']
const ROWS = 7

export function useTicket() {
  useQuotes()
  const [asOf, setAsOf] = useState(0)
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const [typed, setPrice] = useState<string>()
  const [amount, setAmount] = useState('')
  const [share, setShare] = useState(0)
  const last = useQuote(SYMBOL, (quote) => quote.lastPrice ?? undefined)
  const change = useQuote(SYMBOL, (quote) => quote.changePercent ?? undefined)
  const [first] = useState(() => ({ price: '' }))
  // Like ours: the price of the moment, until another is typed.
  first.price ||= last ?? ''
  const price = typed ?? first.price
  const book = useBook(SYMBOL)
  const orders = useOrders(SYMBOL, asOf)
  const available = useAvailable(asOf)(side === 'buy' ? QUOTE : BASE)

  const took = async (work: Promise<unknown>) => {
    await work
    setAsOf((before) => before + 1)
  }
  return {
    ...{ side, setSide, price, setPrice, amount, share, last, change, orders, available },
    ...{ base: BASE, quote: QUOTE },
    unit: side === 'buy' ? QUOTE : BASE,
    total: (Number(price) * Number(amount)).toFixed(2),
    fee: (Number(amount) * 0.001).toFixed(5),
    levels: levelsOf(book),
    setAmount(next: string) {
      setAmount(next)
      setShare(0)
    },
    setShare(next: number) {
      setShare(next)
      const whole = side === 'buy' ? Number(available) / Number(price) : Number(available)
      setAmount(next === 0 || !whole ? '' : ((whole * next) / 100 - 0.000005).toFixed(5))
    },
    place: () =>
      took(
        placeOrder({
          ...{ currency_id: BASE, legal_id: QUOTE, type: side, order_type: 'limit' },
          ...{ amount, target_price: price },
        }),
      ),
    cancel: (id: string) => took(cancelOrder(id)),
  }
}

export interface Level {
  readonly price: string
  readonly quantity: string
  /** How much of the widest bar it has, in percent. */
  readonly width: number
}

/** The best rows of each side, asks downwards to the best. */
function levelsOf(
  book: DepthView | undefined,
): { asks: readonly Level[]; bids: readonly Level[] } | undefined {
  if (!book) return undefined
  const [asks, bids] = [book.asks.slice(0, ROWS).toReversed(), book.bids.slice(0, ROWS)]
  const most = Math.max(...[...asks, ...bids].map(({ quantity }) => Number(quantity)))
  const withWidth = (level: { price: string; quantity: string }): Level => ({
    price: level.price,
    quantity: level.quantity,
    width: Math.max(2, (Number(level.quantity) / most) * 100),
  })
  return { asks: asks.map(withWidth), bids: bids.map(withWidth) }
}
