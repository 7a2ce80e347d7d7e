import { sql } from 'kysely'
import { cardFields } from '#domain/card/rules.ts'
import type { AuditAction } from '#domain/console/audit-actions.ts'
import type { ProposalView, QueueItem } from '#domain/console/contract.ts'
import { canManageTreasury, canViewCustomers, hasRole } from '#domain/console/roles.ts'
import { unusualChange } from '#domain/console/unusual.ts'
import { VALUE_CURRENCY } from '#domain/convert/rules.ts'
import { BANK, readPayment } from '#domain/deposit/rules.ts'
import { refusal } from '#domain/errors.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/sale/console.ts'
import {
  can,
  invalidSaleTerm,
  openStatuses,
  PAID_CURRENCY,
  type SaleTerms,
  saleReference,
} from '#domain/sale/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { contactOf, contactsOf } from '#server/console/customers.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { isSameCardPayment, paymentLines, paymentParams } from '#server/console/payments.ts'
import { payoutStopsOf } from '#server/console/payout-stops.ts'
import {
  amountField,
  countField,
  feeField,
  line,
  type ProposalFields,
} from '#server/console/proposal-fields.ts'
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
  viewerActionOf,
} from '#server/console/proposals.ts'
import type { QueueSize } from '#server/console/queue.ts'
import type { ProposalRow } from '#server/console/store.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { type TermsProposalAction, versionedTerms } from '#server/console/versioned-terms.ts'
import { checkPaymentIsNew } from '#server/core/incoming-payments.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Context, Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { areWithdrawalsPaused } from '../withdrawal/service.ts'
import { fundOf, setAsideOf } from './accounts.ts'
import {
  cardOf,
  lockFor,
  paymentOf,
  paySale,
  requirePayer,
  returnSale,
  startSale,
  takeOverSale,
} from './service.ts'
import {
  countOpen,
  findSale,
  insertTerms,
  lockSale,
  newestTerms,
  openSales,
  othersWithCard,
  type Payer,
  payersOf,
  type SaleRow,
} from './store.ts'
import { saleView } from './views.ts'

/** What operators do with sales: begin to pay, say together how it ended, and change the terms together. */

const subjects = subjectsOf('sale')
const MAX_QUEUED = 200

/** The end of a sale: what the maker paid at the bank, or that all is given back. */
const ending: Omit<ProposalAction, 'kind' | 'describe' | 'apply'> = {
  roles: canManageTreasury,
  viewers: canViewCustomers,
  isAboutRequest: true,
  customersOf: ({ subject }) => sql`select customer_id from sale where id = ${subjects.idOf(subject)}`,
}

const payment: ProposalAction = {
  ...ending,
  kind: 'sale-paid',
  logged: ({ lastDigits: _, amount: __, ...params }) => params,
  async describe(db, { subject, params }) {
    const sale = await getOrThrow(db, subjects.idOf(subject))
    return {
      title: `Paid: ${saleReference(sale.number)}`,
      lines: [
        // What they type again is not there to be copied, nor to be reckoned from the fee.
        soldLine(sale),
        line('Bank', sale.bank_name),
        ...(await paymentLines(
          db,
          { chain: BANK, txReference: params.txReference!, outputIndex: 0 },
          subject,
        )),
      ],
    }
  },
  // Who checks it reads both from the bank's own record of the transfer.
  typedAgain: {
    label: 'Last four digits of the card and the amount in US dollars, as in 1234 56.78',
    isSame: (params, typed) => isSameCardPayment(params, typed, PAID_CURRENCY),
  },
  async apply(tx, { subject, params, maker, checker }, nowMs) {
    await paySale(tx, subjects.idOf(subject), { maker, checker, bankReference: params.txReference! }, nowMs)
  },
}

const giveBack: ProposalAction = {
  ...ending,
  kind: 'sale-returned',
  async describe(db, { subject, params }) {
    const sale = await getOrThrow(db, subjects.idOf(subject))
    return {
      title: `Give back: ${saleReference(sale.number)}`,
      lines: [
        soldLine(sale),
        line('Fee', formatAmountWithCurrency(sale.fee, sale.currency)),
        line('Bank', sale.bank_name),
        line('The customer gets', 'All of it back'),
        ...(sale.started_at === null
          ? []
          : [line('Before you approve', 'Make sure that the bank has not paid it')]),
        line('The customer reads', params.why!),
      ],
    }
  },
  async apply(tx, { subject, params, maker, checker }, nowMs) {
    await returnSale(tx, subjects.idOf(subject), { maker, checker, why: params.why! }, nowMs)
  },
}

const fields: ProposalFields<Omit<SaleTerms, 'version'>> = {
  feeBps: feeField('Fee', unusualFee),
  minimumFee: amountField('Fee, at least', unusualChange),
  internationalFeeBps: feeField('Fee of international cards', unusualFee),
  internationalMinimumFee: amountField('Fee of international cards, at least', unusualChange),
  minimum: amountField('Smallest sale', unusualChange),
  maxPerCustomer: amountField('Of one customer within a day', unusualChange),
  quoteSeconds: countField('A quote is valid for', 'seconds'),
}

const termChange: TermsProposalAction = versionedTerms({
  kind: 'sale-terms',
  announcedOf: 'sale',
  subject: 'sale:terms',
  title: 'Terms of coins sold for dollars',
  currency: VALUE_CURRENCY,
  fields,
  invalidTerm: invalidSaleTerm,
  newest: newestTerms,
  insert: insertTerms,
})

const requestProposals = [payment, giveBack]

/** What the console needs of sales. */
export const saleConsole = ({ privateData, clock }: { privateData: PrivateData; clock: Clock }) => ({
  proposals: [...requestProposals, termChange],
  routes: [...saleRoutes(privateData), ...termRoutes],
  queue: (db: Db, viewer: Operator) => queue(db, viewer, clock.nowMs()),
  queueSize: async (db: Db, viewer: Operator): Promise<QueueSize> =>
    hasRole(viewer.roles, canViewCustomers) ? countOpen(db) : { waiting: 0, oldestAtMs: null },
})

const saleRoutes = (privateData: PrivateData): Route[] => [
  ...tableRoutes(calls.consoleSales, readSales),
  route(calls.consoleSale, ({ id }, { db, clock, operator }) => page(db, id, operator, clock.nowMs())),
  route(calls.startSale, ({ id }, ctx) =>
    change(ctx, id, async (tx, nowMs) => {
      await startSale(tx, id, ctx.operator.id, nowMs)
      await log(tx, ctx.operator, 'started', id, nowMs)
    }),
  ),
  route(calls.saleCard, ({ id }, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const nowMs = clock.nowMs()
      const proposed = await currentProposal(tx, subjects.of(id))
      const isSaidPaid = proposed?.status === 'pending' && proposed.kind === payment.kind
      const card = await cardOf(tx, privateData, { id, operator: operator.id, isSaidPaid }, nowMs)
      await log(tx, operator, 'viewed-card', id, nowMs)
      return {
        lines: cardFields.international.flatMap((field) => {
          const value = card[field]
          return value === undefined ? [] : [{ field, value }]
        }),
      }
    }),
  ),
  route(calls.takeOverSale, ({ id, reason }, ctx) =>
    change(ctx, id, async (tx, nowMs) => {
      const from = await takeOverSale(tx, id, ctx.operator.id, nowMs)
      await appendAuditLog(
        tx,
        {
          ...{ operator: ctx.operator.id, action: 'taken-over', subject: subjects.of(id) },
          detail: { from, reason },
        },
        nowMs,
      )
    }),
  ),
  route(calls.proposeSaleEnd, ({ id, settledAs, bankReference = '', reason }, ctx) =>
    change(ctx, id, async (tx, nowMs) => {
      const subject = subjects.of(id)
      if (settledAs === 'returned') {
        await requirePayer(tx, await lockFor(tx, id, 'giveBack'), ctx.operator.id)
        await propose(tx, giveBack, { subject, params: { why: reason }, reason }, ctx.operator, nowMs)
        return
      }
      const sale = await lockFor(tx, id, 'pay')
      await requirePayer(tx, sale, ctx.operator.id)
      const read = readPayment(BANK, bankReference, 0)
      if (!read) throw refusal('PARAMETER_ERROR', { field: 'bankReference' })
      await checkPaymentIsNew(tx, paymentOf(sale, read.txReference))
      const amount = formatAmount(sale.received, PAID_CURRENCY)
      const params = { ...paymentParams(read), lastDigits: sale.last_digits, amount }
      await propose(tx, payment, { subject, params, reason }, ctx.operator, nowMs)
    }),
  ),
]

const show = (amount: bigint) => formatAmount(amount, VALUE_CURRENCY)

const termRoutes: Route[] = [
  route(calls.consoleSaleTerms, async (_, { db, operator }) => {
    const { minimumFee, internationalMinimumFee, minimum, maxPerCustomer, ...terms } = await newestTerms(db)
    const [left, setAside] = [fundOf(PAID_CURRENCY), setAsideOf(PAID_CURRENCY)]
    const funds = await balancesOfAccounts(db, [left, setAside])
    return {
      ...{ currency: VALUE_CURRENCY, paidCurrency: PAID_CURRENCY },
      terms: {
        ...terms,
        ...{ minimumFee: show(minimumFee), internationalMinimumFee: show(internationalMinimumFee) },
        ...{ minimum: show(minimum), maxPerCustomer: show(maxPerCustomer) },
      },
      left: formatAmount(funds.get(left)!, PAID_CURRENCY),
      setAside: formatAmount(funds.get(setAside)!, PAID_CURRENCY),
      pending: await pendingViews(db, [termChange], operator),
    }
  }),
  proposalRoute(calls.proposeSaleTerms, termChange, (tx, { reason: _, ...typed }) =>
    termChange.proposed(tx, typed),
  ),
]

/** Does something with a sale that no proposal waits for. */
async function change(
  { db, clock, operator }: Pick<Context, 'db' | 'clock' | 'operator'>,
  id: bigint,
  work: (tx: Tx, nowMs: number) => Promise<unknown>,
): Promise<calls.SaleCheck> {
  await db.transaction().execute(async (tx) => {
    await getLocked(tx, id)
    await requireNoneWaits(tx, subjects.of(id))
    await work(tx, clock.nowMs())
  })
  return page(db, id, operator, clock.nowMs())
}

const log = (tx: Tx, operator: Operator, action: AuditAction, id: bigint, nowMs: number) =>
  appendAuditLog(tx, { operator: operator.id, action, subject: subjects.of(id) }, nowMs)

async function page(db: Db, id: bigint, viewer: Operator, nowMs: number): Promise<calls.SaleCheck> {
  const sale = await getOrThrow(db, id)
  const row = await currentProposal(db, subjects.of(id))
  const proposal = row ? await proposalView(db, requestProposals, row, viewer) : null
  const stops = (await stopsOf(db, [sale], nowMs)).get(id) ?? []
  const payer = (await payersOf(db, [sale])).get(id)
  const actions = actionsOn({ ...sale, payer }, proposal, viewer, stops.length > 0)
  return {
    ...lineOf(sale, await contactOf(db, sale.customer_id), {
      risk: riskOf(stops, (await othersWithCard(db, [sale])).get(id)),
      isTyped: isTypedBy(row, viewer),
    }),
    payer: payer ? { name: payer.name, sinceMs: payer.sinceMs, isViewer: payer.id === viewer.id } : null,
    proposal,
    viewerAction: proposal?.status === 'pending' ? proposal.viewerAction : ownActionOf(actions),
    actions,
  }
}

/** What the viewer may do with a sale: nobody begins to pay one that is stopped, or reads its card; while a proposal waits, no more than look at the card. */
function actionsOn(
  { status, payer }: Pick<SaleRow, 'status'> & { readonly payer: Payer | undefined },
  proposal: Pick<ProposalView, 'status'> | null,
  { id, roles }: Operator,
  isStopped: boolean,
): calls.SaleCheck['actions'] {
  if (!hasRole(roles, canManageTreasury)) return []
  if (payer && payer.id !== id) return proposal?.status === 'pending' ? [] : ['takeOver']
  // What the bank has paid before is still compared with the card.
  const isCardShown = !isStopped || proposal?.status === 'pending'
  const seeCard = isCardShown && can('pay', status) ? (['seeCard'] as const) : []
  if (proposal?.status === 'pending') return [...seeCard]
  return [
    ...seeCard,
    ...(['start', 'pay', 'giveBack'] as const).filter(
      (action) => can(action, status) && !(action === 'start' && isStopped),
    ),
  ]
}

/** Whether something waits to be done: to look at the card, or to pay in another's place, is none of it. */
const ownActionOf = (actions: calls.SaleCheck['actions']) =>
  actions.some((action) => action !== 'seeCard' && action !== 'takeOver') ? 'make' : 'none'

const payerText = (payer: Payer | undefined): string[] =>
  payer ? [`Being paid by ${payer.name} since ${utcMinute(payer.sinceMs)} UTC`] : []

/** Sales that wait to be paid. */
async function queue(db: Db, viewer: Operator, nowMs: number): Promise<QueueItem[]> {
  if (!hasRole(viewer.roles, canViewCustomers)) return []
  const waiting = await openSales(db, MAX_QUEUED)
  const pending = await pendingBySubject(
    db,
    waiting.map(({ id }) => subjects.of(id)),
  )
  const contacts = await contactsOf(
    db,
    waiting.map((sale) => sale.customer_id),
  )
  const states = await proposalStates(db, requestProposals, [...pending.values()], viewer)
  const stops = await stopsOf(db, waiting, nowMs)
  const payers = await payersOf(db, waiting)
  const shared = await othersWithCard(db, waiting)
  return waiting.map((sale) => {
    const proposal = states.get(subjects.of(sale.id)) ?? null
    const payer = payers.get(sale.id)
    const actions = actionsOn({ ...sale, payer }, proposal, viewer, stops.has(sale.id))
    return {
      kind: 'request' as const,
      ...{ product: 'sale', id: String(sale.id), reference: saleReference(sale.number) },
      customerId: String(sale.customer_id),
      subject: contacts.get(sale.customer_id)!,
      risk: [
        ...riskOf(stops.get(sale.id), shared.get(sale.id)),
        ...payerText(payer),
        ...(proposal?.canApprove === false ? [MAKER_INACTIVE] : []),
      ],
      ...(isTypedBy(pending.get(subjects.of(sale.id)), viewer)
        ? { amount: formatAmount(sale.amount, sale.currency), currency: sale.currency }
        : { amount: formatAmount(sale.received, PAID_CURRENCY), currency: PAID_CURRENCY }),
      sinceMs: sale.sold_at,
      viewerAction: proposal?.viewerAction ?? ownActionOf(actions),
      maker: proposal?.maker ?? null,
      proposalId: proposal?.id ?? null,
    }
  })
}

const readSales = readSql<typeof calls.consoleSales, SaleRow>({
  columns: sql`s.*`,
  from: sql`sale s`,
  id: 's.id',
  customer: 's.customer_id',
  time: 's.sold_at',
  sorts: { amount: 's.amount' },
  amount: 's.amount',
  currency: 's.currency',
  isOldestFirst: ({ status }) => status !== undefined && openStatuses.includes(status),
  search: (text) => [
    sql`s.bank_reference = ${text}`,
    ...(/^S-\d{1,18}$/i.test(text) ? [sql`s.number = ${BigInt(text.slice(2))}::bigint`] : []),
  ],
  where: ({ status }) => (status === undefined ? [] : [sql`s.status = ${status}`]),
  async show(rows, { db, clock, operator }) {
    const pending = await pendingBySubject(
      db,
      rows.map(({ id }) => subjects.of(id)),
    )
    const shared = await othersWithCard(db, rows)
    const contacts = await contactsOf(
      db,
      rows.map((row) => row.customer_id),
    )
    const stops = await stopsOf(db, rows, clock.nowMs())
    return rows.map((row) =>
      lineOf(row, contacts.get(row.customer_id)!, {
        risk: riskOf(stops.get(row.id), shared.get(row.id)),
        isTyped: isTypedBy(pending.get(subjects.of(row.id)), operator),
      }),
    )
  },
})

/** What keeps each of these sales from being paid now, in words, where something does. */
async function stopsOf(
  db: Db,
  sales: readonly SaleRow[],
  nowMs: number,
): Promise<ReadonlyMap<bigint, string[]>> {
  const open = sales.filter(({ status }) => openStatuses.includes(status))
  if (open.length === 0) return new Map()
  const isPaused = await areWithdrawalsPaused(db)
  return payoutStopsOf(
    db,
    open.map(({ id, customer_id: customer }) => ({ id, customer, isPaused })),
    nowMs,
  )
}

/** Why an operator should look twice, in words. */
const riskOf = (stops: readonly string[] = [], others = 0): string[] => [
  ...stops,
  ...(others === 0 ? [] : [`Also saved by ${others} other ${others === 1 ? 'customer' : 'customers'}`]),
]

/** Whether the viewer is to type the card and the amount of what this proposal says: neither is sent to them then. */
const isTypedBy = (proposed: ProposalRow | undefined, viewer: Operator): boolean =>
  proposed?.kind === payment.kind && viewerActionOf(payment, proposed, viewer) === 'check'

/** A sale as the console's lists show it. */
function lineOf(
  sale: SaleRow,
  contact: string,
  { risk, isTyped }: { risk: string[]; isTyped: boolean },
): calls.SaleLine {
  const view = saleView(sale)
  return {
    ...{ customerId: String(sale.customer_id), contact },
    ...view,
    ...(isTyped && { fee: null, receive: null, card: { ...view.card, lastDigits: null } }),
    risk,
  }
}

const soldLine = ({ currency, amount }: SaleRow) => line('Sold', formatAmountWithCurrency(amount, currency))

async function getOrThrow(db: Db | Tx, id: bigint): Promise<SaleRow> {
  const sale = await findSale(db, id)
  if (!sale) throw refusal('NOT_FOUND')
  return sale
}

/** The sale, held until the transaction ends, in whatever status. Refuses: NOT_FOUND. */
async function getLocked(tx: Tx, id: bigint): Promise<void> {
  if (!(await lockSale(tx, id))) throw refusal('NOT_FOUND')
}
