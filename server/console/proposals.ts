import type { RawBuilder } from 'kysely'
import type { ProposalView } from '#domain/console/contract.ts'
import { hasRole, type Role } from '#domain/console/roles.ts'
import { assert, refusal } from '#domain/errors.ts'
import type { DecimalString } from '#domain/money/amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { appendAuditLog } from './audit-log.ts'
import { isCustomerToo, ownersOf } from './own-accounts.ts'
import { line } from './proposal-fields.ts'
import type { ProposalRow, Texts } from './store.ts'
import type { Announce, TermsChange } from './terms-change.ts'

/** What a kind of proposal says and does, and for whom. Products bring their own. */
export interface ProposalAction {
  readonly kind: string
  /** Who may make or check it, and who else sees it. */
  readonly roles: readonly Role[]
  readonly viewers: readonly Role[]
  /** Stands in the queue with the request it is about, and not beside it. */
  readonly isAboutRequest?: boolean
  /** Describes the effect to the checker. */
  describe(
    db: Db | Tx,
    proposal: Proposed & Pick<ProposalRow, 'id' | 'status'>,
  ): Promise<Pick<ProposalView, 'title' | 'lines'>>
  /** The money that it moves, as a plain decimal, for a kind that moves an amount of one currency. */
  amountOf?(params: Texts): Money
  /** What the audit log keeps of its parameters, where these are not what people read, or its checker is to type some of them again. */
  logged?(params: Texts): Texts
  /** What one wrong character would make lose money: the checker types it again, from its source. */
  readonly typedAgain?: {
    readonly label: string
    /** Of which proposals it is asked; of every one where it is left out. */
    isAsked?(params: Texts): boolean
    isSame(params: Texts, typed: string): boolean
  }
  /** Whether it is about this operator: then they only see it. */
  isAbout?(proposal: Proposed, operator: bigint): boolean
  /**
   * The customers for whom it pays, credits, charges or lifts something: a query of one column, their ids. No operator proposes or
   * decides it of an account of their own.
   */
  readonly customersOf?: ((proposal: Proposed) => RawBuilder<unknown>) | undefined
  /**
   * What customers are told of it, for a kind that changes their terms: asked before it is executed, and published with it.
   * Every other kind stands in `server/products/not-announced.ts` with the reason why not. Undefined where nothing changes.
   */
  announces?(tx: Tx, proposal: Proposed): Promise<TermsChange | undefined>
  /** Executes it in the approving transaction. A refusal leaves the proposal pending. */
  apply(
    tx: Tx,
    proposal: Proposed & { id: bigint; reason: string; maker: bigint; checker: bigint },
    nowMs: number,
  ): Promise<void>
}

/** An amount as a plain decimal, and of what. */
export interface Money {
  readonly amount: DecimalString
  readonly currency: string
}

export interface Proposed {
  readonly subject: string
  readonly params: Texts
}

/**
 * Writes down what an operator proposes, for another to check.
 *
 * Refuses: OPERATOR_ROLE_REQUIRED; PROPOSAL_ABOUT_YOURSELF; PROPOSAL_EXISTS while another waits for the same subject or the same
 * payment.
 */
export async function propose(
  tx: Tx,
  { kind, roles, logged, customersOf }: Pick<ProposalAction, 'kind' | 'roles' | 'logged' | 'customersOf'>,
  proposal: Proposed & { reason: string },
  maker: Operator,
  nowMs: number,
): Promise<ProposalRow> {
  const { subject, params, reason } = proposal
  if (!hasRole(maker.roles, roles)) throw refusal('OPERATOR_ROLE_REQUIRED')
  await requireNotTheirs(tx, { customersOf }, proposal, [maker.id])
  const row = await tx
    .insertInto('proposal')
    .values({
      kind,
      subject,
      params: JSON.stringify(params),
      maker: maker.id,
      reason,
      made_at: new Date(nowMs),
    })
    // One pending proposal a subject, and one for a payment from outside.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refusal('PROPOSAL_EXISTS')
  const detail = { ...(logged?.(params) ?? params), kind, proposal: reference(row), reason }
  await appendAuditLog(tx, { operator: maker.id, action: 'proposed', subject, detail }, nowMs)
  return row
}

/**
 * Approves a proposal: its effect, its new status, the log's line and what customers are told are one transaction.
 *
 * Refuses: what `lockForChecker` refuses; PROPOSAL_MAKER_INACTIVE, PROPOSAL_ABOUT_YOURSELF, TYPED_AGAIN_DIFFERS, and whatever its action refuses.
 */
export async function approve(
  tx: Tx,
  actions: readonly ProposalAction[],
  request: { id: bigint; reason: string; again?: string | undefined },
  checker: Operator,
  nowMs: number,
  announce?: Announce,
): Promise<ProposalRow> {
  const { id, reason, again = '' } = request
  const row = await lockForChecker(tx, actions, id, checker)
  const action = actionOf(actions, row)
  if (!isMakerAllowed(action, await lockMaker(tx, row))) throw refusal('PROPOSAL_MAKER_INACTIVE')
  // The maker may have become its customer since.
  await requireNotTheirs(tx, action, row, [row.maker, checker.id])
  const typed = typedAgainOf(action, row)
  if (typed && !typed.isSame(row.params, again)) throw refusal('TYPED_AGAIN_DIFFERS')
  const decided = await decide(tx, row, { status: 'approved', checker: checker.id, reason }, nowMs)
  const by = { maker: row.maker, checker: checker.id }
  const change = await action.announces?.(tx, row)
  const { id: proposal, subject, params, reason: why } = row
  await action.apply(tx, { id: proposal, subject, params, reason: why, ...by }, nowMs)
  if (change) {
    assert(announce, `what changes by a proposal of kind ${row.kind} can be announced`)
    await announce(tx, change, { proposal: row.id, ...by }, nowMs)
  }
  await logDecision(tx, decided, checker, nowMs)
  return decided
}

/**
 * Turns a proposal down; nothing else happens.
 *
 * Refuses: what `lockForChecker` refuses; OPERATOR_IS_YOU to whom it is about, PROPOSAL_ABOUT_YOURSELF to whose account it is about.
 */
export async function sendBack(
  tx: Tx,
  actions: readonly ProposalAction[],
  request: { id: bigint; reason: string },
  checker: Operator,
  nowMs: number,
): Promise<ProposalRow> {
  const row = await lockForChecker(tx, actions, request.id, checker)
  const action = actionOf(actions, row)
  if (action.isAbout?.(row, checker.id)) throw refusal('OPERATOR_IS_YOU')
  await requireNotTheirs(tx, action, row, [checker.id])
  const decided = await decide(tx, row, { status: 'sent-back', checker: checker.id, ...request }, nowMs)
  await logDecision(tx, decided, checker, nowMs)
  return decided
}

/** Refuses: PROPOSAL_ABOUT_YOURSELF where it is about an account of one of these operators. */
async function requireNotTheirs(
  tx: Tx,
  action: Pick<ProposalAction, 'customersOf'>,
  proposal: Proposed,
  operators: readonly bigint[],
): Promise<void> {
  const owners = await ownersOf(tx, action, proposal)
  if (owners.some(({ id }) => operators.includes(id))) throw refusal('PROPOSAL_ABOUT_YOURSELF')
}

/** Takes a proposal of one's own back. Refuses: NOT_FOUND, PROPOSAL_NOT_PENDING, PROPOSAL_NOT_YOURS. */
export async function withdraw(
  tx: Tx,
  request: { id: bigint; reason: string },
  maker: Operator,
  nowMs: number,
): Promise<ProposalRow> {
  const row = await lock(tx, request.id)
  if (row.maker !== maker.id) throw refusal('PROPOSAL_NOT_YOURS')
  const decided = await decide(tx, row, { status: 'withdrawn', checker: null, ...request }, nowMs)
  await logDecision(tx, decided, maker, nowMs)
  return decided
}

/** Takes back what waits for a checker about subjects that are there no more. */
export async function withdrawPending(
  tx: Tx,
  subjects: readonly string[],
  reason: string,
  nowMs: number,
): Promise<void> {
  if (subjects.length === 0) return
  const rows = await tx
    .updateTable('proposal')
    .set({ status: 'withdrawn', decision: reason, decided_at: new Date(nowMs) })
    .where('subject', 'in', [...subjects])
    .where('status', '=', 'pending')
    .returningAll()
    .execute()
  for (const row of rows) await logDecision(tx, row, null, nowMs)
}

/** The newest proposal for a subject that waits or was approved. */
export const currentProposal = (db: Db | Tx, subject: string): Promise<ProposalRow | undefined> =>
  db
    .selectFrom('proposal')
    .selectAll()
    .where('subject', '=', subject)
    .where('status', 'in', ['pending', 'approved'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Refuses: PROPOSAL_EXISTS while something that was proposed for a subject waits for a checker. */
export async function requireNoneWaits(tx: Tx, subject: string): Promise<void> {
  if ((await currentProposal(tx, subject))?.status === 'pending') throw refusal('PROPOSAL_EXISTS')
}

/** What waits for a checker of these subjects, by subject: of each there is at most one. */
export async function pendingBySubject(
  db: Db,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, ProposalRow>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('proposal')
    .selectAll()
    .where('status', '=', 'pending')
    .where('subject', 'in', [...subjects])
    .execute()
  return new Map(rows.map((row) => [row.subject, row]))
}

/** When each of these proposals was decided, by id; null while it waits. */
export async function decidedAtOf(
  db: Db,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, number | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('proposal')
    .select(['id', 'decided_at'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.decided_at]))
}

/** What waits for a checker of these kinds, as an operator sees it, oldest first. */
export async function pendingViews(
  db: Db,
  actions: readonly ProposalAction[],
  viewer: Operator,
): Promise<ProposalView[]> {
  const rows = await pendingProposals(db, actions)
  return Promise.all(rows.map((row) => proposalView(db, actions, row, viewer)))
}

/** How many decided proposals the page that they belong to shows. */
const MAX_DECIDED = 50

/** What of these kinds was decided or taken back, as an operator sees it, newest first. */
export async function decidedViews(
  db: Db,
  actions: readonly ProposalAction[],
  viewer: Operator,
): Promise<ProposalView[]> {
  const rows = await db
    .selectFrom('proposal')
    .selectAll()
    .where('status', '<>', 'pending')
    .where(
      'kind',
      'in',
      actions.map(({ kind }) => kind),
    )
    .orderBy('id', 'desc')
    .limit(MAX_DECIDED)
    .execute()
  return Promise.all(rows.map((row) => proposalView(db, actions, row, viewer)))
}

/** How many proposals a list shows at most. */
const MAX_LISTED = 500

/** What waits for a checker of these kinds, oldest first. */
export const pendingProposals = async (
  db: Db,
  actions: readonly Pick<ProposalAction, 'kind'>[],
): Promise<ProposalRow[]> =>
  actions.length === 0
    ? []
    : db
        .selectFrom('proposal')
        .selectAll()
        .where('status', '=', 'pending')
        .where(
          'kind',
          'in',
          actions.map(({ kind }) => kind),
        )
        .orderBy('id')
        .limit(MAX_LISTED)
        .execute()

/** What waits for a checker, by kind: how many, and since when. */
export const pendingByKind = (db: Db): Promise<{ kind: string; waiting: number; since: number }[]> =>
  db
    .selectFrom('proposal')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('waiting'), fn.min('made_at').as('since')])
    .where('status', '=', 'pending')
    .groupBy('kind')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, waiting: Number(row.waiting), since: Number(row.since) })))

/** How proposals stand, for a list: what the viewer can do about each, without what it would do. By subject. */
export async function proposalStates(
  db: Db,
  actions: readonly ProposalAction[],
  rows: readonly ProposalRow[],
  viewer: Operator,
) {
  const makers = new Map(
    rows.length === 0
      ? []
      : (
          await db
            .selectFrom('operator')
            .select(['id', 'name', 'is_active', 'roles'])
            .where('id', 'in', [...new Set(rows.map(({ maker }) => maker))])
            .execute()
        ).map((operator) => [operator.id, operator]),
  )
  const own = await ownAmong(db, actions, rows, viewer)
  return new Map(
    rows.map((row) => {
      const action = actionOf(actions, row)
      const maker = makers.get(row.maker)
      const state = {
        id: String(row.id),
        status: row.status,
        maker: maker?.name ?? '?',
        viewerAction: viewerActionOf(action, row, viewer, own.has(row.id)),
        canApprove: row.status === 'pending' && isMakerAllowed(action, maker),
      }
      return [row.subject, state]
    }),
  )
}

/** Which of these proposals are about an account of the viewer's. */
async function ownAmong(
  db: Db,
  actions: readonly ProposalAction[],
  rows: readonly ProposalRow[],
  viewer: Operator,
): Promise<ReadonlySet<bigint>> {
  const own = new Set<bigint>()
  if (rows.length === 0 || !(await isCustomerToo(db, viewer.id))) return own
  for (const row of rows)
    if ((await ownersOf(db, actionOf(actions, row), row)).some(({ id }) => id === viewer.id)) own.add(row.id)
  return own
}

/** A proposal as an operator sees it: what would happen, and what they can do. */
export async function proposalView(
  db: Db | Tx,
  actions: readonly ProposalAction[],
  row: ProposalRow,
  viewer: Operator,
): Promise<ProposalView> {
  const action = actionOf(actions, row)
  const people = await db
    .selectFrom('operator')
    .select(['id', 'name', 'is_active', 'roles'])
    .where('id', 'in', row.checker === null ? [row.maker] : [row.maker, row.checker])
    .execute()
  const person = (id: bigint) => ({
    id: String(id),
    name: people.find((operator) => operator.id === id)?.name ?? '?',
  })
  const { title, lines } = await action.describe(db, row)
  const owners = await ownersOf(db, action, row)
  return {
    id: String(row.id),
    reference: reference(row),
    kind: row.kind,
    subject: row.subject,
    title,
    lines: [...lines, ...owners.map(({ name, customer }) => line(`Customer ${customer} is operator`, name))],
    status: row.status,
    maker: person(row.maker),
    reason: row.reason,
    madeAtMs: row.made_at,
    checker: row.checker === null ? null : person(row.checker),
    decision: row.decision,
    decidedAtMs: row.decided_at,
    viewerAction: viewerActionOf(
      action,
      row,
      viewer,
      owners.some(({ id }) => id === viewer.id),
    ),
    canApprove:
      row.status === 'pending' &&
      isMakerAllowed(
        action,
        people.find(({ id }) => id === row.maker),
      ),
    typeAgain: row.status === 'pending' ? (typedAgainOf(action, row)?.label ?? null) : null,
  }
}

/** What the checker of a proposal types again, if anything. */
const typedAgainOf = ({ typedAgain }: ProposalAction, { params }: Pick<ProposalRow, 'params'>) =>
  typedAgain?.isAsked?.(params) === false ? undefined : typedAgain

/** Whether a proposal still counts: of its two people, whoever made it could make it today. */
export const isMakerAllowed = (
  { roles }: Pick<ProposalAction, 'roles'>,
  maker: { readonly is_active: boolean; readonly roles: readonly string[] } | undefined,
): boolean => maker?.is_active === true && hasRole(maker.roles, roles)

/** The maker of a proposal, who is not disabled before the transaction ends. */
const lockMaker = (tx: Tx, { maker }: Pick<ProposalRow, 'maker'>) => lockOperator(tx, maker)

const lockOperator = (tx: Tx, id: bigint) =>
  tx.selectFrom('operator').select(['is_active', 'roles']).where('id', '=', id).forShare().executeTakeFirst()

/** For the queue, of a proposal that cannot be approved. */
export const MAKER_INACTIVE = 'Who proposed it is disabled or has lost the role: it can only be sent back'

/** What an operator can do about a proposal, which may be about an account of their own. */
export function viewerActionOf(
  action: ProposalAction,
  row: ProposalRow,
  viewer: Operator,
  isOwn = false,
): ProposalView['viewerAction'] {
  if (row.status !== 'pending') return 'none'
  if (row.maker === viewer.id) return 'waiting'
  if (isOwn || action.isAbout?.(row, viewer.id)) return 'none'
  return hasRole(viewer.roles, action.roles) ? 'check' : 'none'
}

const actionOf = (actions: readonly ProposalAction[], { kind }: Pick<ProposalRow, 'kind'>) => {
  const action = actions.find((one) => one.kind === kind)
  assert(action, `a product brings the proposals of kind ${kind}`)
  return action
}

/** What operators call a proposal. @example 'P-1042' */
export const reference = ({ id }: Pick<ProposalRow, 'id'>): string => `P-${id}`

async function lock(tx: Tx, id: bigint): Promise<ProposalRow> {
  const row = await tx.selectFrom('proposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  if (row.status !== 'pending') throw refusal('PROPOSAL_NOT_PENDING')
  return row
}

/**
 * A pending proposal and its checker, who keeps the role until the transaction ends.
 *
 * Refuses: NOT_FOUND, PROPOSAL_NOT_PENDING, PROPOSAL_IS_YOURS, OPERATOR_ROLE_REQUIRED also of a checker who was disabled.
 */
async function lockForChecker(
  tx: Tx,
  actions: readonly ProposalAction[],
  id: bigint,
  checker: Operator,
): Promise<ProposalRow> {
  const row = await lock(tx, id)
  if (row.maker === checker.id) throw refusal('PROPOSAL_IS_YOURS')
  // Of the session it is known what they were before the transaction began.
  const now = await lockOperator(tx, checker.id)
  if (!now?.is_active || !hasRole(now.roles, actionOf(actions, row).roles))
    throw refusal('OPERATOR_ROLE_REQUIRED')
  return row
}

async function decide(
  tx: Tx,
  row: ProposalRow,
  decision: { status: 'approved' | 'sent-back' | 'withdrawn'; checker: bigint | null; reason: string },
  nowMs: number,
): Promise<ProposalRow> {
  const decided = await tx
    .updateTable('proposal')
    .set({
      status: decision.status,
      checker: decision.checker,
      decision: decision.reason,
      decided_at: new Date(nowMs),
    })
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  if (!decided) throw refusal('PROPOSAL_NOT_PENDING')
  return decided
}

function logDecision(tx: Tx, row: ProposalRow, by: Operator | null, nowMs: number): Promise<void> {
  const { status, subject, kind, decision } = row
  assert(status !== 'pending', 'what is logged was decided')
  const detail = { proposal: reference(row), kind, reason: decision ?? '' }
  return appendAuditLog(tx, { operator: by?.id ?? null, action: status, subject, detail }, nowMs)
}
