import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Instrument } from '#domain/market/instrument.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { optionCurrencies, optionLimits, optionPeriods, optionSubmit } from '#domain/option/contract.ts'
import type { OptionDirection } from '#domain/option/rules.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { useClient } from '#web/app/client-state.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { useAsksRisk } from '#web/features/disclosure/use-disclosure.ts'
import { offerInstallLater } from '#web/features/install/offer-later.ts'
import { usePractising } from '#web/features/practice/practice.ts'
import { useOpened } from '#web/features/records/use-url-choice.ts'
import { riskCalls } from './risk-calls.ts'
import { missingOf, type OptionTicket, previewOf, termsOf } from './ticket.ts'

const RESYNC_MS = 15_000
/** How often it is asked whether orders are taken: a large move closes the instrument. */
const MARKET_EVERY_MS = 5_000
const DEFAULT_SECONDS = 60

/** A ticket being filled in against what is offered now, and the way it is sent. */
export function useOptionTicket(instrument: Instrument) {
  const [search] = useSearchParams()
  const [, open] = useOpened()
  const periods = useApiQuery(optionPeriods, { symbol: instrument.symbol }, { refetchMs: MARKET_EVERY_MS })
  const limits = useApiQuery(optionLimits, {}, { refetchMs: RESYNC_MS })
  const isPractising = usePractising()
  const wallet = useApiQuery(walletList, {}, { refetchMs: RESYNC_MS, enabled: !isPractising })
  const practice = useApiQuery(optionCurrencies, {}, { refetchMs: RESYNC_MS, enabled: isPractising })
  const submit = useApiMutation(optionSubmit)
  const [typed, setTicket] = useState<OptionTicket>(() => ({
    ...{ seconds: Number(search.get('seconds')) || DEFAULT_SECONDS, stake: '' },
  }))
  const [asksRisk, setAsksRisk] = useState<OptionDirection>()
  const [confirming, setConfirming] = useState<OptionDirection>()
  const confirms = useClient((state) => state.confirmsOptions)
  const mustAccept = useAsksRisk(riskCalls) && !isPractising

  const terms = periods.data && termsOf(periods.data)
  // A period that is not offered gives way to the first that is.
  const seconds = terms?.periods.some((one) => one.seconds === typed.seconds)
    ? typed.seconds
    : (terms?.periods[0]?.seconds ?? typed.seconds)
  const ticket = { ...typed, seconds }
  const available = isPractising
    ? practice.data?.items[0]?.available
    : terms &&
      wallet.data &&
      (wallet.data.holdings
        .find(({ currency }) => currency === terms.currency)
        ?.wallets.find(({ walletType }) => walletType === 'options')?.available ??
        '0')
  const availableUnits =
    terms && available !== undefined
      ? units(parseDecimal(available, findCurrency(terms.currency)!.decimals) ?? 0n)
      : undefined
  const decision = terms && ticket.stake !== '' ? previewOf(terms, ticket, availableUnits) : undefined

  async function place(direction: OptionDirection): Promise<void> {
    if (!terms || !limits.data) return
    const order = await submit.send({
      ...{ symbol: instrument.symbol, currency: STAKE_CURRENCY, direction, seconds: String(seconds) },
      // The terms that the ticket shows.
      ...{ stake: ticket.stake, termsVersion: String(terms.version) },
    })
    setConfirming(undefined)
    if (!order) {
      // What was refused may have been so for other terms, or a limit that was not known.
      void periods.refetch()
      void limits.refetch()
      return
    }
    setTicket({ ...ticket, stake: '' })
    open(order.id)
    if (!isPractising) offerInstallLater()
  }

  /** Rise or Fall was tapped: the risk notice comes first, then a look at the figures. */
  function choose(direction: OptionDirection): void {
    if (mustAccept) setAsksRisk(direction)
    else if (confirms) setConfirming(direction)
    else void place(direction)
  }

  return {
    ...{ instrument, terms, ticket, available, decision, limits: limits.data },
    /** Until when the instrument takes no orders after a large move; null while it does. */
    closedUntilMs: periods.data?.market?.closedUntilMs ?? null,
    isPractising,
    missing:
      !isPractising && terms && decision && !decision.ok && decision.code === 'INSUFFICIENT_BALANCE'
        ? missingOf(terms, ticket, availableUnits)
        : undefined,
    /** What the form cannot be shown without. */
    query: {
      isPending: periods.isPending || limits.isPending,
      error: periods.error ?? limits.error,
      refetch() {
        void periods.refetch()
        void limits.refetch()
      },
    },
    isPending: submit.isPending,
    error: submit.error,
    dismiss: submit.reset,
    onChange: setTicket,
    choose,
    place: (direction: OptionDirection) => void place(direction),
    /** The risk notice, before the first order; what was tapped before it goes on after it. */
    risk: {
      isOpen: asksRisk !== undefined,
      onClose: () => setAsksRisk(undefined),
      onAccepted() {
        setAsksRisk(undefined)
        setConfirming(asksRisk)
      },
    },
    /** The sheet that asks once more: for which direction, while it is open. */
    confirmation: { direction: confirming, onClose: () => setConfirming(undefined) },
  }
}

export type OptionTicketState = ReturnType<typeof useOptionTicket>
