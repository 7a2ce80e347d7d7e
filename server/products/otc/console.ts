import { sql } from 'kysely'
import { isAba, isSwiftCode } from '#domain/card/rules.ts'
import type { AuditAction } from '#domain/console/audit-actions.ts'
import type { ProposalView, QueueItem } from '#domain/console/contract.ts'
import {
  canManageTreasury,
  canReviewLeads,
  canReviewWithdrawals,
  canViewCustomers,
  canViewLeads,
  canViewProducts,
  hasRole,
} from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { currencies } from '#domain/money/currencies.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/otc/console.ts'
import {
  completionPercent,
  isOtcCoin,
  type OtcFiat,
  type OtcOutcome,
  type OtcSide,
  offerReference,
  openOtcStatuses,
  otcAllows,
  otcPriceText,
  otcReference,
  TIME_TO_PAY_MS,
} from '#domain/otc/rules.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { contactOf, contactsOf } from '#server/console/customers.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { accountStopsOf } from '#server/console/payout-stops.ts'
import { line } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import {
  currentProposal,
  MAKER_INACTIVE,
  type ProposalAction,
  pendingBySubject,
  pendingViews,
  proposalStates,
  proposalView,
  propose,
  requireNoneWaits,
} from '#server/console/proposals.ts'
import type { QueueSize } from '#server/console/queue.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { ANSWERED, Context, Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import type { Uploads } from '#server/platform/uploads/uploads.ts'
import { frozenAmong } from '#server/users/freeze-store.ts'
import { requirePayable } from '#server/users/payable.ts'
import { accountOf, isPlatform, type Party, PLATFORM_PARTY } from './accounts.ts'
import { noBankCodes, openAccount, orderSubject, verifiedNameOf } from './accounts-to-pay.ts'
import { findLate } from './late-store.ts'
import { type OtcPublisher, telling } from './publish.ts'
import { pictureOf } from './routes.ts'
import {
  appealOrder,
  closeOffer,
  decideOrder,
  lockFor,
  payOrder,
  publishPlatformOffer,
  readOffer,
  releaseOrder,
  reviewMerchant,
} from './service.ts'
import {
  countApplications,
  countWaiting,
  findMerchant,
  findOffer,
  findOrder,
  insertMessage,
  lockOffer,
  lockOrder,
  type MerchantRow,
  type MessageRow,
  merchantHistory,
  messagesOf,
  type OfferRow,
  type OrderRow,
  recordsOf,
  waitingMerchants,
  waitingOrders,
} from './store.ts'

/** What operators do over the counter: review merchants, act for the platform where it is a side, and decide disputes together. */

const subjects = subjectsOf('otc')
const offerSubjects = subjectsOf('otc-offer')
const merchantSubject = (customer: CustomerId) => `otc-merchant:${customer}`
const MAX_QUEUED = 200
const MAX_SHOWN_MESSAGES = 200

// ── Proposals

/** How an order ends that operators end: a dispute, or what the platform sold and was paid for. */
const ending = (publisher: OtcPublisher): ProposalAction => ({
  kind: 'otc-settle',
  roles: canReviewWithdrawals,
  viewers: canViewCustomers,
  isAboutRequest: true,
  customersOf: ({ subject }) =>
    sql`select unnest(array[seller, buyer]) from otc_order where id = ${subjects.idOf(subject)}`,
  async describe(db, { subject, params }) {
    const order = await getOrder(db, subjects.idOf(subject))
    const contacts = await partyContacts(db, [order])
    const isLate = (await openLate(db, order)) !== undefined
    const isReleased = params.outcome === 'released'
    return {
      title: `${isReleased ? 'Release' : 'Give back'}: ${otcReference(order.number)}`,
      lines: [
        line(
          isLate ? 'Coin, not in escrow' : 'Coin in escrow',
          formatAmountWithCurrency(order.amount, order.currency),
        ),
        ...(isLate
          ? [line('Ended unpaid', 'The buyer says that they paid. It is taken of what the seller has')]
          : []),
        line('Paid at the bank', formatAmountWithCurrency(order.total, order.fiat)),
        line('Goes to', isReleased ? `Buyer, ${contacts(order.buyer)}` : `Seller, ${contacts(order.seller)}`),
        line('Both sides read', params.why!),
      ],
    }
  },
  async apply(tx, { subject, params, maker, checker }, nowMs) {
    const id = subjects.idOf(subject)
    const by = { maker, checker }
    const order = await getOrder(tx, id)
    if (order.status === 'disputed' || (await openLate(tx, order)))
      await decideOrder(tx, { id, outcome: params.outcome as OtcOutcome, by, why: params.why! }, nowMs)
    // What was said of a dispute is no word on an order that has none, and the other way round.
    else if (params.outcome === 'released')
      await releaseOrder(tx, undefined, { party: PLATFORM_PARTY, id, by }, nowMs)
    else throw refusal('OTC_STATUS')
    publisher.tellLater(id)
  },
})

/** How a way to pay is called where a proposal is read. */
const paymentText = (way: string): string =>
  way === 'domestic' ? 'Domestic transfer' : 'International transfer'

/** What the platform buys or sells, on which terms. */
const newOffer: ProposalAction = {
  kind: 'otc-offer',
  logged: ({ accountNumber: _, ...params }) => params,
  roles: canManageTreasury,
  viewers: canViewProducts,
  describe: async (_, { params, status }) => ({
    title: `Offer over the counter: ${params.side === 'sell' ? 'sell' : 'buy'} ${params.currency} for ${params.fiat}`,
    lines: [
      line('Price from the tape', `${params.margin!.startsWith('-') ? '' : '+'}${params.margin}%`),
      line('One order', `${params.minimum} to ${params.maximum} ${params.currency}`),
      line('Total', `${params.total} ${params.currency}`),
      line('Ways to pay', params.payments!.split(',').map(paymentText).join(', ')),
      ...(params.terms ? [line('Terms', params.terms)] : []),
      ...(params.accountNumber
        ? [
            line('Customers pay to', `${params.accountName}, ${params.bankName}`),
            // Who checks it types it from the bank's own paper, so it is not there to be copied.
            line(
              'Account number',
              status === 'pending' ? `…${params.accountNumber.slice(-4)}` : params.accountNumber,
            ),
            ...(params.bankAddress ? [line('Bank address', params.bankAddress)] : []),
            ...(params.aba ? [line('ABA routing number', params.aba)] : []),
            ...(params.swiftCode ? [line('SWIFT code', params.swiftCode)] : []),
          ]
        : []),
    ],
  }),
  typedAgain: {
    label: 'Account number, from the bank’s own paper',
    isAsked: ({ side }) => side === 'sell',
    isSame: ({ accountNumber }, typed) => withoutSpaces(typed) === withoutSpaces(accountNumber!),
  },
  async apply(tx, { id, params }, nowMs) {
    const { maker: _, ...figures } = readOffer(PLATFORM_PARTY, typedOffer(params))
    const account =
      params.side === 'sell'
        ? {
            ...{ name: params.accountName!, bankName: params.bankName!, number: params.accountNumber! },
            ...noBankCodes,
            bankAddress: params.bankAddress ?? null,
            ...{ aba: params.aba ?? null, swiftCode: params.swiftCode ?? null },
          }
        : null
    await publishPlatformOffer(tx, figures, { account, proposal: id }, nowMs)
  },
}

const withoutSpaces = (number: string): string => number.replaceAll(' ', '').toUpperCase()

const typedOffer = (params: Readonly<Record<string, string | undefined>>) => ({
  side: params.side as OtcSide,
  currency: params.currency!,
  fiat: params.fiat as OtcFiat,
  margin: params.margin!,
  minimum: params.minimum!,
  maximum: params.maximum!,
  total: params.total!,
  payments: params.payments!,
  terms: params.terms,
})

const closing: ProposalAction = {
  kind: 'otc-close',
  roles: canManageTreasury,
  viewers: canViewProducts,
  async describe(db, { subject }) {
    const offer = await getOffer(db, offerSubjects.idOf(subject))
    return {
      title: `Close ${offerReference(offer.number)}`,
      lines: [
        line('Left of it', formatAmountWithCurrency(offer.remaining, offer.currency)),
        line('Orders that were placed', 'Go on'),
      ],
    }
  },
  async apply(tx, { subject }, nowMs) {
    await closeOffer(tx, PLATFORM_PARTY, offerSubjects.idOf(subject), nowMs)
  },
}

/** What the buyer of an order that ended unpaid says, while nobody has decided it. */
const openLate = async (db: Db | Tx, { id, ended_at }: Pick<OrderRow, 'id' | 'ended_at'>) => {
  const late = ended_at === null ? undefined : await findLate(db, id)
  return late?.outcome === null ? late : undefined
}

export interface OtcConsoleDeps {
  readonly clock: Clock
  readonly privateData: PrivateData
  readonly uploads: Pick<Uploads, 'readUpload'>
  readonly publisher: OtcPublisher
}

/** What the console needs of trades over the counter. */
export function otcConsole(deps: OtcConsoleDeps) {
  const settle = ending(deps.publisher)
  return {
    proposals: [settle, newOffer, closing],
    routes: [...merchantRoutes, ...orderRoutes(deps, settle), ...offerRoutes],
    queue: (db: Db, viewer: Operator) => queue(db, settle, viewer, deps.clock.nowMs()),
    async queueSize(db: Db, viewer: Operator): Promise<QueueSize> {
      const sizes = [
        ...(hasRole(viewer.roles, canViewCustomers) ? [await countWaiting(db)] : []),
        ...(hasRole(viewer.roles, canViewLeads) ? [await countApplications(db)] : []),
      ]
      const oldest = sizes.flatMap(({ oldestAtMs }) => oldestAtMs ?? [])
      return {
        waiting: sizes.reduce((sum, { waiting }) => sum + waiting, 0),
        oldestAtMs: oldest.length === 0 ? null : Math.min(...oldest),
      }
    },
  }
}

// ── Merchants

const merchantLine = (row: MerchantRow, contact: string): calls.MerchantLine => ({
  ...{ id: String(row.customer_id), customerId: String(row.customer_id), contact },
  ...{ name: row.name, introduction: row.introduction, status: row.status, reason: row.reason },
  appliedAtMs: row.applied_at,
})

const readMerchants = readSql<typeof calls.consoleOtcMerchants, MerchantRow & { readonly id: bigint }>({
  columns: sql`m.*, m.customer_id as id`,
  from: sql`otc_merchant m`,
  id: 'm.customer_id',
  customer: 'm.customer_id',
  time: 'm.applied_at',
  search: (text) =>
    /^M-\d{1,18}$/i.test(text) ? [sql`m.customer_id = ${BigInt(text.slice(2))}::bigint`] : [],
  where: ({ status }) => (status === undefined ? [] : [sql`m.status = ${status}`]),
  isOldestFirst: ({ status }) => status === 'under-review',
  async show(rows, { db }) {
    const contacts = await contactsOf(
      db,
      rows.map((row) => row.customer_id),
    )
    return rows.map((row) => merchantLine(row, contacts.get(row.customer_id)!))
  },
})

const decideRoute = (
  endpoint: typeof calls.acceptOtcMerchant,
  action: 'accepted' | 'refused' | 'stopped',
): Route =>
  route(endpoint, async ({ id, reason }, { db, clock, operator }) => {
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      await reviewMerchant(tx, { customer: id, action, operator: operator.id, reason }, nowMs)
      const subject = merchantSubject(id)
      await appendAuditLog(tx, { operator: operator.id, action, subject, detail: { reason } }, nowMs)
    })
    return {}
  })

const merchantRoutes: Route[] = [
  ...tableRoutes(calls.consoleOtcMerchants, readMerchants),
  route(calls.consoleOtcMerchant, async ({ id }, { db }) => {
    const row = await findMerchant(db, id)
    if (!row) throw refusal('NOT_FOUND')
    const record = (await recordsOf(db, [id])).get(id) ?? { completed: 0, failed: 0 }
    const { rows } = await sql<{ offers: number; disputes: number }>`
      select (select count(*) from otc_offer where maker = ${id} and closed_at is null)::int as offers,
        (select count(*) from otc_order where (seller = ${id} or buyer = ${id}) and disputed_at is not null)::int
          as disputes`.execute(db)
    return {
      line: merchantLine(row, await contactOf(db, id)),
      completed: record.completed,
      completedPercent: completionPercent(record),
      openOffers: rows[0]!.offers,
      disputes: rows[0]!.disputes,
      history: await merchantHistory(db, id),
    }
  }),
  decideRoute(calls.acceptOtcMerchant, 'accepted'),
  decideRoute(calls.refuseOtcMerchant, 'refused'),
  decideRoute(calls.stopOtcMerchant, 'stopped'),
]

// ── Orders

const PLATFORM_NAME = 'Platform'

/** How operators read the sides of orders: masked contacts, and the platform. */
async function partyContacts(db: Db | Tx, rows: readonly Pick<OrderRow, 'seller' | 'buyer'>[]) {
  const customers = rows.flatMap(({ seller, buyer }) =>
    [seller, buyer].filter((party) => !isPlatform(party)).map(customerId),
  )
  const contacts = await contactsOf(db, customers)
  return (party: Party): string =>
    isPlatform(party) ? PLATFORM_NAME : (contacts.get(customerId(party)) ?? String(party))
}

const idOf = (party: Party): string | null => (isPlatform(party) ? null : String(party))

const orderLine = (row: OrderRow, contacts: (party: Party) => string): calls.OtcOrderLine => ({
  ...{ id: String(row.id), reference: otcReference(row.number), status: row.status },
  ...{ buyerId: idOf(row.buyer), sellerId: idOf(row.seller) },
  ...{ buyer: contacts(row.buyer), seller: contacts(row.seller) },
  ...{ currency: row.currency, fiat: row.fiat, payment: row.payment },
  amount: formatAmount(row.amount, row.currency),
  total: formatAmount(row.total, row.fiat),
  price: otcPriceText(row.price),
  placedAtMs: row.placed_at,
  payByMs: row.pay_by,
  paidAtMs: row.paid_at,
  disputedAtMs: row.disputed_at,
  endedAtMs: row.ended_at,
  outcome: row.outcome,
  why: row.why,
})

const readOrders = readSql<typeof calls.consoleOtcOrders, OrderRow>({
  columns: sql`o.*`,
  from: sql`otc_order o`,
  id: 'o.id',
  time: 'o.placed_at',
  amount: 'o.amount',
  currency: 'o.currency',
  isOldestFirst: ({ status }) => status === 'disputed',
  search: (text) => (/^O-\d{1,18}$/i.test(text) ? [sql`o.number = ${BigInt(text.slice(2))}::bigint`] : []),
  where: ({ status, customer }) => [
    ...(status === undefined ? [] : [sql`o.status = ${status}`]),
    ...(customer === undefined ? [] : [sql`(o.seller = ${customer} or o.buyer = ${customer})`]),
  ],
  async show(rows, { db }) {
    const contacts = await partyContacts(db, rows)
    return rows.map((row) => orderLine(row, contacts))
  },
})

const messageLine = (
  { id, sender, event, text, image, created_at }: MessageRow,
  { seller, operator }: { seller: Party; operator: boolean },
): calls.OtcOrderCheck['messages'][number] => ({
  id: String(id),
  from: event !== null || operator ? 'platform' : sender === seller ? 'seller' : 'buyer',
  ...{ event, text, image, atMs: created_at },
})

const orderRoutes = (
  { privateData, uploads, publisher }: OtcConsoleDeps,
  settle: ProposalAction,
): Route[] => {
  const page = async (db: Db, id: bigint, viewer: Operator, nowMs: number): Promise<calls.OtcOrderCheck> => {
    const order = await getOrder(db, id)
    const row = await currentProposal(db, subjects.of(id))
    const proposal = row ? await proposalView(db, [settle], row, viewer) : null
    const late = order.ended_at === null ? undefined : await findLate(db, id)
    const isOn = openOtcStatuses.includes(order.status) || late?.outcome === null
    const risk = (await risksOf(db, [{ ...order, isOn }], nowMs)).get(id) ?? []
    const actions = actionsOn(order, proposal, viewer, late?.outcome === null).filter(
      (action) => action !== 'seeAccount' || (isTimeToPay(order, nowMs) && risk.length === 0),
    )
    const nameOf = (party: Party) => (isOn ? verifiedNameOf(db, privateData, party) : null)
    const messages = await messagesOf(db, id, { after: undefined, offset: 0, limit: MAX_SHOWN_MESSAGES })
    return {
      ...orderLine(order, await partyContacts(db, [order])),
      risk,
      ...(late && { outcome: late.outcome ?? order.outcome, why: late.why }),
      isLate: late !== undefined,
      disputedBy: late ? 'buyer' : order.disputed_by,
      disputeReason: late?.reason ?? order.dispute_reason,
      evidence: (order.evidence ?? late?.evidence)?.split(',') ?? [],
      payerName: order.payer_name,
      payerNameDiffers: order.payer_name_same === null ? null : !order.payer_name_same,
      buyerName: await nameOf(order.buyer),
      sellerName: await nameOf(order.seller),
      account: `${order.account_bank} •••• ${order.account_digits}`,
      messages: messages
        .toReversed()
        .map((message) =>
          messageLine(message, { seller: order.seller, operator: message.operator_id !== null }),
        ),
      proposal,
      viewerAction: proposal?.status === 'pending' ? proposal.viewerAction : viewerActionOf(actions),
      actions,
    }
  }
  const log = (db: Db | Tx, operator: Operator, action: AuditAction, id: bigint, nowMs: number) =>
    appendAuditLog(db, { operator: operator.id, action, subject: subjects.of(id) }, nowMs)
  /** Does something with an order that no proposal waits for. */
  const change = async (
    { db, clock, operator }: Pick<Context, 'db' | 'clock' | 'operator'>,
    id: bigint,
    work: (tx: Tx, nowMs: number) => Promise<unknown>,
  ) => {
    await db.transaction().execute(async (tx) => {
      if (!(await lockOrder(tx, id))) throw refusal('NOT_FOUND')
      await requireNoneWaits(tx, subjects.of(id))
      await work(tx, clock.nowMs())
    })
    return page(db, id, operator, clock.nowMs())
  }
  const ofOrder = (changing: Route) =>
    telling(publisher, changing, (input) => String((input as { id: bigint }).id))
  return [
    ...tableRoutes(calls.consoleOtcOrders, readOrders),
    route(calls.consoleOtcOrder, async ({ id }, { db, clock, operator }) => {
      const answer = await page(db, id, operator, clock.nowMs())
      await log(db, operator, 'viewed-order', id, clock.nowMs())
      return answer
    }),
    route(calls.consoleOtcImage, async ({ id, image }, ctx): Promise<typeof ANSWERED> => {
      const { db, clock, operator } = ctx
      const picture = await pictureOf(db, uploads, await getOrder(db, id), image)
      await log(db, operator, 'viewed-picture', id, clock.nowMs())
      return ctx.reply(picture)
    }),
    route(calls.consoleOtcAccount, ({ id }, { db, clock, operator }) =>
      db.transaction().execute(async (tx) => {
        const order = await lockOrder(tx, id)
        const nowMs = clock.nowMs()
        if (!order?.account || !isPlatform(order.buyer)) throw refusal('NOT_FOUND')
        // What is paid at the bank now could not be said to be paid any more.
        if (!isTimeToPay(order, nowMs)) throw refusal('OTC_EXPIRED')
        if (isToPay(order)) await requirePayable(tx, customerId(order.seller), nowMs)
        await log(tx, operator, 'viewed-account', id, nowMs)
        const account = openAccount(privateData, orderSubject(id), order.account)
        return {
          lines: Object.entries(account).flatMap(([name, value]) =>
            value === null ? [] : [{ name, value }],
          ),
        }
      }),
    ),
    ofOrder(
      route(calls.writeConsoleOtc, async ({ id, text }, { db, clock, operator }) => {
        await db.transaction().execute(async (tx) => {
          if (!(await lockOrder(tx, id))) throw refusal('NOT_FOUND')
          const nowMs = clock.nowMs()
          await insertMessage(tx, { order: id, sender: PLATFORM_PARTY, operator: operator.id, text }, nowMs)
          await log(tx, operator, 'wrote', id, nowMs)
        })
        return page(db, id, operator, clock.nowMs())
      }),
    ),
    ofOrder(
      route(calls.payConsoleOtc, ({ id }, ctx) =>
        change(ctx, id, async (tx, nowMs) => {
          await payOrder(tx, privateData, { party: PLATFORM_PARTY, id, payerName: null }, nowMs)
          await log(tx, ctx.operator, 'paid', id, nowMs)
        }),
      ),
    ),
    ofOrder(
      route(calls.disputeConsoleOtc, ({ id, reason }, ctx) =>
        change(ctx, id, async (tx, nowMs) => {
          await appealOrder(tx, { party: PLATFORM_PARTY, id, reason, images: [] }, nowMs)
          await log(tx, ctx.operator, 'disputed', id, nowMs)
        }),
      ),
    ),
    route(calls.proposeOtcEnd, ({ id, settledAs, reason }, ctx) =>
      change(ctx, id, async (tx, nowMs) => {
        const order = await getOrder(tx, id)
        const isRelease = isPlatform(order.seller) && order.status === 'paid' && settledAs === 'released'
        if (!isRelease && !(await openLate(tx, order))) await lockFor(tx, id, 'decide')
        const params = { outcome: settledAs, why: reason }
        await propose(tx, settle, { subject: subjects.of(id), params, reason }, ctx.operator, nowMs)
      }),
    ),
  ]
}

/** Whether the platform is to pay the seller's account now. */
const isToPay = ({ status, buyer }: Pick<OrderRow, 'status' | 'buyer'>) =>
  status === 'placed' && isPlatform(buyer)

/** Why an operator should look twice at orders that are not over: what keeps the platform from paying a seller, and sides that froze their account. */
async function risksOf(
  db: Db,
  orders: readonly (Pick<OrderRow, 'id' | 'status' | 'seller' | 'buyer'> & { readonly isOn: boolean })[],
  nowMs: number,
): Promise<ReadonlyMap<bigint, string[]>> {
  const open = orders.filter(({ isOn }) => isOn)
  const stops = await accountStopsOf(
    db,
    open.filter(isToPay).map(({ seller }) => customerId(seller)),
    nowMs,
  )
  const sidesOf = ({ seller, buyer }: Pick<OrderRow, 'seller' | 'buyer'>) =>
    (
      [
        ['seller', seller],
        ['buyer', buyer],
      ] as const
    ).filter(([, party]) => !isPlatform(party))
  const frozen = await frozenAmong(
    db,
    open.flatMap((order) => sidesOf(order).map(([, party]) => customerId(party))),
  )
  return new Map(
    open.map((order) => {
      const stop = isToPay(order) ? stops.get(customerId(order.seller)) : undefined
      const sides = isToPay(order) ? [] : sidesOf(order).filter(([, party]) => frozen.has(customerId(party)))
      return [
        order.id,
        [...(stop ? [stop] : []), ...sides.map(([side]) => `The ${side}’s account is frozen`)],
      ]
    }),
  )
}

/** Whether enough of the time is left to pay at a bank and to say so. */
const isTimeToPay = ({ pay_by }: Pick<OrderRow, 'pay_by'>, nowMs: number) => nowMs <= pay_by - TIME_TO_PAY_MS

/** What the viewer may do with an order; while a proposal waits, no more than write and look. */
function actionsOn(
  { status, seller, buyer }: OrderRow,
  proposal: Pick<ProposalView, 'status'> | null,
  { roles }: Operator,
  isLateOpen: boolean,
): calls.OtcOrderCheck['actions'] {
  const [reviews, pays] = [hasRole(roles, canReviewWithdrawals), hasRole(roles, canManageTreasury)]
  const isWaiting = proposal?.status === 'pending'
  const isPaying = pays && isPlatform(buyer)
  return [
    ...(isPaying && otcAllows('pay', status) && !isWaiting ? (['pay'] as const) : []),
    ...(isPaying && status === 'placed' ? (['seeAccount'] as const) : []),
    ...(reviews && isPlatform(seller) && status === 'paid' && !isWaiting ? (['release'] as const) : []),
    ...(reviews && (isPlatform(seller) || isPlatform(buyer)) && otcAllows('appeal', status) && !isWaiting
      ? (['dispute'] as const)
      : []),
    ...(reviews && (otcAllows('decide', status) || isLateOpen) && !isWaiting ? (['decide'] as const) : []),
    ...(reviews ? (['write'] as const) : []),
  ]
}

const viewerActionOf = (actions: calls.OtcOrderCheck['actions']) =>
  actions.some((action) => action !== 'seeAccount' && action !== 'write') ? 'make' : 'none'

/** What waits: disputes, what the platform has to pay or to release, and applications. */
async function queue(db: Db, settle: ProposalAction, viewer: Operator, nowMs: number): Promise<QueueItem[]> {
  return [
    ...(hasRole(viewer.roles, canViewCustomers) ? await waitingOrderItems(db, settle, viewer, nowMs) : []),
    ...(hasRole(viewer.roles, canViewLeads) ? await applicationItems(db, viewer) : []),
  ]
}

async function waitingOrderItems(
  db: Db,
  settle: ProposalAction,
  viewer: Operator,
  nowMs: number,
): Promise<QueueItem[]> {
  const waiting = await waitingOrders(db, MAX_QUEUED)
  const pending = await pendingBySubject(
    db,
    waiting.map(({ id }) => subjects.of(id)),
  )
  const states = await proposalStates(db, [settle], [...pending.values()], viewer)
  const contacts = await partyContacts(db, waiting)
  const risks = await risksOf(
    db,
    waiting.map((order) => ({ ...order, isOn: true })),
    nowMs,
  )
  return waiting.map((order) => {
    const proposal = states.get(subjects.of(order.id)) ?? null
    const customer = isPlatform(order.buyer) ? order.seller : order.buyer
    return {
      kind: 'request' as const,
      ...{ product: 'otc', id: `order-${order.id}`, reference: otcReference(order.number) },
      customerId: String(customer),
      subject: contacts(customer),
      risk: [...(risks.get(order.id) ?? []), ...(proposal?.canApprove === false ? [MAKER_INACTIVE] : [])],
      amount: formatAmount(order.amount, order.currency),
      currency: order.currency,
      sinceMs: order.late_at ?? order.disputed_at ?? order.paid_at ?? order.placed_at,
      viewerAction:
        proposal?.viewerAction ?? viewerActionOf(actionsOn(order, proposal, viewer, order.late_at !== null)),
      maker: proposal?.maker ?? null,
      proposalId: proposal?.id ?? null,
    }
  })
}

async function applicationItems(db: Db, viewer: Operator): Promise<QueueItem[]> {
  const rows = await waitingMerchants(db, MAX_QUEUED)
  const contacts = await contactsOf(
    db,
    rows.map((row) => row.customer_id),
  )
  return rows.map((row) => ({
    ...{
      kind: 'request' as const,
      product: 'otc',
      id: `merchant-${row.customer_id}`,
      reference: `M-${row.customer_id}`,
    },
    ...{ subject: contacts.get(row.customer_id)!, customerId: String(row.customer_id), risk: [] },
    ...{ amount: null, currency: null, sinceMs: row.applied_at },
    viewerAction: hasRole(viewer.roles, canReviewLeads) ? 'make' : 'none',
    ...{ maker: null, proposalId: null },
  }))
}

// ── Offers

const offerLine = (row: OfferRow, contacts: (party: Party) => string): calls.OtcOfferLine => ({
  ...{ id: String(row.id), reference: offerReference(row.number), customerId: idOf(row.maker) },
  ...{ maker: contacts(row.maker), side: row.side, currency: row.currency, fiat: row.fiat },
  price: row.price === null ? null : otcPriceText(row.price),
  marginPercent: row.margin_bps === null ? null : percentOfBps(row.margin_bps),
  minimum: formatAmount(row.minimum, row.currency),
  maximum: formatAmount(row.maximum, row.currency),
  remaining: formatAmount(row.remaining, row.currency),
  isOpen: row.closed_at === null,
  createdAtMs: row.created_at,
  closedAtMs: row.closed_at,
})

const readOffers = readSql<typeof calls.consoleOtcOffers, OfferRow>({
  columns: sql`f.*`,
  from: sql`otc_offer f`,
  id: 'f.id',
  customer: 'f.maker',
  time: 'f.created_at',
  // What is left of it.
  sorts: { amount: 'f.remaining' },
  amount: 'f.remaining',
  currency: 'f.currency',
  search: (text) => [
    ...(/^F-\d{1,18}$/i.test(text) ? [sql`f.number = ${BigInt(text.slice(2))}::bigint`] : []),
    ...(/^\d{1,18}$/.test(text) ? [sql`f.id = ${BigInt(text)}::bigint`] : []),
  ],
  where: ({ state }) =>
    state === undefined ? [] : [state === 'open' ? sql`f.closed_at is null` : sql`f.closed_at is not null`],
  async show(rows, { db }) {
    const contacts = await partyContacts(
      db,
      rows.map(({ maker }) => ({ seller: maker, buyer: maker })),
    )
    return rows.map((row) => offerLine(row, contacts))
  },
})

const offerRoutes: Route[] = [
  ...tableRoutes(calls.consoleOtcOffers, readOffers),
  route(calls.consoleOtcPending, async (_, { db, operator }) => {
    const codes = currencies.map(({ code }) => code).filter(isOtcCoin)
    const sides = codes.flatMap((code) =>
      (['available', 'held'] as const).map((state) => accountOf(PLATFORM_PARTY, state, code)),
    )
    const balances = await balancesOfAccounts(db, sides)
    const show = (code: string, state: 'available' | 'held') =>
      formatAmount(balances.get(accountOf(PLATFORM_PARTY, state, code))!, code)
    return {
      pending: await pendingViews(db, [newOffer, closing], operator),
      coins: codes.map((currency) => ({
        currency,
        available: show(currency, 'available'),
        held: show(currency, 'held'),
      })),
    }
  }),
  proposalRoute(calls.proposeOtcOffer, newOffer, (_, { reason: __, ...typed }) => {
    const { side, payments } = readOffer(PLATFORM_PARTY, typed)
    const { accountName, bankName, accountNumber, bankAddress, aba, swiftCode, terms, ...rest } = typed
    const account = { accountName, bankName, accountNumber }
    // A transfer from abroad takes the code.
    if (side === 'sell' && payments !== 'domestic' && !swiftCode)
      throw refusal('PARAMETER_ERROR', { field: 'payments' })
    if (typed.side === 'sell')
      for (const [field, text] of Object.entries(account))
        if (text === undefined) throw refusal('FIELDS_REQUIRED', { field })
    if (aba && !isAba(aba)) throw refusal('ABA_INVALID', { field: 'aba' })
    if (swiftCode && !isSwiftCode(swiftCode)) throw refusal('SWIFT_CODE_INVALID', { field: 'swiftCode' })
    const codes = {
      ...(bankAddress && { bankAddress }),
      ...(aba && { aba }),
      ...(swiftCode && { swiftCode }),
    }
    const params = {
      ...rest,
      ...(terms && { terms }),
      ...(typed.side === 'sell' && { ...account, ...codes }),
    }
    return { subject: 'otc:offer', params: params as Record<string, string> }
  }),
  proposalRoute(calls.proposeOtcClose, closing, async (tx, { id }) => {
    const offer = await lockOffer(tx, id)
    if (!offer || !isPlatform(offer.maker) || offer.closed_at !== null) throw refusal('NOT_FOUND')
    return { subject: offerSubjects.of(id), params: {} }
  }),
]

async function getOrder(db: Db | Tx, id: bigint): Promise<OrderRow> {
  const order = await findOrder(db, id)
  if (!order) throw refusal('NOT_FOUND')
  return order
}

async function getOffer(db: Db | Tx, id: bigint): Promise<OfferRow> {
  const offer = await findOffer(db, id)
  if (!offer) throw refusal('NOT_FOUND')
  return offer
}
