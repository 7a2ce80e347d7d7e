import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { contractSubmit } from '#domain/contract/contract.ts'
import { markOf } from '#domain/contract/rules.ts'
import { type ContractTerms, MARGIN_CURRENCY, marginDecimals } from '#domain/contract/terms.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { isDecimal, parseDecimal, units } from '#domain/money/amount.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { useTicks } from '#web/features/contract/use-ticks.ts'
import { riskCalls } from '#web/features/disclosure/contract-risk-sheet.tsx'
import { useAsksRisk } from '#web/features/disclosure/use-disclosure.ts'
import { offerInstallLater } from '#web/features/install/offer-later.ts'
import { usePractising } from '#web/features/practice/practice.ts'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { useIsUnpriced } from '#web/features/quotes/use-is-unpriced.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { useTexts } from '#web/texts/texts.ts'
import {
  changeTicket,
  draftOf,
  freshTicket,
  type Ticket,
  type TicketChange,
  type TicketMarket,
} from './ticket.ts'
import { summarise } from './ticket-summary.ts'
import { useOffer } from './use-offer.ts'

/** A contract ticket being filled in against the live market, and the way it is sent. */
export function useContractTicket(instrument: Instrument) {
  const { t } = useTexts()
  const [query] = useSearchParams()
  const market = useTicketMarket(instrument)
  const [typed, setTicket] = useState<Ticket>(() => ticketFrom(query, market))
  const ticket = atOfferedLeverage(typed, market.terms)
  const [isConfirming, setConfirming] = useState(false)
  const [asksRisk, setAsksRisk] = useState(false)
  const isPractising = usePractising()
  const mustAccept = useAsksRisk(riskCalls) && !isPractising
  const submit = useApiMutation(contractSubmit, {
    // Tried again after a lost answer, it is the same order, whatever the price is by then.
    intent: ({ seenPrice: _, ...order }) => order,
  })
  const summary = summarise(ticket, market)
  const change = (step: TicketChange) => setTicket(changeTicket(ticket, step, market))

  async function place(): Promise<void> {
    const { leverage, ...draft } = draftOf(ticket)
    // What the confirmation shows when it is tapped.
    const seenPrice = summary.outcome?.entryPrice
    const opened = await submit.send({
      ...{ symbol: instrument.symbol, ...draft, leverage: String(leverage) },
      ...(ticket.orderType === 'market' && seenPrice !== undefined && { seenPrice }),
      // The terms that the ticket shows.
      termsVersion: String(market.terms.version),
    })
    if (!opened) return
    setConfirming(false)
    change({ kind: 'sent' })
    toast(t(opened.status === 'pending' ? 'contract_pages.order_placed' : 'contract_pages.position_opened'))
    if (!isPractising) offerInstallLater()
  }

  return {
    market,
    /** What the form shows. */
    form: {
      ticket,
      summary,
      market,
      onChange: change,
      onSubmit: () => (mustAccept ? setAsksRisk(true) : setConfirming(true)),
    },
    /** The risk notice, before the first order. */
    risk: {
      isOpen: asksRisk,
      onClose: () => setAsksRisk(false),
      onAccepted() {
        setAsksRisk(false)
        setConfirming(true)
      },
    },
    /** What the sheet shows that asks once more. */
    confirmation: {
      isOpen: isConfirming,
      onClose() {
        setConfirming(false)
        submit.reset()
      },
      onConfirm: () => void place(),
      isPending: submit.isPending,
      error: submit.error,
      ...{ ticket, summary, market },
    },
    /** Takes a price from the book: an order with a limit is meant. */
    pick(limitPrice: string) {
      setTicket(changeTicket({ ...ticket, orderType: 'limit' }, { kind: 'price', limitPrice }, market))
    },
  }
}

export type ContractTicket = ReturnType<typeof useContractTicket>

function useTicketMarket(instrument: Instrument): TicketMarket {
  const { symbol } = instrument
  const isSignedIn = useSignedIn()
  const { terms, taken, closedUntilMs, available } = useOffer(instrument)
  const isPractising = usePractising()
  const nowMs = useServerNow()
  const pair = terms.conversion?.symbol ?? symbol
  const tickOf = useTicks(symbolsOf(symbol))
  const [isStale, isPairStale] = [useIsStale(symbol), useIsStale(pair)]
  const isUnpriced = useIsUnpriced(symbol)
  const isOpen = useQuote(symbol, (quote) => quote?.isOpen ?? true)
  const wallet = useApiQuery(walletList, {}, { enabled: isSignedIn && !isPractising, refetchMs: 15_000 })
  const spendable = isPractising ? available : wallet.data && availableIn(wallet.data.holdings)
  const conversion = terms.conversion && tickOf(pair)
  return {
    ...{ instrument, terms, tick: tickOf(symbol), isOpen },
    conversionMark: conversion && markOf(conversion),
    isStale: isStale || isPairStale,
    isPriced: !isUnpriced,
    taken,
    closedMinutes: minutesUntil(closedUntilMs, nowMs),
    closedUntilMs,
    available: spendable === undefined ? undefined : units(parseDecimal(spendable, marginDecimals()) ?? 0n),
  }
}

/** Of the margin currency. Currencies are there once the app has started. */

/** The ticket at a leverage that the terms have: they may have changed since it was chosen. */
const atOfferedLeverage = (ticket: Ticket, { leverages }: ContractTerms): Ticket =>
  leverages.includes(ticket.leverage) ? ticket : { ...ticket, leverage: leverages[0]! }

const minutesUntil = (atMs: number | null, nowMs: number): number =>
  atMs === null ? 0 : Math.max(0, Math.ceil((atMs - nowMs) / MINUTE_MS))

/** What the contract wallet can spend. */
const availableIn = (
  holdings: readonly {
    readonly currency: string
    readonly wallets: readonly { readonly walletType: string; readonly available: string }[]
  }[],
): string =>
  holdings
    .find(({ currency }) => currency === MARGIN_CURRENCY)
    ?.wallets.find(({ walletType }) => walletType === 'contract')?.available ?? '0'

/** A ticket as a URL may ask for it: a direction, and a price that was tapped elsewhere. */
function ticketFrom(query: URLSearchParams, { terms }: TicketMarket): Ticket {
  const fresh = freshTicket(terms, query.get('direction') === 'short' ? 'short' : 'long')
  const limitPrice = query.get('price') ?? ''
  return isDecimal(limitPrice) ? { ...fresh, orderType: 'limit', limitPrice } : fresh
}
