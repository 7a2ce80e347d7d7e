import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { OptionView } from '#domain/option/contract.ts'
import { breakEvenBps, payoutOf, statusOf } from '#domain/option/rules.ts'
import { type OptionTerms, STAKE_CURRENCY } from '#domain/option/terms.ts'
import { isPracticeOwner, PRACTICE_CURRENCY } from '#server/core/ledger/practice.ts'
import type { DecidingTick, OptionNow } from './order.ts'

/** How seconds options are shown on the wire. */

export const show = (amount: bigint) => formatAmount(amount, STAKE_CURRENCY)

/** An order as its owner sees it. */
export function optionView({ order, entry, expiresAtMs, result }: OptionNow): OptionView {
  const tickView = viewOfTicks(order.symbol)
  return {
    id: String(order.id),
    symbol: order.symbol,
    currency: isPracticeOwner(order.customer) ? PRACTICE_CURRENCY : STAKE_CURRENCY,
    direction: order.direction,
    stake: show(order.stake),
    winnings: show(order.winnings),
    payoutPercent: percentOfBps(order.payoutBps),
    seconds: order.seconds,
    status: statusOf(result?.outcome),
    outcome: result?.outcome ?? null,
    reason: result?.reason ?? null,
    paid: result && show(payoutOf(order, result.outcome)),
    entry: entry && tickView(entry),
    exit: result?.exit ? tickView(result.exit) : null,
    expiresAtMs,
    entryAfterMs: order.entryAfterMs,
    staleAfterMs: order.staleAfterMs,
    termsVersion: order.termsVersion,
    rulesVersion: order.rulesVersion,
    acceptedAtMs: order.acceptedAtMs,
    acceptedSequence: order.acceptedSequence,
    settledAtMs: result?.settledAtMs ?? null,
  }
}

/** What is said of a result: nothing before it is there. */
export function resultView(now: OptionNow) {
  const { id, status, outcome, reason, paid, entry, exit } = optionView(now)
  return now.result
    ? { id, status, outcome, reason, paid, entry, exit }
    : { id, status, outcome: null, reason: null, paid: null, entry: null, exit: null }
}

const viewOfTicks =
  (symbol: string) =>
  ({ sequence, price, atMs }: DecidingTick) => ({
    ...{ sequence, atMs },
    price: formatPrice(findInstrument(symbol)!, price),
  })

/** The periods of the terms as everybody may see them. */
export const periodViews = ({ periods, minimum, maximum }: OptionTerms) =>
  periods.map(({ seconds, payoutBps }) => ({
    seconds,
    payoutPercent: percentOfBps(payoutBps),
    breakEvenPercent: percentOfBps(breakEvenBps(payoutBps)),
    ...{ minimum: show(minimum), maximum: show(maximum) },
  }))
