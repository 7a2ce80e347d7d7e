import { maskedCard } from '#domain/card/masked.ts'
import type { WholeCard } from '#domain/card/rules.ts'
import { BANK, type Payment } from '#domain/deposit/rules.ts'
import { limitOf } from '#domain/eligibility/limits.ts'
import { assert, refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { isOpen } from '#domain/market/session.ts'
import { units } from '#domain/money/amount.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import {
  can,
  decideCustomerLimit,
  decideSale,
  isSellable,
  PAID_CURRENCY,
  SALE_WINDOW_MS,
  type SaleAction,
  saleInstrument,
  saleReference,
  termsOf,
} from '#domain/sale/rules.ts'
import { SECOND_MS } from '#domain/time.ts'
import { claimPayment, type IncomingPayment } from '#server/core/incoming-payments.ts'
import { outsideAccount, PLATFORM } from '#server/core/ledger/accounts.ts'
import { createHold, postHold, voidHold } from '#server/core/ledger/holds.ts'
import { lockBalances } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import { noPrice } from '#server/markets/no-price.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { requireNotFrozen } from '#server/users/freeze.ts'
import { requireNoNightLock } from '#server/users/guard-rails.ts'
import { requirePayPassword } from '#server/users/pay-password.ts'
import { requirePayable } from '#server/users/payable.ts'
import { lockCustomer } from '#server/users/store.ts'
import { newestTierLimits } from '#server/users/tier-limits.ts'
import { requireTier, tierOf } from '#server/users/tiers.ts'
import { requireNotHeld } from '#server/users/withdrawal-hold.ts'
import { type Payee, requirePayee } from '../card/service.ts'
import type { MarketData } from '../product.ts'
import type { RequireEquity } from '../wallet/service.ts'
import { areWithdrawalsPaused } from '../withdrawal/service.ts'
import { feesOf, fundingOf, fundOf, saleAccounts, setAsideOf } from './accounts.ts'
import {
  findSale,
  keepPayer,
  lockQuote,
  lockSale,
  nameHolds,
  newestTerms,
  payersOf,
  type QuoteRow,
  type SaleRow,
  type Step,
  type StoredTick,
  salesById,
  saveQuote,
  soldSince,
  step,
  takeQuote,
} from './store.ts'

/** What a customer and operators can do with sales: one function each, inside the caller's transaction. */

/** The prices of the tape. */
export type Prices = Pick<MarketData, 'lastTick' | 'isFresh' | 'canPrice'>

export interface SaleDeps {
  readonly equity: RequireEquity
  readonly prices: Prices
  readonly privateData: PrivateData
}

/**
 * Quotes a sale to a card: firm until `valid_until` or their next quote, for this customer, once.
 *
 * Refuses: KYC_REQUIRED, as a quote is worth something by itself; PAY_PASSWORD_UNSET; CARD_REQUIRED, CARD_NEW; SALE_COIN_UNKNOWN;
 *          MARKET_CLOSED, MARKET_SESSION_CLOSED, PRICE_STALE or NO_LIVE_PRICE; the amount's own refusals, and what `decideSale` and
 *          `decideCustomerLimit` say.
 */
export async function quoteSale(
  tx: Tx,
  { prices, privateData }: SaleDeps,
  asked: { customer: CustomerId; currency: string; amount: string; cardId: bigint },
  nowMs: number,
): Promise<QuoteRow> {
  const { customer, currency, amount: typed, cardId } = asked
  await requireTier(tx, customer, 'basic')
  await requirePayPassword(tx, customer)
  const { kind } = await requirePayee(tx, privateData, customer, cardId, nowMs)
  if (!isSellable(currency)) throw refusal('SALE_COIN_UNKNOWN', { currency })
  const amount = readAmount(typed, currency)
  const tick = freshTick(prices, currency, nowMs)
  const terms = await newestTerms(tx)
  const maximum = limitOf(await newestTierLimits(tx), 'otc', await tierOf(tx, customer))
  const own = termsOf(kind, terms)
  const { fee, received, value } = requireAllowed(
    decideSale(currency, amount, tick ?? undefined, own, maximum),
  )
  const sold = await soldSince(tx, customer, nowMs - SALE_WINDOW_MS)
  requireAllowed(decideCustomerLimit(sold, value, terms.maxPerCustomer))
  const quote: QuoteRow = {
    ...{ id: nextId(), customer_id: customer, card_id: cardId, card_kind: kind },
    ...{ currency, amount, fee, received, value, tick },
    ...{ fee_bps: own.feeBps, minimum_fee: own.minimumFee, terms_version: terms.version },
    valid_until: nowMs + terms.quoteSeconds * SECOND_MS,
  }
  await saveQuote(tx, quote)
  return quote
}

/** The tick that a coin is sold at now; null of what is paid one for one. Refuses: as `quoteSale`. */
function freshTick(prices: Prices, currency: string, nowMs: number): StoredTick | null {
  const instrument = saleInstrument(currency)
  if (!instrument) return null
  const { symbol, label, status } = instrument
  if (status === 'halted') throw refusal('MARKET_CLOSED', { symbol: label })
  if (!isOpen(instrument, nowMs)) throw refusal('MARKET_SESSION_CLOSED', { symbol: label })
  const tick = prices.lastTick(symbol)
  if (!tick || !prices.isFresh(symbol)) throw noPrice(prices, { symbol, label })
  const { sequence, bid, ask } = tick
  return { symbol, sequence, bid, ask }
}

/**
 * Sells at a quote's figures: the coin is held, and the dollars for it are set aside. Who asks has proved the pay password
 * and the second factor already.
 *
 * Refuses: KYC_REQUIRED; ACCOUNT_FROZEN; SALE_QUOTE_USED; SALE_QUOTE_EXPIRED, of one that another followed too; CARD_REQUIRED where its
 *          card was removed since; NIGHT_LOCKED, WITHDRAWAL_PAUSED, WITHDRAWAL_HELD, as money leaves; what `quoteSale` refuses where its
 *          market has shut or fallen silent since; SALE_CUSTOMER_LIMIT; EQUITY_OWED; INSUFFICIENT_BALANCE; SALE_LIMIT where the platform
 *          has not got the dollars.
 */
export async function submitSale(
  tx: Tx,
  { equity, prices, privateData }: SaleDeps,
  { customer, quoteId }: { customer: CustomerId; quoteId: bigint },
  nowMs: number,
): Promise<SaleRow> {
  // Nobody freezes the account, or changes what guards it, until this is written.
  await lockCustomer(tx, customer, 'to read')
  await requireTier(tx, customer, 'basic')
  await requireNotFrozen(tx, customer)
  const quote = await lockQuote(tx, quoteId, customer)
  if (!quote && (await salesById(tx, customer, [quoteId])).length > 0) throw refusal('SALE_QUOTE_USED')
  if (!quote) throw refusal('SALE_QUOTE_EXPIRED')
  const payee = await requirePayee(tx, privateData, customer, quote.card_id, nowMs)
  await requireNoNightLock(tx, customer, nowMs)
  if (await areWithdrawalsPaused(tx)) throw refusal('WITHDRAWAL_PAUSED', { currency: quote.currency })
  await requireNotHeld(tx, customer, nowMs)
  const sale = await takeQuote(tx, quote, { ...payee, sealed: sealed(privateData, quote, payee) }, nowMs)
  if (!sale) throw refusal('SALE_QUOTE_USED')
  if (quote.valid_until < nowMs) throw refusal('SALE_QUOTE_EXPIRED')
  freshTick(prices, quote.currency, nowMs)

  const terms = await newestTerms(tx)
  // Their quote is locked, so whatever else they sell at once waits, or is counted here.
  const sold = await soldSince(tx, customer, nowMs - SALE_WINDOW_MS)
  requireAllowed(decideCustomerLimit(sold - sale.value, sale.value, terms.maxPerCustomer))
  const { currency, amount, received } = sale
  await equity(tx, { customer, currency, amount }, nowMs)
  const [own, fund] = [fundingOf(customer, currency), fundOf(PAID_CURRENCY)]
  const balances = await lockBalances(tx, [own, fund])
  if (balances.get(own)! < amount) throw refusal('INSUFFICIENT_BALANCE')
  if (balances.get(fund)! < received) throw refusal('SALE_LIMIT')
  const about = { purpose: 'sale', reference: sale.id }
  const coin = await createHold(
    tx,
    { ...about, owner: customer, kind: wallets.funding, currency, amount, reason: 'sale-hold' },
    nowMs,
  )
  const payout = await createHold(
    tx,
    {
      ...{ ...about, owner: PLATFORM, kind: saleAccounts.fund, reason: 'sale-payout' },
      ...{ currency: PAID_CURRENCY, amount: received },
    },
    nowMs,
  )
  await nameHolds(tx, sale.id, coin, payout)
  const params = {
    reference: saleReference(sale.number),
    ...{ amount: formatAmount(amount, currency), currency },
  }
  await writeNotices(tx, [{ customer, subject: String(sale.id), kind: 'sale-placed', params }], nowMs)
  return getOrThrow(tx, sale.id)
}

const subjectOf = ({ id, customer_id: customer }: Pick<SaleRow, 'id' | 'customer_id'>) =>
  `sale:${customer}:${id}`

const sealed = ({ sealer }: PrivateData, quote: QuoteRow, { details }: Payee): Uint8Array =>
  sealer.seal(Buffer.from(JSON.stringify(details)), subjectOf(quote))

/**
 * The card that a sale is being paid to, whole, for who pays it. Until they say that the bank has paid, what guards the account
 * is asked again: it may have changed since it was begun.
 *
 * Refuses: NOT_FOUND; SALE_STATUS before it is started and after it ended; PAYMENT_TAKEN; what `startSale` refuses of the
 *          account.
 */
export async function cardOf(
  tx: Tx,
  { sealer }: PrivateData,
  { id, operator, isSaidPaid }: { id: bigint; operator: bigint; isSaidPaid: boolean },
  nowMs: number,
): Promise<WholeCard> {
  const sale = await lockFor(tx, id, 'pay')
  await requirePayer(tx, sale, operator)
  if (!isSaidPaid) await requireUnstopped(tx, sale, nowMs)
  return JSON.parse(sealer.unseal(Buffer.from(sale.card!), subjectOf(sale)).toString())
}

/**
 * Says that somebody begins to pay it at the bank.
 *
 * Refuses: NOT_FOUND, SALE_STATUS; what `requirePayable` refuses; WITHDRAWAL_PAUSED.
 */
export async function startSale(tx: Tx, id: bigint, operator: bigint, nowMs: number): Promise<void> {
  const sale = await lockFor(tx, id, 'start')
  await requireUnstopped(tx, sale, nowMs)
  await take(tx, sale, 'start', { startedBy: operator }, nowMs)
}

/** Of a sale that is being paid, that it is this operator who pays it. Refuses: PAYMENT_TAKEN. */
export async function requirePayer(tx: Tx, sale: SaleRow, operator: bigint): Promise<void> {
  const payer = (await payersOf(tx, [sale])).get(sale.id)
  if (payer && payer.id !== operator) throw refusal('PAYMENT_TAKEN', { name: payer.name })
}

/**
 * Makes an operator the one who pays a sale in place of another. Returns: the name of the other.
 *
 * Refuses: NOT_FOUND; SALE_STATUS where nobody else pays it.
 */
export async function takeOverSale(tx: Tx, id: bigint, operator: bigint, nowMs: number): Promise<string> {
  const payer = (await payersOf(tx, [await lockFor(tx, id, 'pay')])).get(id)
  if (!payer || payer.id === operator) throw refusal('SALE_STATUS')
  await keepPayer(tx, id, operator, nowMs)
  return payer.name
}

/** Refuses: what `requirePayable` refuses; WITHDRAWAL_PAUSED. */
async function requireUnstopped(
  tx: Tx,
  { customer_id: customer, currency }: SaleRow,
  nowMs: number,
): Promise<void> {
  await requirePayable(tx, customer, nowMs)
  if (await areWithdrawalsPaused(tx)) throw refusal('WITHDRAWAL_PAUSED', { currency })
}

/** The bank's transfer that pays a sale, as one of all payments: none of them counts for two things. */
export const paymentOf = ({ received }: Pick<SaleRow, 'received'>, txReference: string): IncomingPayment => ({
  ...({ chain: BANK, txReference, outputIndex: 0 } satisfies Payment),
  ...{ by: 'person', address: null, amount: received },
})

/** Who agreed on the end of a sale. */
interface ByTwo {
  readonly maker: bigint
  readonly checker: bigint
}

/**
 * Ends a sale that the bank has paid: the coin goes to the fund, its fee to the fees, and the dollars leave.
 *
 * Refuses: NOT_FOUND, SALE_STATUS, PAYMENT_TAKEN where another than the maker pays it, DEPOSIT_REFERENCE_USED where the bank's reference stands for another payment.
 */
export async function paySale(
  tx: Tx,
  id: bigint,
  { bankReference, ...by }: ByTwo & { readonly bankReference: string },
  nowMs: number,
): Promise<void> {
  const sale = await lockFor(tx, id, 'pay')
  await requirePayer(tx, sale, by.maker)
  await claimPayment(tx, paymentOf(sale, bankReference), `sale:${id}`)
  await take(tx, sale, 'pay', { ...by, bankReference }, nowMs)
  const { currency, amount, fee, received, customer_id: customer } = sale
  await lockBalances(tx, [
    ...[fundingOf(customer, currency), fundOf(currency), feesOf(currency)],
    ...[setAsideOf(PAID_CURRENCY), outsideAccount(PAID_CURRENCY)],
  ])
  const sold = { credit: fundOf(currency), amount: units(amount - fee), reason: 'sale' } as const
  await postHold(tx, sale.hold_id, sold, nowMs)
  await postHold(tx, sale.hold_id, { credit: feesOf(currency), amount: fee, reason: 'sale-fee' }, nowMs)
  const paid = { credit: outsideAccount(PAID_CURRENCY), amount: received, reason: 'sale-payout' } as const
  await postHold(tx, sale.payout_hold_id, paid, nowMs)
  const params = {
    ...{ reference: saleReference(sale.number), currency: PAID_CURRENCY, card: maskedCard(sale.last_digits) },
    amount: formatAmount(received, PAID_CURRENCY),
  }
  await writeNotices(tx, [{ customer, subject: String(id), kind: 'sale-paid', params }], nowMs)
}

/** Ends a sale that is not paid: all of the coin comes back, once, with a reason that the customer reads. Refuses: NOT_FOUND, SALE_STATUS, PAYMENT_TAKEN. */
export async function returnSale(
  tx: Tx,
  id: bigint,
  said: ByTwo & { readonly why: string },
  nowMs: number,
): Promise<void> {
  const sale = await lockFor(tx, id, 'giveBack')
  await requirePayer(tx, sale, said.maker)
  await take(tx, sale, 'giveBack', said, nowMs)
  const { currency, amount, received, customer_id: customer } = sale
  await lockBalances(tx, [fundingOf(customer, currency), fundOf(PAID_CURRENCY), setAsideOf(PAID_CURRENCY)])
  await voidHold(tx, sale.hold_id, { amount, reason: 'sale-hold' }, nowMs)
  await voidHold(tx, sale.payout_hold_id, { amount: received, reason: 'sale-payout' }, nowMs)
  const params = { reference: saleReference(sale.number), why: said.why }
  await writeNotices(tx, [{ customer, subject: String(id), kind: 'sale-returned', params }], nowMs)
}

/** A sale that an action is allowed for, held. Refuses: NOT_FOUND, SALE_STATUS. */
export async function lockFor(tx: Tx, id: bigint, action: SaleAction): Promise<SaleRow> {
  const sale = await lockSale(tx, id)
  if (!sale) throw refusal('NOT_FOUND')
  if (!can(action, sale.status)) throw refusal('SALE_STATUS')
  return sale
}

async function take(tx: Tx, { id }: SaleRow, action: SaleAction, said: Step, nowMs: number): Promise<void> {
  assert(await step(tx, id, action, said, nowMs), `a locked sale allows ${action}`)
}

async function getOrThrow(db: Db | Tx, id: bigint): Promise<SaleRow> {
  const sale = await findSale(db, id)
  assert(sale, `sale ${id} exists`)
  return sale
}
