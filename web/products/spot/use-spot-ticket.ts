import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Instrument } from '#domain/market/instrument.ts'
import { isDecimal } from '#domain/money/amount.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { useClient } from '#web/app/client-state.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeTicket, draftOf, freshTicket, summarise, type Ticket, type TicketChange } from './ticket.ts'
import { useTicketMarket } from './use-ticket-market.ts'

/** A ticket being filled in against the live market, and the way it is sent. */
export function useSpotTicket(instrument: Instrument) {
  const { t } = useTexts()
  const [query] = useSearchParams()
  const { market, book, lastPrice } = useTicketMarket(instrument)
  const [typed, setTicket] = useState<Ticket>(() => ticketFrom(query))
  const [isUntouched, setUntouched] = useState(true)
  const [isConfirming, setConfirming] = useState(false)
  const trade = useApiMutation(spotTrade)
  const confirmsCrossing = useClient((state) => state.confirmsCrossing)

  // Until somebody types a price, the last one stands there; it stops moving with the first touch.
  const ticket =
    isUntouched && typed.limitPrice === '' && lastPrice ? { ...typed, limitPrice: lastPrice } : typed
  const summary = summarise(ticket, market)
  // A limit that crosses is asked about unless the customer has switched that off; what is far off always is.
  const asksOnceMore = summary.needsConfirmation && (confirmsCrossing || !summary.crossesFar)

  function change(step: TicketChange): void {
    setUntouched(false)
    setTicket(changeTicket(ticket, step, market))
  }

  async function place(): Promise<void> {
    const { limitPrice, postOnly, triggerPrice, ...draft } = draftOf(ticket)
    const order = await trade.send({
      ...draft,
      base: instrument.base,
      quote: instrument.quote,
      postOnly: postOnly ? '1' : '0',
      ...(limitPrice === undefined ? {} : { limitPrice }),
      ...(triggerPrice === undefined ? {} : { triggerPrice }),
    })
    if (!order) return
    setConfirming(false)
    change({ kind: 'sent' })
    toast(t(order.status === 'untriggered' ? 'spot.placed_open' : `spot.placed_${order.status}`))
  }

  return {
    market,
    book,
    /** What the form shows. */
    form: {
      ticket,
      summary,
      market,
      isPending: trade.isPending,
      onChange: change,
      onSubmit: () => (asksOnceMore ? setConfirming(true) : void place()),
    },
    /** What the sheet shows that asks once more. */
    confirmation: {
      isOpen: isConfirming,
      onClose() {
        setConfirming(false)
        trade.reset()
      },
      onConfirm: () => void place(),
      isPending: trade.isPending,
      error: trade.error,
      ticket,
      summary,
      market,
    },
    /** Takes a price from the book: a limit order is meant. */
    pick(limitPrice: string) {
      const limited = ticket.orderType === 'market' ? { ...ticket, orderType: 'limit' as const } : ticket
      setUntouched(false)
      setTicket(changeTicket(limited, { kind: 'price', limitPrice }, market))
    },
  }
}

export type SpotTicket = ReturnType<typeof useSpotTicket>

/** A ticket as a URL may ask for it: a side, and a price that was tapped elsewhere. */
function ticketFrom(query: URLSearchParams): Ticket {
  const side = query.get('side') === 'sell' ? 'sell' : 'buy'
  return { ...freshTicket, side, limitPrice: isDecimal(query.get('price') ?? '') ? query.get('price')! : '' }
}
