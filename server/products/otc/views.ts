import { type CustomerId, customerId } from '#domain/ids.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type {
  OtcMessageView,
  OtcOfferView,
  OtcOrderDetail,
  OtcOrderView,
  OtcParty,
} from '#domain/otc/contract.ts'
import {
  completionPercent,
  lateUntilMs,
  leastOf,
  type OtcPayment,
  type OtcRecord,
  type OtcTick,
  offerReference,
  openOtcStatuses,
  otcPriceText,
  otcReference,
  takeable,
} from '#domain/otc/rules.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { isPlatform, type Party, PLATFORM_PARTY } from './accounts.ts'
import { openAccount, orderSubject, verifiedNameOf } from './accounts-to-pay.ts'
import { findLate } from './late-store.ts'
import { type Prices, presentPrice } from './prices.ts'
import { type MessageRow, namesOf, type OfferRow, type OrderRow, recordsOf } from './store.ts'

/** How offers, orders and messages are shown to customers. */

const NO_RECORD: OtcRecord = { completed: 0, failed: 0, releaseMs: null }

/** Nobody's whole number is shown to others. */
const unnamed = (party: Party): string => `#${String(party).slice(-4)}`

/** Somebody's name in public. */
export const publicName = (party: Party, name: string | null | undefined, platformName: string): string =>
  isPlatform(party) ? platformName : (name ?? unnamed(party))

/** Those whom others trade with, by their numbers. */
export async function partiesOf(
  db: Db | Tx,
  parties: readonly Party[],
  platformName: string,
): Promise<Map<Party, OtcParty>> {
  const all = [...new Set(parties)]
  const [names, records] = [await namesOf(db, all), await recordsOf(db, all)]
  return new Map(
    all.map((party) => {
      const own = names.get(party)
      const record = records.get(party) ?? NO_RECORD
      return [
        party,
        {
          name: publicName(party, own?.name, platformName),
          isPlatform: isPlatform(party),
          isMerchant: own?.isMerchant ?? false,
          record: {
            completed: record.completed,
            completedPercent: completionPercent(record),
            releaseSeconds: record.releaseMs === null ? null : Math.round(record.releaseMs / SECOND_MS),
          },
        },
      ]
    }),
  )
}

const ticksView = (ticks: readonly OtcTick[]) =>
  ticks.map(({ symbol, sequence, price }) => ({
    ...{ symbol, sequence },
    price: formatPrice(findInstrument(symbol)!, price),
  }))

const marginText = (bps: number | null) => (bps === null ? null : percentOfBps(bps))

/** Offers as anybody sees them. */
export async function offerViews(
  db: Db | Tx,
  rows: readonly OfferRow[],
  {
    prices,
    platformName,
    nowMs,
    customer,
  }: { prices: Prices; platformName: string; nowMs: number; customer: CustomerId | undefined },
): Promise<OtcOfferView[]> {
  const parties = await partiesOf(
    db,
    rows.map(({ maker }) => maker),
    platformName,
  )
  return rows.map((row) => {
    const { id, number, side, currency, fiat, margin_bps, maker, terms, closed_at } = row
    const { price, ticks } = presentPrice(prices, row, nowMs)
    return {
      ...{ id: String(id), reference: offerReference(number), side, currency, fiat, terms },
      price: price === null ? null : otcPriceText(price),
      marginPercent: marginText(margin_bps),
      ticks: ticksView(ticks),
      minimum: formatAmount(leastOf(row), currency),
      maximum: formatAmount(takeable(row), currency),
      remaining: formatAmount(row.remaining, currency),
      payments: row.payments.split(',') as OtcPayment[],
      maker: parties.get(maker)!,
      isOpen: closed_at === null,
      isOwn: customer !== undefined && maker === customer,
    }
  })
}

/** The other side of an order. */
export const otherOf = ({ seller, buyer }: OrderRow, party: Party): Party =>
  seller === party ? buyer : seller

/** An order as one of its sides sees it, with the name of the other. */
export function orderView(row: OrderRow, party: Party, other: string): OtcOrderView {
  const { currency, fiat, disputed_at } = row
  return {
    ...{ id: String(row.id), reference: otcReference(row.number), status: row.status },
    offerId: String(row.offer_id),
    role: row.seller === party ? 'seller' : 'buyer',
    ...{ currency, fiat, other },
    amount: formatAmount(row.amount, currency),
    total: formatAmount(row.total, fiat),
    price: otcPriceText(row.price),
    marginPercent: marginText(row.margin_bps),
    // Those of a fixed price decided its value alone.
    ticks: row.margin_bps === null ? [] : ticksView(row.ticks),
    payment: row.payment,
    placedAtMs: row.placed_at,
    payByMs: row.pay_by,
    paidAtMs: row.paid_at,
    endedAtMs: row.ended_at,
    outcome: row.outcome,
    why: row.why,
    dispute:
      disputed_at === null ? null : { by: row.disputed_by!, reason: row.dispute_reason!, atMs: disputed_at },
  }
}

/** Orders as one of their sides sees them. */
export async function orderViews(
  db: Db | Tx,
  rows: readonly OrderRow[],
  party: Party,
  platformName: string,
): Promise<OtcOrderView[]> {
  const names = await namesOf(
    db,
    rows.map((row) => otherOf(row, party)),
  )
  return rows.map((row) => {
    const other = otherOf(row, party)
    return orderView(row, party, publicName(other, names.get(other)?.name, platformName))
  })
}

const nameCheck = (isSame: boolean | null) => {
  if (isSame === null) return 'unknown' as const
  return isSame ? ('same' as const) : ('differs' as const)
}

/** An order with where to pay, and how names compare. Names and the account are shown while it goes on. */
export async function orderDetail(
  {
    db,
    privateData,
    platformName,
    nowMs,
  }: { db: Db | Tx; privateData: PrivateData; platformName: string; nowMs: number },
  row: OrderRow,
  party: Party,
): Promise<OtcOrderDetail> {
  const other = otherOf(row, party)
  const parties = await partiesOf(db, [other], platformName)
  const otherParty = parties.get(other)!
  const isOn = openOtcStatuses.includes(row.status)
  const late = await findLate(db, row.id)
  const untilMs =
    row.buyer === party ? lateUntilMs({ status: row.status, endedAtMs: row.ended_at }) : undefined
  return {
    ...orderView(row, party, otherParty.name),
    ...(late && {
      dispute: { by: 'buyer' as const, reason: late.reason, atMs: late.claimed_at },
      why: late.why,
    }),
    late: late ? (late.outcome ?? 'open') : null,
    lateUntilMs: late || untilMs === undefined || nowMs >= untilMs ? null : untilMs,
    otherParty,
    otherVerifiedName: isOn ? await verifiedNameOf(db, privateData, other) : null,
    account: isOn && row.account ? openAccount(privateData, orderSubject(row.id), row.account) : null,
    accountName: nameCheck(row.account_name_same),
    payerName: row.payer_name,
    payerNameCheck: nameCheck(row.payer_name_same),
    ownVerifiedName: isOn ? await verifiedNameOf(db, privateData, party) : null,
    evidence: (row.evidence ?? late?.evidence)?.split(',') ?? [],
  }
}

/** A message as one of the sides sees it. */
export const messageView = (
  { id, sender, event, text, image, created_at, operator_id }: MessageRow,
  party: Party,
): OtcMessageView => ({
  id: String(id),
  from: fromOf(sender, operator_id !== null || event !== null, party),
  ...{ event, text, image, atMs: created_at },
})

function fromOf(sender: Party, isOfPlatform: boolean, party: Party) {
  if (isOfPlatform || sender === PLATFORM_PARTY) return 'platform' as const
  return sender === party ? ('me' as const) : ('other' as const)
}

/** A side as a customer, where it is one. */
export const customerOf = (party: Party): CustomerId | undefined =>
  isPlatform(party) ? undefined : customerId(party)
