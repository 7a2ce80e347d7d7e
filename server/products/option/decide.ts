import {
  allowed,
  assert,
  type Decision,
  type Refusal,
  type RefusalCode,
  type RefusalParams,
  refusal,
  refused,
} from '#domain/errors.ts'
import { type CustomerId, optionId } from '#domain/ids.ts'
import { freshForMs } from '#domain/market/freshness.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { isOpen, nextChange } from '#domain/market/session.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { BPS_ONE } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import {
  afterOrder,
  afterResult,
  checkLimits,
  isExclusion,
  limitFrom,
  lossLimitAt,
  maxLossLimit,
  withLossLimit,
} from '#domain/option/limits.ts'
import {
  ENTRY_AFTER_MS,
  mayPassClose,
  OPTION_RULES_VERSION,
  type OptionDirection,
} from '#domain/option/rules.ts'
import { checkOption, type OptionDraft, STAKE_CURRENCY } from '#domain/option/terms.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import { closedMinutes } from '#server/markets/breaker.ts'
import { isFreshAt } from '#server/markets/quotes.ts'
import { nextId } from '#server/platform/ids.ts'
import { walletOf } from './accounts.ts'
import type { Batch, Choice } from './batch.ts'
import { type OptionOrder, storedResult } from './order.ts'
import {
  addOpen,
  type Customer,
  type Decided,
  type Market,
  marketOf,
  removeOpen,
  type State,
  slotOf,
} from './state.ts'

/** How what customers ask for is decided. First the refusals, in the order a customer should hear them. */

/** An order as it reaches the engine: plain data. */
export interface NewOption extends OptionDraft {
  readonly customer: CustomerId
  readonly symbol: string
  readonly direction: OptionDirection
  /** The version of the terms that the customer saw. */
  readonly termsVersion?: number | undefined
  /** Why it may not be placed, where that was found before; its key may say that it was placed when it might. */
  readonly refused?: { readonly code: RefusalCode; readonly params: RefusalParams } | undefined
}

/** Accepts an order, and sets its stake and its winnings aside. */
export function decidePlace(state: State, batch: Batch, draft: NewOption): OptionOrder | Refusal {
  const { customer, symbol, direction } = draft
  const { atMs } = batch
  const { fund, escrow } = state.realm
  if (draft.refused) return refusal(draft.refused.code, draft.refused.params)
  const known = state.customers.get(customer)
  assert(known, 'whoever orders was read before')
  if (draft.termsVersion !== undefined && draft.termsVersion !== state.terms.version)
    return refusal('TERMS_CHANGED')
  const checked = checkOption(state.terms, draft)
  if (!checked.ok) return refusal(checked.code, checked.params)
  const { stake, winnings, seconds, payoutBps } = checked.order
  const own = [...(state.ofCustomer.get(customer) ?? [])]
  const within = checkLimits(
    {
      ...{ terms: state.terms, activity: known.activity, excludedUntilMs: known.excludedUntilMs },
      lossLimit: lossLimitOf(state, known, atMs),
      openOrders: own.length,
      openStakes: own.reduce((sum, { order }) => sum + order.stake, 0n),
    },
    stake,
    atMs,
  )
  if (!within.ok) return refusal(within.code, within.params)
  const market = marketOf(state, symbol)
  const tradable = checkMarket(market, symbol, seconds, atMs)
  if (!tradable.ok) return refusal(tradable.code, tradable.params)
  const order: OptionOrder = {
    ...{ id: optionId(nextId()), customer, symbol, direction, stake, winnings, seconds, payoutBps },
    ...{ entryAfterMs: ENTRY_AFTER_MS, staleAfterMs: tradable.staleAfterMs },
    termsVersion: state.terms.version,
    ...{ rulesVersion: OPTION_RULES_VERSION, acceptedAtMs: atMs, acceptedSequence: state.through },
  }
  const free = batch.available.get(fund()) ?? 0n
  const all = free + (batch.available.get(escrow()) ?? 0n)
  const owed = (state.exposure.get(slotOf(order)) ?? 0n) + winnings
  if (free < winnings || owed * BPS_ONE > all * BigInt(state.terms.exposureBps)) {
    return refusal('OPTION_CAPACITY', { symbol: tradable.label })
  }
  const wallet = walletOf(customer)
  if ((batch.available.get(wallet) ?? 0n) < stake) return refusal('INSUFFICIENT_BALANCE')

  // No refusals from here on.
  add(batch, wallet, -stake)
  add(batch, fund(), -winnings)
  add(batch, escrow(), winnings)
  batch.added.push(order)
  addOpen(state, order)
  known.activity = afterOrder(known.activity, atMs)
  return order
}

/**
 * Whether an instrument takes orders of a period now.
 *
 * Refuses: INSTRUMENT_UNKNOWN, MARKET_CLOSED, MARKET_SESSION_CLOSED, OPTION_PAST_CLOSE, PRICE_STALE, OPTION_BREAKER.
 */
function checkMarket(
  { last, breaker }: Market,
  symbol: string,
  seconds: number,
  atMs: number,
): Decision<{ readonly staleAfterMs: number; readonly label: string }> {
  const instrument = findInstrument(symbol)
  if (!instrument?.products.includes('option')) return refused('INSTRUMENT_UNKNOWN')
  const { label } = instrument
  if (instrument.status === 'halted') return refused('MARKET_CLOSED', { symbol: label })
  if (!isOpen(instrument, atMs)) return refused('MARKET_SESSION_CLOSED', { symbol: label })
  const staleAfterMs = freshForMs(instrument)
  if (mayPassClose(nextChange(instrument, atMs), { seconds, staleAfterMs }, atMs))
    return refused('OPTION_PAST_CLOSE', { symbol: label })
  if (!isFreshAt(instrument, last, atMs)) return refused('PRICE_STALE', { symbol: label })
  const minutes = closedMinutes(breaker, atMs)
  if (minutes > 0) return refused('OPTION_BREAKER', { symbol: label, minutes })
  return allowed({ staleAfterMs, label })
}

function add({ available }: Batch, account: AccountId, amount: bigint): void {
  const before = available.get(account)
  if (before !== undefined) available.set(account, before + amount)
}

/** Orders that one action settles: about a transaction's worth. */
export const MAX_SETTLED = 1_000

/** The orders that one action settles, of those that the tape has decided. */
export const nextDue = ({ due }: State): Decided[] => due.slice(0, MAX_SETTLED)

/**
 * Takes the next of what the tape has decided, to be written. One whose customer was not read before waits, and whatever
 * was decided after it. Returns: how many are left.
 */
export function decideSettle(state: State, batch: Batch): number {
  const room = Math.max(0, MAX_SETTLED - batch.settled.length)
  let count = 0
  for (const { open, result } of state.due.slice(0, room)) {
    const { order } = open
    const known = state.customers.get(order.customer)
    if (!known) break
    count++
    removeOpen(state, open)
    known.activity = afterResult(
      known.activity,
      { ...order, outcome: result.outcome },
      state.terms,
      batch.atMs,
    )
    const { losses, pausedUntilMs } = known.activity
    batch.settled.push({
      ...{ order, result: storedResult(order, result, batch.atMs), losses },
      pausedUntilMs: pausedUntilMs === 0 ? null : pausedUntilMs,
    })
  }
  state.due = state.due.slice(count)
  return state.due.length
}

/** What a customer chooses for themselves. */
export type NewChoice =
  | { readonly kind: 'loss-limit'; readonly amount: Units }
  | { readonly kind: 'exclusion'; readonly untilMs: number }

/**
 * Takes down what a customer chooses for themselves: all of it or nothing.
 *
 * Refuses: OPTION_LOSS_LIMIT_INVALID, OPTION_EXCLUSION_INVALID.
 */
export function decideChoices(
  state: State,
  batch: Batch,
  customer: CustomerId,
  choices: readonly NewChoice[],
): Choice[] | Refusal {
  const known = state.customers.get(customer)
  assert(known, 'whoever chooses was read before')
  const { atMs } = batch
  for (const choice of choices) {
    const wrong = wrongChoice(state, known, choice, atMs)
    if (wrong) return wrong
  }

  // No refusals from here on.
  return choices.map((choice) => {
    const row: Choice = {
      ...{
        id: nextId(),
        customer,
        kind: choice.kind,
        amount: null,
        fromMs: atMs,
        untilMs: null,
        chosenMs: atMs,
      },
      ...(choice.kind === 'loss-limit' && {
        amount: choice.amount,
        fromMs: limitFrom(lossLimitOf(state, known, atMs), choice.amount, atMs),
      }),
      ...(choice.kind === 'exclusion' && { untilMs: choice.untilMs }),
    }
    batch.choices.push(row)
    applyChoice(known, row)
    return row
  })
}

function wrongChoice(state: State, known: Customer, choice: NewChoice, atMs: number): Refusal | undefined {
  if (choice.kind === 'exclusion') {
    return isExclusion(choice.untilMs, known.excludedUntilMs, atMs)
      ? undefined
      : refusal('OPTION_EXCLUSION_INVALID')
  }
  const { minimum } = state.terms
  const most = maxLossLimit(state.terms)
  if (choice.amount >= minimum && choice.amount <= most) return undefined
  const show = (amount: bigint) => formatAmount(amount, STAKE_CURRENCY)
  return refusal('OPTION_LOSS_LIMIT_INVALID', {
    ...{ minimum: show(minimum), maximum: show(most), currency: STAKE_CURRENCY },
  })
}

/** Has a choice count from now on. */
export function applyChoice(customer: Customer, { kind, amount, fromMs, untilMs, chosenMs }: Choice): void {
  if (kind === 'loss-limit')
    customer.lossLimits = withLossLimit(customer.lossLimits, { limit: units(amount!), fromMs }, chosenMs)
  else customer.excludedUntilMs = Math.max(customer.excludedUntilMs, untilMs!)
}

/** The loss limit in force. */
export const lossLimitOf = (state: State, customer: Customer, atMs: number): Units =>
  lossLimitAt(customer.lossLimits, state.terms.lossLimit, atMs)
