import { VALUE_CURRENCY } from '#domain/convert/rules.ts'
import { limitOf } from '#domain/eligibility/limits.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/otc/contract.ts'
import {
  isOtcCoin,
  MAX_OPEN_ORDERS,
  type OtcFiat,
  type OtcSide,
  otcFiats,
  UNPAID_WINDOW_MS,
} from '#domain/otc/rules.ts'
import { isAtLeast } from '#domain/user/tiers.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import { pageOf } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { ANSWERED, Context } from '#server/platform/http/context.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import type { Uploads } from '#server/platform/uploads/uploads.ts'
import { type ConfirmationDeps, confirmedRoute } from '#server/users/confirmed-route.ts'
import { nightLockedUntilMs } from '#server/users/guard-rails.ts'
import { payPasswordTriesLeft } from '#server/users/pay-password.ts'
import { hasSecondFactor } from '#server/users/second-factor.ts'
import { newestTierLimits } from '#server/users/tier-limits.ts'
import { withdrawalsHeldUntilMs } from '#server/users/withdrawal-hold.ts'
import { areWithdrawalsPaused } from '../withdrawal/service.ts'
import { accountOf } from './accounts.ts'
import { findLate } from './late-store.ts'
import { presentDollarPrices } from './prices.ts'
import { type OtcPublisher, telling } from './publish.ts'
import {
  appealOrder,
  applyAsMerchant,
  cancelOrder,
  closeOffer,
  type OtcDeps,
  payOrder,
  placeOrder,
  publishOffer,
  releaseOrder,
  sendMessage,
} from './service.ts'
import {
  findMerchant,
  findOffer,
  findOrder,
  isPictureOf,
  messagesOf,
  type OfferGroup,
  type OfferRow,
  type OrderRow,
  offersOf,
  openOffers,
  ordersOf,
  placeInList,
  takerCounts,
} from './store.ts'
import { messageView, offerViews, orderDetail, orderViews } from './views.ts'

export interface OtcRouteDeps extends OtcDeps, ConfirmationDeps {
  readonly uploads: Pick<Uploads, 'readUpload'>
  readonly platformName: string
  readonly publisher: OtcPublisher
}

/** The routes for the calls of `domain/otc/contract.ts`. */
export function otcRoutes(deps: OtcRouteDeps): Route[] {
  const { prices, privateData, platformName, publisher, uploads } = deps
  const offersFor =
    ({ clock, customerOrUndefined }: Context) =>
    (db: Db | Tx, rows: readonly OfferRow[]) =>
      offerViews(db, rows, { prices, platformName, nowMs: clock.nowMs(), customer: customerOrUndefined?.id })
  const offerFor = async (ctx: Context, db: Db | Tx, row: OfferRow) => (await offersFor(ctx)(db, [row]))[0]!
  const orderFor = async (db: Db | Tx, row: OrderRow, customer: CustomerId) =>
    (await orderViews(db, [row], customer, platformName))[0]!
  const ofOrder = (changing: Route) =>
    telling(publisher, changing, (_, output) => (output as calls.OtcOrderView).id)

  return [
    route(calls.otcTerms, (_, ctx) => termsView(ctx)),

    route(calls.otcOffers, async ({ side, currency, fiat, ...page }, ctx) => {
      const groups = offerGroups(prices, { side, currency, fiat }, ctx.clock.nowMs())
      const { items, next } = await pageOf(
        page,
        placeInList,
        (slice) => openOffers(ctx.db, { ...slice, groups }),
        (row) => row,
      )
      return { items: await offersFor(ctx)(ctx.db, items), next }
    }),
    route(calls.otcOffer, async ({ id }, ctx) => {
      const offer = await findOffer(ctx.db, id)
      if (!offer) throw refusal('NOT_FOUND')
      return offerFor(ctx, ctx.db, offer)
    }),

    ofOrder(
      moneyRoute(calls.placeOtcOrder, async (input, { clock, customer }, tx) =>
        orderFor(
          tx,
          await placeOrder(tx, deps, { customer: customer.id, ...input }, clock.nowMs()),
          customer.id,
        ),
      ),
    ),
    route(calls.otcOrders, async ({ status, ...page }, { db, customer }) => {
      const { items, next } = await pageOf(
        page,
        ['id'],
        (slice) => ordersOf(db, customer.id, { ...slice, status }),
        (row) => row,
      )
      return { items: await orderViews(db, items, customer.id, platformName), next }
    }),
    route(calls.otcOrder, async ({ id }, { db, clock, customer }) =>
      orderDetail(
        { db, privateData, platformName, nowMs: clock.nowMs() },
        await ownOrder(db, customer.id, id),
        customer.id,
      ),
    ),

    ofOrder(
      route(calls.payOtcOrder, async ({ id, payerName }, { db, clock, customer }) => {
        const order = await db
          .transaction()
          .execute((tx) => payOrder(tx, privateData, { party: customer.id, id, payerName }, clock.nowMs()))
        return orderFor(db, order, customer.id)
      }),
    ),
    ofOrder(
      confirmedRoute(calls.releaseOtcOrder, deps, async ({ id }, { clock, customer }, tx) =>
        orderFor(
          tx,
          await releaseOrder(tx, deps.equity, { party: customer.id, id }, clock.nowMs()),
          customer.id,
        ),
      ),
    ),
    ofOrder(
      moneyRoute(calls.cancelOtcOrder, async ({ id }, { clock, customer }, tx) =>
        orderFor(tx, await cancelOrder(tx, { party: customer.id, id }, clock.nowMs()), customer.id),
      ),
    ),
    ofOrder(
      route(calls.appealOtcOrder, async ({ id, reason, images }, { db, clock, customer }) => {
        const asked = { party: customer.id, id, reason, images: images?.split(',') ?? [] }
        const order = await db.transaction().execute((tx) => appealOrder(tx, asked, clock.nowMs()))
        return orderFor(db, order, customer.id)
      }),
    ),

    telling(
      publisher,
      moneyRoute(calls.sendOtcMessage, async (input, { clock, customer }, tx) =>
        messageView(await sendMessage(tx, { customer: customer.id, ...input }, clock.nowMs()), customer.id),
      ),
      (input) => String((input as { id: bigint }).id),
    ),
    route(calls.otcMessages, async ({ id, ...page }, { db, customer }) => {
      await ownOrder(db, customer.id, id)
      return pageOf(
        page,
        ['id'],
        (slice) => messagesOf(db, id, slice),
        (row) => messageView(row, customer.id),
      )
    }),
    route(calls.otcImage, async ({ id, image }, ctx): Promise<typeof ANSWERED> => {
      const order = await ownOrder(ctx.db, ctx.customer.id, id)
      return ctx.reply(await pictureOf(ctx.db, uploads, order, image))
    }),

    moneyRoute(calls.publishOtcOffer, async (input, ctx, tx) =>
      offerFor(ctx, tx, await publishOffer(tx, deps, ctx.customer.id, input, ctx.clock.nowMs())),
    ),
    route(calls.ownOtcOffers, async ({ side, ...page }, ctx) => {
      const { items, next } = await pageOf(
        page,
        ['id'],
        (slice) => offersOf(ctx.db, ctx.customer.id, { ...slice, side }),
        (row) => row,
      )
      return { items: await offersFor(ctx)(ctx.db, items), next }
    }),
    moneyRoute(calls.closeOtcOffer, async ({ id }, ctx, tx) =>
      offerFor(ctx, tx, await closeOffer(tx, ctx.customer.id, id, ctx.clock.nowMs())),
    ),
    route(calls.applyOtcMerchant, async (input, { db, clock, customer }) => {
      await db
        .transaction()
        .execute((tx) =>
          applyAsMerchant(tx, { customer: customer.id, ...input }, platformName, clock.nowMs()),
        )
      return { status: 'under-review' as const }
    }),
  ]
}

/**
 * What is listed, in its order: offers to sell, then those to buy, by coin, each in one fiat after the other, since prices in two
 * compare only with a rate.
 */
function offerGroups(
  prices: OtcDeps['prices'],
  asked: {
    readonly side: OtcSide | undefined
    readonly currency: string | undefined
    readonly fiat: OtcFiat | undefined
  },
  nowMs: number,
): OfferGroup[] {
  const coins = currencies.filter(({ code }) => asked.currency === undefined || code === asked.currency)
  const fiats = otcFiats.filter((fiat) => asked.fiat === undefined || fiat === asked.fiat)
  return (['sell', 'buy'] as const)
    .filter((side) => asked.side === undefined || side === asked.side)
    .flatMap((side) =>
      coins.flatMap(({ code, number }) =>
        fiats.map((fiat) => {
          const now = presentDollarPrices(prices, { currency: code, fiat }, nowMs)
          return {
            ...{ side, currency: code, fiat, coinPrice: now?.coin ?? 0n, fiatPrice: now?.fiat ?? 0n },
            // By numbers that never change, so that a cursor stays right when a coin is listed.
            rank: BigInt((side === 'sell' ? 0 : 1_000_000) + number * 100 + otcFiats.indexOf(fiat)),
          }
        }),
      ),
    )
}

/** A picture of an order, of its messages or its evidence. Refuses: NOT_FOUND for any other. */
export async function pictureOf(
  db: Db,
  uploads: Pick<Uploads, 'readUpload'>,
  { id, evidence }: OrderRow,
  image: string,
) {
  const shown = evidence ?? (await findLate(db, id))?.evidence
  const isOfOrder = (shown?.split(',').includes(image) ?? false) || (await isPictureOf(db, id, image))
  const stored = isOfOrder ? await uploads.readUpload(image) : undefined
  if (!stored) throw refusal('NOT_FOUND')
  return { bytes: stored.bytes, type: stored.type }
}

/** An order in which a customer is a side. Refuses: NOT_FOUND, for others' too. */
async function ownOrder(db: Db, customer: CustomerId, id: bigint): Promise<OrderRow> {
  const order = await findOrder(db, id)
  if (!order || (order.seller !== customer && order.buyer !== customer)) throw refusal('NOT_FOUND')
  return order
}

/** What the customer may trade, with their own figures. */
async function termsView({ db, clock, customer: { id } }: Context): Promise<calls.OtcTermsView> {
  const nowMs = clock.nowMs()
  const { tier, pay_password_hash } = await db
    .selectFrom('customer')
    .select(['tier', 'pay_password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const codes = currencies.map(({ code }) => code).filter(isOtcCoin)
  const of = (code: string) => accountOf(id, 'available', code)
  const balances = await balancesOfAccounts(db, codes.map(of))
  const { open } = await takerCounts(db, id, nowMs - UNPAID_WINDOW_MS)
  const merchant = await findMerchant(db, id)
  return {
    coins: codes.map((code) => ({ code, available: formatAmount(balances.get(of(code))!, code) })),
    limitCurrency: VALUE_CURRENCY,
    maximum: formatAmount(limitOf(await newestTierLimits(db), 'otc', tier), VALUE_CURRENCY),
    ...{ openOrders: open, maxOpenOrders: MAX_OPEN_ORDERS },
    isVerified: tier !== 'unverified',
    isAdvanced: isAtLeast(tier, 'advanced'),
    isPaused: await areWithdrawalsPaused(db),
    hasPayPassword: pay_password_hash !== null,
    hasSecondFactor: await hasSecondFactor(db, id),
    triesLeft: await payPasswordTriesLeft(db, id, nowMs),
    heldUntilMs: (await withdrawalsHeldUntilMs(db, id, nowMs)) ?? null,
    nightLockedUntilMs: (await nightLockedUntilMs(db, id, nowMs)) ?? null,
    merchant: merchant ? { status: merchant.status, name: merchant.name, reason: merchant.reason } : null,
  }
}
