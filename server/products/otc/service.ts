import { limitOf } from '#domain/eligibility/limits.ts'
import { assert, Refusal, refusal, requireAllowed } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import {
  decideAmounts,
  decideOtcOrder,
  isOtcCoin,
  lateUntilMs,
  MAX_CLAIMED,
  MAX_EVIDENCE,
  MAX_MESSAGES,
  MAX_NAME,
  MAX_OPEN_OFFERS,
  MAX_OPEN_ORDERS,
  MAX_UNPAID,
  merchantCan,
  type OtcAction,
  type OtcEvent,
  type OtcFiat,
  type OtcOutcome,
  type OtcPayment,
  type OtcSide,
  type OtcStatus,
  otcAllows,
  otcReference,
  PAY_WINDOW_MS,
  PAYEE_KNOWN_MS,
  readMargin,
  readOtcPrice,
  readPayments,
  UNPAID_WINDOW_MS,
} from '#domain/otc/rules.ts'
import { foldName, readMerchantName } from '#domain/user/names.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { attachUpload } from '#server/platform/uploads/store.ts'
import { requireOffered } from '#server/users/countries.ts'
import { requireNotFrozen } from '#server/users/freeze.ts'
import { requireNewPayees, requireNoNightLock } from '#server/users/guard-rails.ts'
import { lockCustomer } from '#server/users/store.ts'
import { newestTierLimits } from '#server/users/tier-limits.ts'
import { requireTier } from '#server/users/tiers.ts'
import { requireNotHeld } from '#server/users/withdrawal-hold.ts'
import type { RequireEquity } from '../wallet/service.ts'
import { areWithdrawalsPaused } from '../withdrawal/service.ts'
import { isPlatform, type Party, PLATFORM_PARTY } from './accounts.ts'
import {
  accountOfCard,
  accountOfOffer,
  isVerifiedName,
  type KeptAccount,
  orderSubject,
  sealAccount,
} from './accounts-to-pay.ts'
import { closeReserve, escrow, giveBack, keptFor, lockMakers, payLate, payOut, reserve } from './escrow.ts'
import { endLate, insertLate, lockOpenLate } from './late-store.ts'
import { freshTicks, isNearNewest, type Prices } from './prices.ts'
import {
  countMessages,
  type Deciders,
  decideMerchant,
  findMerchant,
  findOffer,
  findOrder,
  hasSoldTo,
  insertMessage,
  insertOffer,
  insertOrder,
  lockMerchant,
  lockOffer,
  lockOpenOffersOf,
  lockOrder,
  lockTaker,
  type MessageRow,
  nameHold,
  namesOfOtherMerchants,
  type OfferFigures,
  type OfferRow,
  type OrderRow,
  openOffersOf,
  type Step,
  saveApplication,
  step,
  type TakerCounts,
  takerCounts,
  updateOffer,
} from './store.ts'

/** What customers and operators can do over the counter: one function each, inside the caller's transaction. */

export interface OtcDeps {
  readonly equity: RequireEquity
  readonly prices: Prices
  readonly privateData: PrivateData
}

/**
 * What keeps withdrawals keeps a coin from being sold and released, for whoever sells it.
 *
 * Refuses: ACCOUNT_FROZEN, WITHDRAWAL_HELD, NIGHT_LOCKED.
 */
async function requireFreeToSell(tx: Tx, customer: CustomerId, nowMs: number): Promise<void> {
  await requireNotFrozen(tx, customer)
  await requireNotHeld(tx, customer, nowMs)
  await requireNoNightLock(tx, customer, nowMs)
}

/**
 * Who begins to sell: with the pay password that the release takes and a card that is paid to, while withdrawals are not paused
 * or held, in this order.
 *
 * Refuses: PAY_PASSWORD_UNSET; what `findAccount` refuses; ACCOUNT_FROZEN, NIGHT_LOCKED, WITHDRAWAL_PAUSED, WITHDRAWAL_HELD.
 * Returns: what `findAccount` does.
 * Source:  rulings, section 5: no card before pause.
 */
async function requireMaySell<Account>(
  tx: Tx,
  { customer, currency }: { customer: CustomerId; currency: string },
  findAccount: () => Promise<Account>,
  nowMs: number,
): Promise<Account> {
  const row = await lockCustomer(tx, customer, 'to read')
  if (row.pay_password_hash === null) throw refusal('PAY_PASSWORD_UNSET')
  const account = await findAccount()
  await requireNotFrozen(tx, customer)
  await requireNoNightLock(tx, customer, nowMs)
  if (await areWithdrawalsPaused(tx)) throw refusal('WITHDRAWAL_PAUSED', { currency })
  await requireNotHeld(tx, customer, nowMs)
  return account
}

/** A coin that is sold leaves to somebody, as to an address. Refuses: PAYEES_LOCKED of who limits these, unless they sold to the same a day before. */
async function requireKnownBuyer(
  tx: Tx,
  { seller, buyer }: { seller: CustomerId; buyer: CustomerId },
  nowMs: number,
): Promise<void> {
  await requireNewPayees(tx, seller, nowMs, () => hasSoldTo(tx, seller, buyer, nowMs - PAYEE_KNOWN_MS))
}

// ── Offers

/** An offer as it is typed. */
export interface TypedOffer {
  readonly side: OtcSide
  readonly currency: string
  readonly fiat: OtcFiat
  readonly price?: string | undefined
  readonly margin?: string | undefined
  readonly minimum: string
  readonly maximum: string
  readonly total: string
  readonly payments: string
  readonly terms?: string | undefined
}

/** Reads an offer. Refuses: OTC_COIN, the amounts' own refusals, OTC_AMOUNTS, PRICE_INVALID, PARAMETER_ERROR. */
export function readOffer(maker: Party, typed: TypedOffer): OfferFigures {
  const { side, currency, fiat, terms = null } = typed
  if (!isOtcCoin(currency)) throw refusal('OTC_COIN', { currency })
  const [minimum, maximum, total] = [typed.minimum, typed.maximum, typed.total].map((text) =>
    readAmount(text, currency),
  ) as [Units, Units, Units]
  requireAllowed(decideAmounts({ minimum, maximum, total }))
  // One of both, never none.
  if ((typed.price === undefined) === (typed.margin === undefined)) throw refusal('PRICE_INVALID')
  const payments = readPayments(typed.payments)
  if (!payments) throw refusal('PARAMETER_ERROR', { field: 'payments' })
  return {
    ...{ maker, side, currency, fiat, minimum, maximum, total, terms, payments: payments.join(',') },
    price: typed.price === undefined ? null : requireAllowed(readOtcPrice(typed.price)).price,
    margin_bps: typed.margin === undefined ? null : requireAllowed(readMargin(typed.margin)).marginBps,
  }
}

/**
 * Publishes a merchant's offer; what it sells is kept for it.
 *
 * Refuses: KYC_REQUIRED below advanced; COUNTRY_NOT_OFFERED; OTC_MERCHANT_ONLY; what `readOffer` refuses; PRICE_INVALID and PRICE_STALE of a fixed
 *          price that is not near the tape; OTC_TOO_MANY_OFFERS; of who sells what `requireMaySell` refuses, with CARD_REQUIRED and
 *          CARD_NEW of a way to pay without a card; EQUITY_OWED, INSUFFICIENT_BALANCE.
 */
export async function publishOffer(
  tx: Tx,
  { prices, equity, privateData }: OtcDeps,
  customer: CustomerId,
  typed: TypedOffer,
  nowMs: number,
): Promise<OfferRow> {
  await requireTier(tx, customer, 'advanced')
  await requireOffered(tx, customer, 'otc')
  // Whoever stops the merchant waits, or is waited for.
  if ((await lockMerchant(tx, customer))?.status !== 'active') throw refusal('OTC_MERCHANT_ONLY')
  await requireNotFrozen(tx, customer)
  const figures = readOffer(customer, typed)
  if (figures.price !== null && !isNearNewest(prices, figures)) throw refusal('PRICE_INVALID')
  if ((await openOffersOf(tx, customer)).length >= MAX_OPEN_OFFERS)
    throw refusal('OTC_TOO_MANY_OFFERS', { maximum: MAX_OPEN_OFFERS })
  if (figures.side === 'sell') {
    const { currency, total: amount } = figures
    const requireCards = async () => {
      for (const payment of figures.payments.split(',') as OtcPayment[])
        await accountOfOffer(tx, privateData, { maker: customer, account: null }, payment, nowMs)
    }
    await requireMaySell(tx, { customer, currency }, requireCards, nowMs)
    await equity(tx, { customer, currency, amount }, nowMs)
  }
  return addOffer(tx, figures, { account: null, proposal: null }, nowMs)
}

/** Adds an offer of the platform's own. Refuses: INSUFFICIENT_BALANCE where its fund has not got what it sells. */
export const publishPlatformOffer = (
  tx: Tx,
  figures: Omit<OfferFigures, 'maker'>,
  rest: { account: KeptAccount | null; proposal: bigint | null },
  nowMs: number,
  id?: bigint,
): Promise<OfferRow> => addOffer(tx, { ...figures, maker: PLATFORM_PARTY }, rest, nowMs, id)

async function addOffer(
  tx: Tx,
  figures: OfferFigures,
  rest: { account: KeptAccount | null; proposal: bigint | null },
  nowMs: number,
  id = nextId(),
): Promise<OfferRow> {
  await insertOffer(tx, id, { ...figures, ...rest }, nowMs)
  const { maker, currency, total, side } = figures
  if (side === 'sell') {
    const hold = await reserve(tx, { id, maker, currency }, total, nowMs)
    await updateOffer(tx, id, { remaining: total, hold })
  }
  const offer = await findOffer(tx, id)
  assert(offer, `offer ${id} exists`)
  return offer
}

/** Closes an offer of one's own; closed before, it stays so. Refuses: NOT_FOUND, for another's too. */
export async function closeOffer(tx: Tx, maker: Party, id: bigint, nowMs: number): Promise<OfferRow> {
  const offer = await lockOffer(tx, id)
  if (offer?.maker !== maker) throw refusal('NOT_FOUND')
  if (offer.closed_at === null) await closeReserve(tx, offer, nowMs)
  return (await findOffer(tx, id))!
}

/** Closes all of somebody's offers: these are locked before any account, as an order of one of them does. */
async function closeOffersOf(tx: Tx, maker: Party, nowMs: number): Promise<void> {
  const offers = await lockOpenOffersOf(tx, maker)
  await lockMakers(tx, offers)
  for (const offer of offers) await closeReserve(tx, offer, nowMs)
}

// ── Orders

/**
 * Takes an offer: the seller's coin goes into escrow.
 *
 * Refuses: KYC_REQUIRED; COUNTRY_NOT_OFFERED; ACCOUNT_FROZEN; NOT_FOUND; OTC_OWN_OFFER; OTC_OFFER_TAKEN, of one that is closed too;
 *          OTC_OFFER_UNAVAILABLE where its maker may not trade now, or its fixed price is far from the tape; PARAMETER_ERROR
 *          for a way to pay that it has not; OTC_TOO_MANY_OPEN, OTC_TOO_MANY_UNPAID; of who sells what `requireMaySell` refuses,
 *          with CARD_REQUIRED and CARD_NEW, what `requireKnownBuyer` refuses, EQUITY_OWED, INSUFFICIENT_BALANCE; MARKET_CLOSED,
 *          MARKET_SESSION_CLOSED, PRICE_STALE; what `decideOtcOrder` refuses.
 */
export async function placeOrder(
  tx: Tx,
  { equity, prices, privateData }: OtcDeps,
  asked: {
    customer: CustomerId
    offerId: bigint
    amount: string
    payment: OtcPayment
    cardId?: bigint | undefined
    price?: string | undefined
  },
  nowMs: number,
): Promise<OrderRow> {
  const { customer, offerId, payment } = asked
  await requireTier(tx, customer, 'basic')
  await requireOffered(tx, customer, 'otc')
  // One after the other: what is counted below stays so.
  await lockTaker(tx, customer)
  const { tier } = await lockCustomer(tx, customer, 'to read')
  await requireNotFrozen(tx, customer)
  const offer = await lockOffer(tx, offerId)
  if (!offer) throw refusal('NOT_FOUND')
  if (offer.maker === customer) throw refusal('OTC_OWN_OFFER')
  if (offer.closed_at !== null || offer.remaining === 0n) throw refusal('OTC_OFFER_TAKEN')
  if (!offer.payments.split(',').includes(payment)) throw refusal('PARAMETER_ERROR', { field: 'payment' })
  const isSold = offer.side === 'buy'
  requireMayTake(await takerCounts(tx, customer, nowMs - UNPAID_WINDOW_MS), isSold)
  const { currency } = offer
  const account = isSold
    ? await requireMaySell(tx, { customer, currency }, () => ownAccount(tx, privateData, asked, nowMs), nowMs)
    : await available(() => accountOfOffer(tx, privateData, offer, payment, nowMs))
  // The platform pays to the customer's own card, as for any sale of a coin.
  if (isSold && !isPlatform(offer.maker))
    await requireKnownBuyer(tx, { seller: customer, buyer: customerId(offer.maker) }, nowMs)
  await available(() => requireMakerFree(tx, offer, customer, nowMs))

  const amount = readAmount(asked.amount, currency)
  const ticks = freshTicks(prices, offer, nowMs)
  // The tape has moved on since it was published.
  if (offer.price !== null && !isNearNewest(prices, offer)) throw refusal('OTC_OFFER_UNAVAILABLE')
  const worst = asked.price === undefined ? undefined : requireAllowed(readOtcPrice(asked.price)).price
  const limit = limitOf(await newestTierLimits(tx), 'otc', tier)
  const { price, total, value } = requireAllowed(decideOtcOrder(offer, amount, ticks, { limit, worst }))
  if (isSold) await equity(tx, { customer, currency, amount }, nowMs)
  const [seller, buyer] = isSold ? [customer, offer.maker] : [offer.maker, customer]
  const id = nextId()
  const order = {
    ...{ id, offer_id: offer.id, maker: offer.maker, taker: customer, seller, buyer },
    ...{ currency, fiat: offer.fiat, amount, total, price, value, payment },
    ...{ margin_bps: offer.margin_bps, ticks },
    ...{ account_bank: account.bankName, account_digits: account.number.slice(-4) },
    account_name_same: await isVerifiedName(tx, privateData, seller, account.name),
  }
  const sealed = sealAccount(privateData, orderSubject(id), account)
  await insertOrder(tx, { ...order, account: sealed }, { nowMs, payByMs: nowMs + PAY_WINDOW_MS })
  await nameHold(tx, id, await escrow(tx, offer, order, nowMs))
  return happened(tx, id, 'placed', [offer.maker], nowMs)
}

/** Refuses: OTC_TOO_MANY_OPEN, of a purchase also while too many are said to be paid; OTC_TOO_MANY_UNPAID. */
function requireMayTake({ open, claimed, unpaidBought, unpaidSold }: TakerCounts, isSold: boolean): void {
  if (open >= MAX_OPEN_ORDERS) throw refusal('OTC_TOO_MANY_OPEN', { maximum: MAX_OPEN_ORDERS })
  if (!isSold && claimed >= MAX_CLAIMED) throw refusal('OTC_TOO_MANY_OPEN', { maximum: MAX_CLAIMED })
  if ((isSold ? unpaidSold : unpaidBought) >= MAX_UNPAID)
    throw refusal('OTC_TOO_MANY_UNPAID', { maximum: MAX_UNPAID })
}

/** The card that a customer who sells is paid to. Refuses: CARD_REQUIRED, also where it is of another kind; CARD_NEW. */
async function ownAccount(
  tx: Tx,
  privateData: PrivateData,
  { customer, cardId, payment }: { customer: CustomerId; cardId?: bigint | undefined; payment: OtcPayment },
  nowMs: number,
): Promise<KeptAccount> {
  if (cardId === undefined) throw refusal('CARD_REQUIRED')
  const { kind, account } = await accountOfCard(tx, privateData, customer, cardId, nowMs)
  if (kind !== payment) throw refusal('CARD_REQUIRED')
  return account
}

/** Whether the maker of an offer may trade now: verified, a merchant, and free to sell what the offer sells to who takes it. */
async function requireMakerFree(
  tx: Tx,
  { maker, side, currency }: OfferRow,
  taker: CustomerId,
  nowMs: number,
): Promise<void> {
  if (isPlatform(maker)) return
  const merchant = customerId(maker)
  await requireTier(tx, merchant, 'advanced')
  await requireOffered(tx, merchant, 'otc')
  if ((await findMerchant(tx, merchant))?.status !== 'active') throw refusal('OTC_MERCHANT_ONLY')
  if (side === 'buy') return requireNotFrozen(tx, merchant)
  // Whether there is a card that is paid to was looked at before.
  await requireMaySell(tx, { customer: merchant, currency }, async () => undefined, nowMs)
  await requireKnownBuyer(tx, { seller: merchant, buyer: taker }, nowMs)
}

/** What keeps a maker from trading is theirs: who takes the offer reads only that it is not available. */
async function available<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refusal) throw refusal('OTC_OFFER_UNAVAILABLE', {}, error)
    throw error
  }
}

/**
 * Says that an order was paid, from whose account.
 *
 * Refuses: NOT_FOUND, OTC_OTHER_SIDE, OTC_STATUS; OTC_EXPIRED once the time is over, also before it is written down.
 */
export async function payOrder(
  tx: Tx,
  privateData: PrivateData,
  { party, id, payerName }: { party: Party; id: bigint; payerName: string | null },
  nowMs: number,
): Promise<OrderRow> {
  const order = await lockFor(tx, id, 'pay', { party, as: 'buyer' })
  if (nowMs >= order.pay_by) throw refusal('OTC_EXPIRED')
  const payerNameSame = payerName === null ? null : await isVerifiedName(tx, privateData, party, payerName)
  await take(tx, order, 'pay', 'paid', { payerName, payerNameSame }, nowMs)
  return happened(tx, id, 'paid', [order.seller], nowMs)
}

/**
 * Releases the coin to the buyer. A customer who asks has proved the pay password and the second factor already; of what
 * the platform sold, two operators agreed. Of an order that ended unpaid and is said to be paid, out of what the seller has:
 * it came back to them since, so that what they owe bounds it again. `equity`: undefined of the platform, which owes nothing.
 *
 * Refuses: NOT_FOUND, OTC_OTHER_SIDE, OTC_STATUS; ACCOUNT_FROZEN, WITHDRAWAL_HELD, NIGHT_LOCKED; EQUITY_OWED,
 *          OTC_LATE_UNCOVERED.
 */
export async function releaseOrder(
  tx: Tx,
  equity: RequireEquity | undefined,
  { party, id, by }: { party: Party; id: bigint; by?: Deciders },
  nowMs: number,
): Promise<OrderRow> {
  const late = await lockLate(tx, id)
  const order = late ?? (await lockFor(tx, id, 'release', { party, as: 'seller' }))
  if (late) requireSide(order, { party, as: 'seller' })
  if (!isPlatform(party)) {
    await lockCustomer(tx, customerId(party), 'to read')
    await requireFreeToSell(tx, customerId(party), nowMs)
  }
  if (late) {
    const end = { outcome: 'released', by: undefined, why: undefined } as const
    return endClaim(tx, order, end, nowMs, equity)
  }
  await take(tx, order, 'release', 'released', { outcome: 'released', by }, nowMs)
  await payOut(tx, order, nowMs)
  return happened(tx, id, 'released', [order.buyer], nowMs)
}

/** Cancels an order before it is paid: the buyer alone. Refuses: NOT_FOUND, OTC_OTHER_SIDE, OTC_STATUS. */
export async function cancelOrder(
  tx: Tx,
  { party, id }: { party: Party; id: bigint },
  nowMs: number,
): Promise<OrderRow> {
  const order = await lockFor(tx, id, 'cancel', { party, as: 'buyer' })
  await take(tx, order, 'cancel', 'cancelled', { outcome: 'returned' }, nowMs)
  await giveOrderBack(tx, order, nowMs)
  return happened(tx, id, 'cancelled', [order.seller], nowMs)
}

/** Ends an order that was not paid in time. Returns: the order; undefined where it was paid or ended meanwhile, or is not due. */
export async function expireOrder(tx: Tx, id: bigint, nowMs: number): Promise<OrderRow | undefined> {
  const order = await lockOrder(tx, id)
  if (!order || !otcAllows('expire', order.status) || nowMs < order.pay_by) return undefined
  await take(tx, order, 'expire', 'expired', { outcome: 'returned' }, nowMs)
  await giveOrderBack(tx, order, nowMs)
  return happened(tx, id, 'expired', [order.seller, order.buyer], nowMs)
}

/**
 * Disputes an order that was said to be paid, with pictures of a customer's own; its buyer also one that ended unpaid, within
 * a day, to say that they paid it too late: nothing is held for that, and what the ledger did stays. The platform disputes as any other side:
 * without that, what it sold to somebody who only said to have paid stays in escrow, and what it paid for too.
 *
 * Refuses: NOT_FOUND, also to who is no side of it; OTC_STATUS; UPLOAD_UNKNOWN.
 */
export async function appealOrder(
  tx: Tx,
  { party, id, reason, images }: { party: Party; id: bigint; reason: string; images: readonly string[] },
  nowMs: number,
): Promise<OrderRow> {
  const order = (await lockUnpaid(tx, { party, id }, nowMs)) ?? (await lockFor(tx, id, 'appeal', { party }))
  assert(images.length <= MAX_EVIDENCE, 'the contract bounds the pictures')
  for (const image of images) if (!(await attachUpload(tx, party, image))) throw refusal('UPLOAD_UNKNOWN')
  const disputedBy = order.seller === party ? 'seller' : 'buyer'
  const evidence = images.length === 0 ? null : images.join(',')
  if (order.ended_at !== null) {
    if (!(await insertLate(tx, { order: id, reason, evidence }, nowMs))) throw refusal('OTC_STATUS')
    return happened(tx, id, 'late-claimed', [order.seller], nowMs)
  }
  await take(tx, order, 'appeal', 'disputed', { disputedBy, reason, evidence }, nowMs)
  return happened(tx, id, 'disputed', [disputedBy === 'seller' ? order.buyer : order.seller], nowMs)
}

/**
 * Ends a dispute as two operators decided it, whatever became of the accounts meanwhile: a seller's frozen account keeps
 * nothing from the buyer who paid. The reason is read by both sides.
 *
 * Refuses: NOT_FOUND, OTC_STATUS; OTC_LATE_UNCOVERED of an order that ended unpaid, where the seller has not got the coin.
 */
export async function decideOrder(
  tx: Tx,
  { id, outcome, by, why }: { id: bigint; outcome: OtcOutcome; by: Deciders; why: string },
  nowMs: number,
): Promise<OrderRow> {
  const late = await lockLate(tx, id)
  if (late) return endClaim(tx, late, { outcome, by, why }, nowMs)
  const order = await lockFor(tx, id, 'decide')
  await take(tx, order, 'decide', 'decided', { outcome, by, why }, nowMs)
  if (outcome === 'released') await payOut(tx, order, nowMs)
  else await giveOrderBack(tx, order, nowMs)
  return happened(tx, id, 'decided', [order.seller, order.buyer], nowMs)
}

/** An order that ended unpaid and whose buyer asks while they can say that they paid; undefined of every other. */
async function lockUnpaid(
  tx: Tx,
  { party, id }: { party: Party; id: bigint },
  nowMs: number,
): Promise<OrderRow | undefined> {
  const order = await lockOrder(tx, id)
  if (order?.buyer !== party) return undefined
  const untilMs = lateUntilMs({ status: order.status, endedAtMs: order.ended_at })
  return untilMs !== undefined && nowMs < untilMs ? order : undefined
}

/** An order that ended unpaid and whose buyer says that it is paid, it and what they say held; undefined where nobody says so any more. */
async function lockLate(tx: Tx, id: bigint): Promise<OrderRow | undefined> {
  const order = await lockOrder(tx, id)
  return order && (await lockOpenLate(tx, id)) ? order : undefined
}

/** Ends what the buyer of an order that ended unpaid says: the coin is paid out of what the seller has, or it is not. */
async function endClaim(
  tx: Tx,
  order: OrderRow,
  end: { readonly outcome: OtcOutcome; readonly by: Deciders | undefined; readonly why: string | undefined },
  nowMs: number,
  equity?: RequireEquity,
): Promise<OrderRow> {
  const offer = await lockOffer(tx, order.offer_id)
  assert(offer, `the offer of order ${order.id} exists`)
  // What the offer keeps was beyond what is owed when it was published.
  const amount = units(order.amount - keptFor(offer, order))
  if (equity && amount > 0n)
    await equity(tx, { customer: customerId(order.seller), currency: order.currency, amount }, nowMs)
  const fromOffer = end.outcome === 'released' ? await payLate(tx, offer, order, nowMs) : 0n
  await endLate(tx, order.id, { ...end, fromOffer }, nowMs)
  const told = end.by ? [order.seller, order.buyer] : [order.buyer]
  return happened(tx, order.id, `late-${end.outcome}`, told, nowMs)
}

async function giveOrderBack(tx: Tx, order: OrderRow, nowMs: number): Promise<void> {
  const offer = await lockOffer(tx, order.offer_id)
  assert(offer, `the offer of order ${order.id} exists`)
  await giveBack(tx, offer, order, nowMs)
}

/** Refuses: NOT_FOUND to who is no side of an order, OTC_OTHER_SIDE to the wrong one. */
function requireSide(
  order: OrderRow,
  { party, as }: { readonly party: Party; readonly as?: 'buyer' | 'seller' },
): void {
  if (order.seller !== party && order.buyer !== party) throw refusal('NOT_FOUND')
  if (as && order[as] !== party) throw refusal('OTC_OTHER_SIDE')
}

/** An order in which somebody is a side, whoever they are in it. Refuses: NOT_FOUND, also for everybody else. */
export async function lockFor(
  tx: Tx,
  id: bigint,
  action: OtcAction,
  who?: { readonly party: Party; readonly as?: 'buyer' | 'seller' },
): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (!order) throw refusal('NOT_FOUND')
  if (who) requireSide(order, who)
  if (!otcAllows(action, order.status)) throw refusal('OTC_STATUS')
  return order
}

async function take(
  tx: Tx,
  { id }: OrderRow,
  action: OtcAction,
  to: OtcStatus,
  said: Step,
  nowMs: number,
): Promise<void> {
  assert(await step(tx, id, action, to, said, nowMs), `a locked order allows ${action}`)
}

/** Which notice tells what happened. */
const noticeOf = (order: OrderRow, event: OtcEvent) => {
  if (event === 'late-claimed') return 'otc-disputed'
  if (event === 'late-released') return 'otc-released'
  if (order.outcome !== null) return order.outcome === 'released' ? 'otc-released' : 'otc-returned'
  if (order.status === 'disputed') return 'otc-disputed'
  return order.status === 'paid' ? 'otc-paid' : 'otc-placed'
}

/** Writes down what happened, where both sides read it, and tells those whom it came to. Returns: the order as it is now. */
async function happened(
  tx: Tx,
  id: bigint,
  event: OtcEvent,
  told: readonly Party[],
  nowMs: number,
): Promise<OrderRow> {
  const order = await findOrder(tx, id)
  assert(order, `order ${id} exists`)
  await insertMessage(tx, { order: id, sender: PLATFORM_PARTY, event }, nowMs)
  const kind = noticeOf(order, event)
  const reference = otcReference(order.number)
  const amount = formatAmount(order.amount, order.currency)
  await writeNotices(
    tx,
    told
      .filter((party) => !isPlatform(party))
      .map((party) => {
        // What was told when it ended unpaid is told anew.
        const version = event === 'late-returned' ? { version: 2n } : {}
        const about = { customer: customerId(party), subject: String(id), ...version }
        return kind === 'otc-disputed'
          ? { ...about, kind, params: { reference } }
          : { ...about, kind, params: { reference, amount, currency: order.currency } }
      }),
    nowMs,
  )
  return order
}

// ── Messages

/**
 * Writes to the other side of an order, also after it ended.
 *
 * Refuses: NOT_FOUND; FIELDS_REQUIRED where neither is there; OTC_TOO_MANY_MESSAGES; UPLOAD_UNKNOWN.
 */
export async function sendMessage(
  tx: Tx,
  message: { customer: CustomerId; id: bigint; text?: string | undefined; image?: string | undefined },
  nowMs: number,
): Promise<MessageRow> {
  const { customer, id, text, image } = message
  const order = await lockOrder(tx, id)
  if (!order || (order.seller !== customer && order.buyer !== customer)) throw refusal('NOT_FOUND')
  if (text === undefined && image === undefined) throw refusal('FIELDS_REQUIRED', { field: 'text' })
  if ((await countMessages(tx, id, customer)) >= MAX_MESSAGES)
    throw refusal('OTC_TOO_MANY_MESSAGES', { maximum: MAX_MESSAGES })
  if (image !== undefined && !(await attachUpload(tx, customer, image))) throw refusal('UPLOAD_UNKNOWN')
  const messageId = await insertMessage(tx, { order: id, sender: customer, text, image }, nowMs)
  return {
    ...{ id: messageId, order_id: id, sender: customer, operator_id: null, event: null },
    ...{ text: text ?? null, image: image ?? null, created_at: nowMs },
  }
}

// ── Merchants

/**
 * Applies to be a merchant.
 *
 * Refuses: KYC_REQUIRED below advanced; COUNTRY_NOT_OFFERED; OTC_APPLIED while it is reviewed and to who is one; OTC_NAME_TAKEN.
 */
export async function applyAsMerchant(
  tx: Tx,
  application: { customer: CustomerId; name: string; introduction: string },
  platformName: string,
  nowMs: number,
): Promise<void> {
  const { customer } = application
  await requireTier(tx, customer, 'advanced')
  await requireOffered(tx, customer, 'otc')
  // One application at a time: no other with the same name is written meanwhile.
  await lockTaker(tx, PLATFORM_PARTY)
  const before = await lockMerchant(tx, customer)
  if (before && !(merchantCan.apply as readonly string[]).includes(before.status))
    throw refusal('OTC_APPLIED')
  const { name, folded } = requireAllowed(
    readMerchantName(application.name, { platformName, maximum: MAX_NAME }),
  )
  const others = await namesOfOtherMerchants(tx, customer)
  if (others.some((other) => foldName(other) === folded)) throw refusal('OTC_NAME_TAKEN')
  await saveApplication(tx, { ...application, name }, nowMs)
}

/** An operator's word on a merchant. Who is stopped loses the offers; orders that were placed go on. Refuses: NOT_FOUND, OTC_MERCHANT_STATUS; KYC_REQUIRED of who is not verified any more. */
export async function reviewMerchant(
  tx: Tx,
  decision: {
    customer: CustomerId
    action: 'accepted' | 'refused' | 'stopped'
    operator: bigint
    reason: string
  },
  nowMs: number,
): Promise<void> {
  const { customer, action, reason } = decision
  const merchant = await lockMerchant(tx, customer)
  if (!merchant) throw refusal('NOT_FOUND')
  const allowed: readonly string[] = action === 'stopped' ? merchantCan.stop : merchantCan.review
  if (!allowed.includes(merchant.status)) throw refusal('OTC_MERCHANT_STATUS')
  if (action === 'accepted') await requireTier(tx, customer, 'advanced')
  const status = ({ accepted: 'active', refused: 'refused', stopped: 'stopped' } as const)[action]
  await decideMerchant(tx, customer, { ...decision, status }, nowMs)
  if (action === 'stopped') await closeOffersOf(tx, customer, nowMs)
  const about = { customer, subject: String(nowMs) }
  await writeNotices(
    tx,
    [
      action === 'accepted'
        ? { ...about, kind: 'otc-merchant', params: {} }
        : { ...about, kind: 'otc-merchant-refused', params: { why: reason } },
    ],
    nowMs,
  )
}
