import type { DepositCheck, ProposalView } from '#domain/console/contract.ts'
import { hasRole, proposalRoles } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import type { Units } from '#domain/money/amount.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import type { DepositStatus } from '#domain/wallet/contract.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { appendAuditLog } from './audit-log.ts'
import { contactOf } from './customers.ts'
import { formatAmountWithCurrency } from './format-amount.ts'
import { currentProposal, type ProposalAction, proposalView, propose } from './proposals.ts'

/** The page of deposits by proof: matching what a customer says was sent to what arrived. */

/** What the console uses of the wallet; the money and the statuses are the wallet's. */
export interface DepositService {
  list(db: Db, filter: PageSlice & { readonly status: DepositStatus | undefined }): Promise<DepositRequest[]>
  find(db: Db | Tx, id: bigint): Promise<DepositRequest | undefined>
  /** The same, held so that nobody else decides it before the transaction ends. */
  lock(tx: Tx, id: bigint): Promise<DepositRequest | undefined>
  /** Credits a pending request once. Refuses when it was decided or the transaction was credited before. */
  credit(
    tx: Tx,
    match: { id: bigint; amount: Units; txReference: string; maker: bigint; checker: bigint },
    nowMs: number,
  ): Promise<unknown>
  reject(tx: Tx, rejection: { id: bigint; reason: string; operator: bigint }, nowMs: number): Promise<unknown>
  /** Refuses, before anybody checks it, a transaction that cannot be the one the customer means. */
  checkReference(request: DepositRequest, txReference: string): void
  /** The screenshot, for an operator's eyes. */
  readProof(request: DepositRequest): Promise<{ bytes: Buffer; type: string }>
}

export interface DepositRequest {
  readonly id: bigint
  readonly customerId: bigint
  readonly status: DepositStatus
  readonly currency: string
  readonly network: string
  readonly claimed: Units
  readonly credited: Units | null
  readonly txReference: string | null
  readonly address: string
  readonly isAddressOurs: boolean
  readonly hashTail: string
  readonly sender: string
  readonly image: string
  readonly submittedAtMs: number
  readonly decidedAtMs: number | null
  readonly rejection: string | null
  /** Risk notes for the reviewer. */
  readonly risk: readonly string[]
}

export const depositSubject = (id: bigint): string => `deposit:${id}`
export const depositReference = (id: bigint): string => `D-${id}`

/** Crediting: what two operators matched, not what the customer typed. */
export const depositActions = (deposits: DepositService): ProposalAction[] => [
  {
    kind: 'deposit-credit',
    async describe(db, { subject, params }) {
      const request = await requestOf(db, deposits, subject)
      const { currency } = request
      const amount = formatAmountWithCurrency(readAmount(params.amount!, currency), currency)
      const claimed = formatAmountWithCurrency(request.claimed, currency)
      return {
        title: `Credit ${depositReference(request.id)}`,
        lines: [
          { label: 'Amount that arrived', value: amount, before: amount === claimed ? null : claimed },
          { label: 'Transaction', value: params.txReference!, before: null },
        ],
      }
    },
    async apply(tx, { subject, params, maker, checker }, nowMs) {
      const { id, currency } = await requestOf(tx, deposits, subject)
      const amount = readAmount(params.amount!, currency)
      await deposits.credit(tx, { id, amount, txReference: params.txReference!, maker, checker }, nowMs)
    },
  },
]

/**
 * Matches a request to the transaction that arrived, for somebody else to check.
 *
 * Refuses: NOT_FOUND, DEPOSIT_NOT_PENDING, PROPOSAL_EXISTS, the amount's own refusals, the transaction's own refusals.
 */
export async function proposeCredit(
  tx: Tx,
  deposits: DepositService,
  match: { id: bigint; txReference: string; amount: string; reason: string },
  maker: Operator,
  nowMs: number,
): Promise<void> {
  const request = await lockUndecided(tx, deposits, match.id)
  const amount = formatAmount(readAmount(match.amount, request.currency), request.currency)
  deposits.checkReference(request, match.txReference)
  const params = { amount, txReference: match.txReference }
  const subject = depositSubject(request.id)
  await propose(tx, { kind: 'deposit-credit', subject, params, reason: match.reason }, maker, nowMs)
}

/**
 * Rejects a request. One operator may: it moves no money, and the customer can ask again.
 *
 * Refuses: NOT_FOUND, DEPOSIT_NOT_PENDING, PROPOSAL_EXISTS while a credit waits for its checker.
 */
export async function rejectRequest(
  tx: Tx,
  deposits: DepositService,
  rejection: { id: bigint; reason: string },
  operator: Operator,
  nowMs: number,
): Promise<void> {
  const request = await lockUndecided(tx, deposits, rejection.id)
  const subject = depositSubject(request.id)
  await deposits.reject(tx, { ...rejection, operator: operator.id }, nowMs)
  const detail = { reason: rejection.reason }
  await appendAuditLog(tx, { operator: operator.id, action: 'rejected', subject, detail }, nowMs)
}

/** The screenshot of a request; that it was looked at stands in the log first. */
export async function viewProof(
  db: Db,
  deposits: DepositService,
  id: bigint,
  operator: Operator,
  nowMs: number,
) {
  const request = await deposits.find(db, id)
  if (!request) throw refusal('NOT_FOUND')
  await appendAuditLog(
    db,
    { operator: operator.id, action: 'viewed-proof', subject: depositSubject(id) },
    nowMs,
  )
  return deposits.readProof(request)
}

/** A request as the console's lists show it. */
export async function depositLine(db: Db | Tx, request: DepositRequest) {
  const show = (amount: Units) => formatAmount(amount, request.currency)
  const { id, customerId, claimed, credited, image: _, ...rest } = request
  return {
    ...rest,
    id: String(id),
    reference: depositReference(id),
    customerId: String(customerId),
    contact: await contactOf(db, customerId),
    claimed: show(claimed),
    credited: credited === null ? null : show(credited),
    risk: [...request.risk],
  }
}

/** A request with its proposal, and what the viewer can do about it. Refuses: NOT_FOUND. */
export async function depositPage(
  db: Db,
  deposits: DepositService,
  actions: readonly ProposalAction[],
  id: bigint,
  viewer: Operator,
): Promise<DepositCheck> {
  const request = await deposits.find(db, id)
  if (!request) throw refusal('NOT_FOUND')
  const row = await currentProposal(db, depositSubject(id))
  const proposal = row ? await proposalView(db, actions, row, viewer) : null
  return { ...(await depositLine(db, request)), proposal, part: depositPart(request, proposal, viewer) }
}

/** What an operator can do about a request: make a match, check one, wait, or nothing. */
export function depositPart(
  request: Pick<DepositRequest, 'status'>,
  proposal: Pick<ProposalView, 'part' | 'status'> | null,
  viewer: Operator,
): DepositCheck['part'] {
  if (request.status !== 'pending') return 'none'
  if (proposal?.status === 'pending') return proposal.part
  return hasRole(viewer.roles, proposalRoles['deposit-credit']) ? 'make' : 'none'
}

/**
 * A request that nobody has decided or proposed to, held until the transaction ends: of a proposal and a
 * rejection at the same moment the later one sees the earlier.
 *
 * Refuses: NOT_FOUND, DEPOSIT_NOT_PENDING, PROPOSAL_EXISTS.
 */
async function lockUndecided(tx: Tx, deposits: DepositService, id: bigint): Promise<DepositRequest> {
  const request = await deposits.lock(tx, id)
  if (!request) throw refusal('NOT_FOUND')
  if (request.status !== 'pending') throw refusal('DEPOSIT_NOT_PENDING')
  // Looked for rather than met by the insert: that would wait for a checker who waits for this request.
  if ((await currentProposal(tx, depositSubject(id)))?.status === 'pending') throw refusal('PROPOSAL_EXISTS')
  return request
}

async function requestOf(db: Db | Tx, deposits: DepositService, subject: string): Promise<DepositRequest> {
  const request = await deposits.find(db, BigInt(subject.slice('deposit:'.length)))
  if (!request) throw refusal('NOT_FOUND')
  return request
}
