import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ArgumentsOf } from '#domain/endpoint.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { isDecimal } from '#domain/money/amount.ts'
import { spotOco, spotTrade } from '#domain/spot/contract.ts'
import { useClient } from '#web/app/client-state.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { offerInstallLater } from '#web/features/install/offer-later.ts'
import { useTexts } from '#web/texts/texts.ts'
import { keepTicket, keptTicket } from './kept-ticket.ts'
import {
  changeTicket,
  draftOf,
  freshTicket,
  hasLimit,
  pairOf,
  type Ticket,
  type TicketChange,
} from './ticket.ts'
import { summarise } from './ticket-summary.ts'
import { useTicketMarket } from './use-ticket-market.ts'

/** A ticket being filled in against the live market, and the way it is sent. */
export function useSpotTicket(instrument: Instrument) {
  const { t } = useTexts()
  const [query] = useSearchParams()
  const { market, book, lastPrice } = useTicketMarket(instrument)
  const customer = useClient((state) => state.user?.uid)
  const [opened] = useState(() => keptTicket(instrument.symbol, customer))
  const [typed, setTyped] = useState<Ticket>(() => openedTicket(query, opened))
  const [isUntouched, setUntouched] = useState(opened === undefined)
  const [isConfirming, setConfirming] = useState(false)
  const trade = useApiMutation(spotTrade)
  const sent = useRef<ArgumentsOf<typeof spotTrade>>(undefined)
  const oco = useApiMutation(spotOco)
  const confirmsCrossing = useClient((state) => state.confirmsCrossing)

  // Until somebody types a price, the last one stands there; it stops moving with the first touch.
  const ticket =
    isUntouched && typed.limitPrice === '' && lastPrice ? { ...typed, limitPrice: lastPrice } : typed
  const summary = summarise(ticket, market)
  // A limit that crosses is asked about unless the customer has switched that off; what is far off always is.
  const asksOnceMore = summary.needsConfirmation && (confirmsCrossing || !summary.crossesFar)

  function setTicket(next: Ticket): void {
    setUntouched(false)
    setTyped(next)
    keepTicket(instrument.symbol, next, customer)
  }

  const change = (step: TicketChange) => setTicket(changeTicket(ticket, step, market))

  async function place(): Promise<void> {
    const placed = ticket.orderType === 'oco' ? await placePair() : await placeOrder()
    if (placed === undefined) return
    setConfirming(false)
    change({ kind: 'sent' })
    toast(placed)
    offerInstallLater()
  }

  const { base, quote, termsVersion } = instrument
  /** What is traded, under which terms: those that the ticket shows. */
  const pair = { base, quote, termsVersion: String(termsVersion) }

  /** Returns what is said of it; nothing where it was not placed. */
  async function placeOrder(): Promise<string | undefined> {
    const { limitPrice, postOnly, ...draft } = draftOf(ticket)
    // What nobody knows the outcome of is asked for again as it was sent, wherever the price is by then.
    if (!trade.error?.isOutcomeUnknown)
      sent.current = {
        ...draft,
        ...pair,
        postOnly: postOnly ? '1' : '0',
        ...(limitPrice === undefined ? {} : { limitPrice }),
        // As the customer sees it: refused where the price has gone past it meanwhile.
        ...(summary.order?.trigger && { triggerDirection: summary.order.trigger.direction }),
      }
    const order = await trade.send(sent.current!)
    return order && t(order.status === 'untriggered' ? 'spot.placed_open' : `spot.placed_${order.status}`)
  }

  async function placePair(): Promise<string | undefined> {
    return (await oco.send({ ...pairOf(ticket), ...pair })) && t('spot.placed_pair')
  }

  const isPending = trade.isPending || oco.isPending
  return {
    market,
    book,
    /** What the form shows. */
    form: {
      ticket,
      summary,
      market,
      isPending,
      onChange: change,
      onSubmit: () => (asksOnceMore ? setConfirming(true) : void place()),
    },
    /** What the sheet shows that asks once more. */
    confirmation: {
      isOpen: isConfirming,
      onClose() {
        setConfirming(false)
        trade.reset()
        oco.reset()
      },
      onConfirm: () => void place(),
      isPending,
      error: trade.error ?? oco.error,
      ticket,
      summary,
      market,
    },
    /** Takes a price from the book: an order with a limit is meant. */
    pick(limitPrice: string) {
      const limited = hasLimit(ticket.orderType) ? ticket : { ...ticket, orderType: 'limit' as const }
      setTicket(changeTicket(limited, { kind: 'price', limitPrice }, market))
    },
  }
}

export type SpotTicket = ReturnType<typeof useSpotTicket>

/** A ticket as it was left, and as a URL may ask for it: a side, and a price that was tapped elsewhere. */
export function openedTicket(query: URLSearchParams, left: Ticket = freshTicket): Ticket {
  const [side, limitPrice] = [query.get('side'), query.get('price') ?? '']
  return {
    ...left,
    ...((side === 'buy' || side === 'sell') && { side }),
    ...(isDecimal(limitPrice) && { limitPrice }),
  }
}
