import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import { allot } from '#domain/ieo/allotment.ts'
import { coinUnits, costOf, failureAt, LISTED_WITHIN_MS } from '#domain/ieo/rules.ts'
import type { IeoFailure, IeoState } from '#domain/ieo/words.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { SECOND_MS } from '#domain/time.ts'
import { outsideAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { type NewNotice, writeNotices } from '#server/core/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { moment } from '#server/platform/db/moment.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import { supplyOf } from './accounts.ts'
import { deliveryTransfers, heldOf, refundTransfers, unlockTransfers } from './flows.ts'
import { allottedNotice, failedNotice, unlockedNotice } from './notices.ts'
import {
  listAsks,
  lockOrders,
  lockProject,
  moveOrders,
  type OrderOfProject,
  type OrderRow,
  type ProjectRow,
  projectOfRow,
} from './store.ts'

/** How many orders a transaction moves on. */
const BATCH = 100
/** How many projects one run looks at; the next run goes on. */
const MAX_PROJECTS = 50

/** The periodic job of new-coin sales: what ended is shared out or called off, what is listed delivered and unlocked. */
export const ieoJobs = (db: Db, clock: Clock): Job[] => [
  {
    name: 'ieo: sales that are due',
    everyMs: 5 * SECOND_MS,
    isRunAnywhere: true,
    run: () => settleIeo(db, clock.nowMs()),
  },
]

/**
 * Does what is due. Each step looks for what is left to do and does a batch of it in one transaction, so that it can run
 * late, twice, at once, or be cut off anywhere.
 */
export async function settleIeo(db: Db, nowMs: number): Promise<void> {
  for (const id of await dueProjects(db, nowMs)) {
    await db.transaction().execute((tx) => closeProject(tx, id, nowMs))
  }
  for (const { id, code } of await unissued(db)) {
    // The listing is adopted within a second of its approval; until then its accounts have no number.
    if (findCurrency(code)) await db.transaction().execute((tx) => issueCoins(tx, id, nowMs))
  }
  for (const project of await withOpenOrders(db, nowMs)) {
    for (;;) {
      const moved = await db.transaction().execute((tx) => moveBatch(tx, project, nowMs))
      if (moved < BATCH) break
    }
  }
}

/** Projects whose sale is over, and those that should have been listed by now. */
async function dueProjects(db: Db, nowMs: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from ieo_project
    where (status = 'sale' and ends_at <= ${moment(nowMs)})
      or (status = 'allotted' and ends_at <= ${moment(nowMs - LISTED_WITHIN_MS)})
    order by ends_at limit ${MAX_PROJECTS}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Shares a project out whose sale is over, or calls it off. Whoever comes second finds nothing to do. */
async function closeProject(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  const row = await lockProject(tx, id)
  const failure = failureAt(projectOfRow(row), nowMs)
  if (failure) return failProject(tx, id, failure, nowMs)
  if (row.status === 'sale' && row.ends_at <= nowMs) await allotProject(tx, row, nowMs)
}

/** Calls a locked project off: the job gives all money back. */
export async function failProject(tx: Tx, id: bigint, failure: IeoFailure, nowMs: number): Promise<void> {
  await tx
    .updateTable('ieo_project')
    .set({ status: 'failed', failure, updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}

/** Writes down what each subscription of a locked project is allotted. Money moves order by order, later. */
async function allotProject(tx: Tx, row: ProjectRow, nowMs: number): Promise<void> {
  const asks = await listAsks(tx, row.id)
  const { total, left, lines } = allot(
    row.subscription_supply,
    asks.map(({ quantity }) => quantity),
  )
  assert(total === row.subscribed, `project ${row.id} counts what its subscriptions ask for`)
  const all = asks.map(({ id }, index) => ({ id, position: index + 1, ...lines[index]! }))
  await sql`
    update ieo_order o
    set allotted = a.allotted, position = a.position, whole = a.whole, remainder = a.remainder, rank = a.rank
    from unnest(
      ${arrayLiteral(all, ({ id }) => id)}::bigint[], ${arrayLiteral(all, ({ allotted }) => allotted)}::bigint[],
      ${arrayLiteral(all, ({ position }) => position)}::int[], ${arrayLiteral(all, ({ whole }) => whole)}::bigint[],
      ${arrayLiteral(all, ({ remainder }) => remainder)}::bigint[], ${arrayLiteral(all, ({ rank }) => rank)}::int[])
      a (id, allotted, position, whole, remainder, rank)
    where o.id = a.id`.execute(tx)
  await tx
    .updateTable('ieo_project')
    .set({
      ...{ status: 'allotted', subscriptions: all.length, left_over: left },
      allotted: lines.reduce((sum, { allotted }) => sum + allotted, 0n),
      updated_at: new Date(nowMs),
    })
    .where('id', '=', row.id)
    .execute()
}

const unissued = (db: Db) =>
  db
    .selectFrom('ieo_project')
    .select(['id', 'code'])
    .where('status', '=', 'listed')
    .where('is_issued', '=', false)
    .limit(MAX_PROJECTS)
    .execute()

/** Takes what the issuer delivered into the ledger, once. */
async function issueCoins(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  const row = await lockProject(tx, id)
  if (row.is_issued) return
  await tx
    .updateTable('ieo_project')
    .set({ is_issued: true, updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
  const amount = coinUnits(row.received!, row.decimals)
  const [debit, credit] = [outsideAccount(row.code), supplyOf(row.code)]
  if (amount > 0n)
    await post(tx, [{ debit, credit, amount, reason: 'treasury-funding', reference: nextId() }], nowMs)
}

/** Projects with orders that may move on now. */
async function withOpenOrders(db: Db, nowMs: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select p.id from ieo_project p
    where p.status <> 'sale' and exists (
      select from ieo_order o where o.project_id = p.id and o.status not in ('unlocked', 'refunded')
        and (o.status = 'waiting' or p.status = 'failed' or (p.is_issued and (
          o.status = 'allotted' or p.unlocks_at <= ${new Date(nowMs)}::timestamptz))))
    order by p.id limit ${MAX_PROJECTS}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which of a project's orders move on now. */
function movable(project: ProjectRow, nowMs: number): IeoState[] {
  if (project.status === 'failed') return ['waiting', 'allotted']
  if (project.status === 'sale') return []
  const isUnlocked = project.unlocks_at !== null && project.unlocks_at <= nowMs
  return [
    'waiting' as const,
    ...(project.is_issued ? ['allotted' as const] : []),
    ...(project.is_issued && isUnlocked ? ['locked' as const] : []),
  ]
}

/** Moves a batch of a project's orders on by one state each. Returns: how many. */
async function moveBatch(tx: Tx, projectId: bigint, nowMs: number): Promise<number> {
  const project = await tx
    .selectFrom('ieo_project')
    .selectAll()
    .where('id', '=', projectId)
    // What is being called off or listed is decided first.
    .forShare()
    .executeTakeFirstOrThrow()
  const orders = await lockOrders(tx, projectId, movable(project, nowMs), BATCH)
  const moves = orders.map((order) => moveOf({ order, project }, nowMs))
  await moveOrders(tx, moves, nowMs)
  const transfers = moves.flatMap((move) => move.transfers)
  if (transfers.length > 0) await post(tx, transfers, nowMs)
  await writeNotices(
    tx,
    moves.flatMap(({ notice }) => notice ?? []),
    nowMs,
  )
  return orders.length
}

interface Move {
  readonly order: OrderRow
  readonly to: IeoState
  readonly transfers: ReturnType<typeof refundTransfers>
  readonly notice?: NewNotice
}

/** What becomes of an order now. */
function moveOf(found: OrderOfProject, nowMs: number): Move {
  const { order, project } = found
  if (project.status === 'failed') {
    const refund = heldOf(order)
    const transfers = refundTransfers(order, refund)
    return { order, to: 'refunded', transfers, notice: failedNotice(found, project.failure!, refund) }
  }
  if (order.status === 'waiting') {
    const { quantity, allotted, price } = order
    const to = allotted === 0n ? 'refunded' : 'allotted'
    const transfers = refundTransfers(order, costOf(quantity - allotted!, price))
    return { order, to, transfers, notice: allottedNotice({ order: { ...order, status: to }, project }) }
  }
  const isLocked = project.unlocks_at! > nowMs
  if (order.status === 'locked')
    return { order, to: 'unlocked', transfers: unlockTransfers(found), notice: unlockedNotice(found) }
  const transfers = deliveryTransfers(found, isLocked)
  return isLocked
    ? { order, to: 'locked', transfers }
    : { order, to: 'unlocked', transfers, notice: unlockedNotice(found) }
}
