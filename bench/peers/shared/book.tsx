import { grouped, useQuote } from './exchange.ts'
import { type Level, SYMBOL } from './ticket.ts'

/** An order book: neither kit has one, so it is the same plain list in both. */
export function Book({
  levels,
  onPick,
}: {
  levels: { asks: readonly Level[]; bids: readonly Level[] } | undefined
  onPick(price: string): void
}) {
  const last = useQuote(SYMBOL, (quote) => quote.lastPrice ?? undefined)
  const side = (name: 'ask' | 'bid', list: readonly Level[] = []) => (
    <div className="levels">
      {list.map((level) => (
        <button
          key={level.price}
          type="button"
          className={`level ${name}`}
          onClick={() => onPick(level.price)}
        >
          <i style={{ transform: `scaleX(${level.width / 100})` }} />
          <span>{grouped(level.price)}</span>
          <span>{level.quantity}</span>
        </button>
      ))}
    </div>
  )
  return (
    <section className="book">
      <div className="level head">
        <span>Price</span>
        <span>Amount</span>
      </div>
      {side('ask', levels?.asks)}
      <strong className="last">{last ? grouped(last) : '—'}</strong>
      {side('bid', levels?.bids)}
    </section>
  )
}
