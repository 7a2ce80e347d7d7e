import { sql } from 'kysely'
import type { ProposalView, QueueItem } from '#domain/console/contract.ts'
import { canMatchDeposits, canViewCustomers, hasRole } from '#domain/console/roles.ts'
import { readPaymentReference } from '#domain/deposit/bank.ts'
import * as calls from '#domain/deposit/console.ts'
import { chainOf, depositReference, hasOutputs } from '#domain/deposit/rules.ts'
import { assert, refusal } from '#domain/errors.ts'
import { parseDecimal, type Units } from '#domain/money/amount.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { contactOf, contactsOf } from '#server/console/customers.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { paymentLines, paymentParams } from '#server/console/payments.ts'
import { line } from '#server/console/proposal-fields.ts'
import {
  currentProposal,
  MAKER_INACTIVE,
  type ProposalAction,
  pendingBySubject,
  proposalStates,
  proposalView,
  propose,
} from '#server/console/proposals.ts'
import type { QueueSize } from '#server/console/queue.ts'
import type { Texts } from '#server/console/store.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { checkPaymentIsNew } from '#server/core/incoming-payments.ts'
import { requireNotPaidOut } from '#server/core/outgoing-payments.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { ANSWERED, Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import type { Uploads } from '#server/platform/uploads/uploads.ts'
import { senderOf } from './bank-requests.ts'
import { checkPayment, creditDeposit, incomingOf, minimumOf, placeOf, rejectDeposit } from './service.ts'
import {
  type DepositRequest,
  type DepositRow,
  depositTable,
  findDeposit,
  lockDeposit,
  oldestPending,
  pendingDeposits,
  requestOfRow,
} from './store.ts'

/** The page of deposits by proof: matching what a customer says was sent to what arrived. */

const subjects = subjectsOf('deposit')

/** Crediting: what two operators matched, not what the customer typed. */
const crediting: Omit<ProposalAction, 'kind' | 'describe'> = {
  roles: canMatchDeposits,
  viewers: canViewCustomers,
  isAboutRequest: true,
  customersOf: ({ subject }) =>
    sql`select customer_id from deposit_request where id = ${subjects.idOf(subject)}`,
  async apply(tx, { subject, params, maker, checker }, nowMs) {
    const request = await requestOf(tx, subject)
    const { id, currency } = request
    const amount = readAmount(params.amount!, currency)
    // More may be needed by now. One of an earlier version says of none that were seen.
    if (params.confirmations) confirmationsOf(request, Number(params.confirmations))
    const payment = paymentOf(request, params)
    await creditDeposit(tx, { id, amount, ...payment, maker, checker }, nowMs)
  },
}

const credit: ProposalAction = {
  ...crediting,
  kind: 'deposit-credit',
  async describe(db, { subject, params }) {
    const request = await requestOf(db, subject)
    const { currency, customerId } = request
    const arrived = readAmount(params.amount!, currency)
    const amount = formatAmountWithCurrency(arrived, currency)
    const claimed = formatAmountWithCurrency(request.claimed, currency)
    const place = await placeOf(db, customerId, request)
    const least = place && minimumOf(place)
    return {
      title: `Credit ${depositReference(request.id)}`,
      lines: [
        { label: 'Amount that arrived', value: amount, before: amount === claimed ? null : claimed },
        // Whoever sent it was told that less is not credited; operators may all the same.
        ...(least !== undefined && arrived < least
          ? [line('Less than the least deposit', formatAmountWithCurrency(least, currency))]
          : []),
        ...(await paymentLines(db, paymentOf(request, params), subject)),
        ...(params.confirmations
          ? [{ label: 'Confirmations seen', value: params.confirmations, before: null }]
          : []),
      ],
    }
  },
}

/** No chain shows a bank's payment to everybody: its checker reads the amount at the bank too, and types it. */
const bankCredit: ProposalAction = {
  ...crediting,
  kind: 'deposit-bank-credit',
  async describe(db, { subject, params, status }) {
    const request = await requestOf(db, subject)
    const { currency, bank, address, claimed } = request
    const show = (amount: Units) => formatAmountWithCurrency(amount, currency)
    const arrived = readAmount(params.amount!, currency)
    return {
      title: `Credit ${depositReference(request.id)}`,
      lines: [
        ...(status === 'pending' ? [] : [line('Amount that arrived', show(arrived), show(claimed))]),
        line('Declared', show(claimed)),
        line('Our account', `${bank?.bankName}, ${address}`),
        line('Reference that the payment must bear', bank?.paymentReference ?? ''),
        ...(await paymentLines(db, paymentOf(request, params), subject)),
      ],
    }
  },
  typedAgain: {
    label: 'Amount that arrived, from the bank’s own statement',
    isSame({ amount }, typed) {
      // However many zeros are written.
      const plain = (text: string | undefined) => parseDecimal(text?.trim() ?? '', MAX_DECIMALS)
      return plain(typed) !== undefined && plain(typed) === plain(amount)
    },
  },
}
/** More than any currency of a bank has. */
const MAX_DECIMALS = 8

const creditOf = ({ way }: Pick<DepositRequest, 'way'>) => (way === 'proof' ? credit : bankCredit)

export const depositProposals: readonly ProposalAction[] = [credit, bankCredit]

/** Requests as a table: of what is decided the amount is what was credited, else what the customer says. */
const readDeposits = readSql<typeof calls.consoleDeposits, DepositRow>({
  ...depositTable,
  id: 'd.id',
  sorts: { amount: 'coalesce(d.credited, d.claimed)' },
  amount: 'coalesce(d.credited, d.claimed)',
  currency: 'd.currency',
  customer: 'd.customer_id',
  time: ({ on }) => (on === 'decided' ? 'd.decided_at' : 'd.submitted_at'),
  isOldestFirst: ({ status }) => status === 'pending',
  search: (text) => [
    sql`d.tx_reference = ${text}`,
    sql`d.payment_reference = ${readPaymentReference(text) ?? ''}`,
    sql`lower(d.hash_tail) = lower(${text})`,
    sql`lower(d.sender) = lower(${text})`,
    ...(/^D-\d{1,18}$/i.test(text) ? [sql`d.id = ${BigInt(text.slice(2))}::bigint`] : []),
  ],
  where: ({ status, way }) => [
    ...(status === undefined ? [] : [sql`d.status = ${status}`]),
    ...(way === undefined ? [] : [sql`d.way = ${way}`]),
  ],
  async show(rows, { db }) {
    const requests = rows.map(requestOfRow)
    const contacts = await contactsOf(
      db,
      requests.map(({ customerId }) => customerId),
    )
    return requests.map((request) => depositLine(request, contacts.get(request.customerId)!))
  },
})

/** The routes for the calls about requests in `domain/deposit/console.ts`. */
export const requestRoutes = (uploads: Uploads, privateData: PrivateData): Route[] => [
  ...tableRoutes(calls.consoleDeposits, readDeposits),
  route(calls.consoleDeposit, ({ id }, { db, operator }) => depositPage(db, id, operator)),
  route(calls.consoleDepositProof, async ({ id }, ctx): Promise<typeof ANSWERED> => {
    return ctx.reply(await viewProof(ctx.db, uploads, id, ctx.operator, ctx.clock.nowMs()))
  }),
  route(calls.consoleDepositSender, ({ id }, { db, clock, operator }) =>
    db.transaction().execute((tx) => viewSender(tx, privateData, id, operator, clock.nowMs())),
  ),
  route(calls.proposeCredit, async (match, { db, clock, operator }) => {
    await db.transaction().execute((tx) => proposeCredit(tx, match, operator, clock.nowMs()))
    return depositPage(db, match.id, operator)
  }),
  route(calls.rejectDepositRequest, async (rejection, { db, clock, operator }) => {
    await db.transaction().execute((tx) => rejectRequest(tx, rejection, operator, clock.nowMs()))
    return depositPage(db, rejection.id, operator)
  }),
]

const MAX_QUEUED = 200

/** The requests that wait for a match or a check. */
export async function depositQueue(db: Db, viewer: Operator): Promise<QueueItem[]> {
  if (!hasRole(viewer.roles, canViewCustomers)) return []
  const requests = await oldestPending(db, MAX_QUEUED)
  const waiting = await pendingBySubject(
    db,
    requests.map(({ id }) => subjects.of(id)),
  )
  const contacts = await contactsOf(
    db,
    requests.map(({ customerId }) => customerId),
  )
  const proposals = await proposalStates(db, depositProposals, [...waiting.values()], viewer)
  return requests.map((request) => {
    const proposal = proposals.get(subjects.of(request.id)) ?? null
    return {
      kind: 'request' as const,
      product: 'deposit',
      id: String(request.id),
      reference: depositReference(request.id),
      subject: contacts.get(request.customerId)!,
      customerId: String(request.customerId),
      risk: [...request.risk, ...(proposal?.canApprove === false ? [MAKER_INACTIVE] : [])],
      amount: formatAmount(request.claimed, request.currency),
      currency: request.currency,
      sinceMs: request.submittedAtMs,
      viewerAction: viewerActionOn(request, proposal, viewer),
      maker: proposal?.maker ?? null,
      proposalId: proposal?.id ?? null,
    }
  })
}

/** How many requests wait, and since when. */
export const depositQueueSize = async (db: Db, viewer: Operator): Promise<QueueSize> =>
  hasRole(viewer.roles, canViewCustomers) ? pendingDeposits(db) : { waiting: 0, oldestAtMs: null }

/**
 * Matches a request to the transaction that arrived, for somebody else to check.
 *
 * Refuses: NOT_FOUND, DEPOSIT_NOT_PENDING, PROPOSAL_EXISTS, DEPOSIT_UNCONFIRMED, the amount's and the transaction's own
 * refusals.
 */
async function proposeCredit(
  tx: Tx,
  match: {
    id: bigint
    txReference: string
    outputIndex?: number | undefined
    amount: string
    confirmations?: number | undefined
    reason: string
  },
  maker: Operator,
  nowMs: number,
): Promise<void> {
  const request = await lockUndecided(tx, match.id)
  const arrived = readAmount(match.amount, request.currency)
  const amount = formatAmount(arrived, request.currency)
  // An output that nobody looked up may be another customer's.
  if (match.outputIndex === undefined && hasOutputs(chainOf(request.network)))
    throw refusal('PARAMETER_ERROR', { field: 'outputIndex' })
  const payment = checkPayment(request, { ...match, outputIndex: match.outputIndex ?? 0 })
  await checkPaymentIsNew(tx, incomingOf(request, payment, arrived))
  await requireNotPaidOut(tx, incomingOf(request, payment, arrived))
  const confirmations = confirmationsOf(request, match.confirmations)
  const params = { amount, ...paymentParams(payment), ...(confirmations && { confirmations }) }
  const subject = subjects.of(request.id)
  await propose(tx, creditOf(request), { subject, params, reason: match.reason }, maker, nowMs)
}

/** What the maker has seen of a chain's confirmations, for the checker. Refuses: DEPOSIT_UNCONFIRMED. */
function confirmationsOf(
  { confirmationsNeeded: needed }: DepositRequest,
  seen: number | undefined,
): string | undefined {
  if (needed === null) return undefined
  if (seen === undefined || seen < needed) throw refusal('DEPOSIT_UNCONFIRMED', { needed })
  return String(seen)
}

/**
 * Rejects a request. One operator may: it moves no money, and the customer can ask again.
 *
 * Refuses: NOT_FOUND, DEPOSIT_NOT_PENDING, PROPOSAL_EXISTS while a credit waits for its checker.
 */
async function rejectRequest(
  tx: Tx,
  rejection: { id: bigint; reason: string },
  operator: Operator,
  nowMs: number,
): Promise<void> {
  const request = await lockUndecided(tx, rejection.id)
  const subject = subjects.of(request.id)
  await rejectDeposit(tx, { ...rejection, operator: operator.id }, nowMs)
  const detail = { reason: rejection.reason }
  await appendAuditLog(tx, { operator: operator.id, action: 'rejected', subject, detail }, nowMs)
}

/** The screenshot of a request; that it was looked at stands in the log first. */
async function viewProof(db: Db, uploads: Uploads, id: bigint, operator: Operator, nowMs: number) {
  const request = await findDeposit(db, id)
  if (request?.image == null) throw refusal('NOT_FOUND')
  await appendAuditLog(db, { operator: operator.id, action: 'viewed-proof', subject: subjects.of(id) }, nowMs)
  const stored = await uploads.readUpload(request.image)
  assert(stored, `the proof ${request.image} of a deposit exists`)
  return { bytes: stored.bytes, type: stored.type }
}

/** Who sent a bank's payment, as its customer says; that it was looked at stands in the log. Refuses: NOT_FOUND where nothing is said. */
async function viewSender(tx: Tx, privateData: PrivateData, id: bigint, operator: Operator, nowMs: number) {
  const request = await findDeposit(tx, id)
  const sender = request && senderOf(privateData, request)
  if (!sender) throw refusal('NOT_FOUND')
  await appendAuditLog(
    tx,
    { operator: operator.id, action: 'viewed-sender', subject: subjects.of(id) },
    nowMs,
  )
  const { remitter, remitterBank = null, lastDigits = null, paidOn = null } = sender
  return { remitter, remitterBank, lastDigits, paidOn }
}

/** A request as the console's lists show it. */
function depositLine(request: DepositRequest, contact: string) {
  const show = (amount: Units) => formatAmount(amount, request.currency)
  const { id, customerId, claimed, credited, image, bank, confirmationsSeen: _, ...rest } = request
  return {
    ...rest,
    hasImage: image !== null,
    bank: bank && {
      ...{ bankName: bank.bankName, paymentReference: bank.paymentReference },
      isErased: bank.details === null,
    },
    id: String(id),
    reference: depositReference(id),
    customerId: String(customerId),
    contact,
    claimed: show(claimed),
    credited: credited === null ? null : show(credited),
    risk: [...request.risk],
  }
}

/** A request with its proposal, and what the viewer can do about it. Refuses: NOT_FOUND. */
async function depositPage(db: Db, id: bigint, viewer: Operator): Promise<calls.DepositCheck> {
  const request = await findDeposit(db, id)
  if (!request) throw refusal('NOT_FOUND')
  const row = await currentProposal(db, subjects.of(id))
  const proposal = row ? await proposalView(db, depositProposals, row, viewer) : null
  return {
    ...depositLine(request, await contactOf(db, request.customerId)),
    proposal,
    viewerAction: viewerActionOn(request, proposal, viewer),
  }
}

/** What an operator can do about a request: make a match, check one, wait, or nothing. */
function viewerActionOn(
  request: Pick<DepositRequest, 'status'>,
  proposal: Pick<ProposalView, 'viewerAction' | 'status'> | null,
  viewer: Operator,
): calls.DepositCheck['viewerAction'] {
  if (request.status !== 'pending') return 'none'
  if (proposal?.status === 'pending') return proposal.viewerAction
  return hasRole(viewer.roles, credit.roles) ? 'make' : 'none'
}

/**
 * A request that nobody has decided or proposed to, held until the transaction ends: of a proposal and a
 * rejection at the same moment the later one sees the earlier.
 *
 * Refuses: NOT_FOUND, DEPOSIT_NOT_PENDING, PROPOSAL_EXISTS.
 */
async function lockUndecided(tx: Tx, id: bigint): Promise<DepositRequest> {
  const request = await lockDeposit(tx, id)
  if (!request) throw refusal('NOT_FOUND')
  if (request.status !== 'pending') throw refusal('DEPOSIT_NOT_PENDING')
  // Looked for rather than found by the insert: that would wait for a checker who waits for this request.
  if ((await currentProposal(tx, subjects.of(id)))?.status === 'pending') throw refusal('PROPOSAL_EXISTS')
  return request
}

/** The payment that a proposal to credit a request is about. One of an earlier version has no output: its first. */
const paymentOf = ({ network }: Pick<DepositRequest, 'network'>, params: Texts) => ({
  chain: chainOf(network),
  txReference: params.txReference!,
  outputIndex: Number(params.outputIndex ?? 0),
})

async function requestOf(db: Db | Tx, subject: string): Promise<DepositRequest> {
  const request = await findDeposit(db, subjects.idOf(subject))
  if (!request) throw refusal('NOT_FOUND')
  return request
}
