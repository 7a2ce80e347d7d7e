import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { heldIn, type IeoDraft, type IeoProject, PAID_IN } from '#domain/ieo/rules.ts'
import {
  type IeoFailure,
  type IeoKind,
  type IeoState,
  type IeoStatus,
  openIeoStates,
} from '#domain/ieo/words.ts'
import type { Units } from '#domain/money/amount.ts'
import type { ProductBalance } from '#server/core/ledger/product-balances.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { ieoAccounts } from './accounts.ts'

type Time = ColumnType<number, Date, Date>
type TimeOrNull = ColumnType<number | null, Date | null, Date | null>

interface ProjectTable {
  id: Generated<bigint>
  code: string
  name: string
  tagline: string
  colour: string
  decimals: number
  price: Units
  exchange_supply: bigint
  subscription_supply: bigint
  max_exchange: bigint
  quota: bigint
  soft_cap: bigint
  opens_at: Time
  ends_at: Time
  lists_at: Time
  lock_days: number
  status: IeoStatus
  is_open: boolean
  failure: IeoFailure | null
  sold: Generated<bigint>
  subscribed: Generated<bigint>
  subscriptions: number | null
  allotted: bigint | null
  left_over: number | null
  received: bigint | null
  payment: string | null
  is_issued: Generated<boolean>
  listed_at: TimeOrNull
  unlocks_at: TimeOrNull
  created_at: Time
  updated_at: Time
}

interface OrderTable {
  id: bigint
  project_id: bigint
  customer_id: CustomerId
  symbol: string
  kind: IeoKind
  quantity: bigint
  price: Units
  placed_at: Time
  rules_version: number
  status: IeoState
  allotted: bigint | null
  position: number | null
  whole: bigint | null
  remainder: bigint | null
  rank: number | null
  ended_at: TimeOrNull
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    ieo_project: ProjectTable
    ieo_order: OrderTable
  }
}

export type ProjectRow = Selectable<ProjectTable>
export type OrderRow = Selectable<OrderTable>
/** An order with its project. */
export interface OrderOfProject {
  readonly order: OrderRow
  readonly project: ProjectRow
}

/** A project's row, as the rules know it. */
export const projectOfRow = (row: ProjectRow): IeoProject => ({
  ...{ status: row.status, isOpen: row.is_open, price: row.price },
  ...{ exchangeSupply: row.exchange_supply, subscriptionSupply: row.subscription_supply },
  ...{ maxExchange: row.max_exchange, quota: row.quota, softCap: row.soft_cap },
  ...{ opensAtMs: row.opens_at, endsAtMs: row.ends_at, sold: row.sold, subscribed: row.subscribed },
})

/** What a project promises, as it was proposed. */
export const draftOfRow = (row: ProjectRow): IeoDraft => ({
  ...{ code: row.code, name: row.name, tagline: row.tagline, colour: row.colour, decimals: row.decimals },
  ...{ price: row.price, exchangeSupply: row.exchange_supply, subscriptionSupply: row.subscription_supply },
  ...{ maxExchange: row.max_exchange, quota: row.quota, softCap: row.soft_cap },
  ...{ opensAtMs: row.opens_at, endsAtMs: row.ends_at, listsAtMs: row.lists_at, lockDays: row.lock_days },
})

/** The market of a project's coin, listed or not. */
export const symbolOf = ({ code }: Pick<ProjectRow, 'code'>): string => `${code}-${PAID_IN}`

/** The columns of what a project promises. */
export const draftColumns = (draft: IeoDraft) => ({
  ...{ code: draft.code, name: draft.name, tagline: draft.tagline, colour: draft.colour },
  ...{ decimals: draft.decimals, price: draft.price },
  ...{ exchange_supply: draft.exchangeSupply, subscription_supply: draft.subscriptionSupply },
  ...{ max_exchange: draft.maxExchange, quota: draft.quota, soft_cap: draft.softCap },
  opens_at: new Date(draft.opensAtMs),
  ends_at: new Date(draft.endsAtMs),
  lists_at: new Date(draft.listsAtMs),
  lock_days: draft.lockDays,
})

/** Projects, the newest first. */
export function listProjects(db: Db | Tx, { after, offset, limit }: PageSlice): Promise<ProjectRow[]> {
  let query = db.selectFrom('ieo_project').selectAll()
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** The project with this id. Refuses: NOT_FOUND. */
export async function requireProject(db: Db | Tx, id: bigint): Promise<ProjectRow> {
  const row = await db.selectFrom('ieo_project').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The same, locked until the transaction ends. */
export async function lockProject(tx: Tx, id: bigint): Promise<ProjectRow> {
  const row = await tx
    .selectFrom('ieo_project')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** What a customer ordered in some projects, by project and kind. */
export async function ownCoins(
  db: Db | Tx,
  customer: CustomerId,
  projectIds: readonly bigint[],
): Promise<(projectId: bigint, kind: IeoKind) => bigint> {
  const { rows } = await sql<{ project_id: bigint; kind: IeoKind; total: bigint }>`
    select project_id, kind, sum(quantity)::bigint as total from ieo_order
    where customer_id = ${customer} and project_id = any(${arrayLiteral(projectIds, (id) => id)}::bigint[])
    group by 1, 2`.execute(db)
  const found = new Map(rows.map((row) => [`${row.project_id} ${row.kind}`, row.total]))
  return (projectId, kind) => found.get(`${projectId} ${kind}`) ?? 0n
}

/** Saves a new order, and counts it in its project, which is locked. */
export async function insertOrder(tx: Tx, row: OrderRow): Promise<void> {
  await tx
    .insertInto('ieo_order')
    .values({ ...row, placed_at: new Date(row.placed_at), ended_at: null })
    .execute()
  await tx
    .updateTable('ieo_project')
    .set(({ eb }) =>
      row.kind === 'exchange'
        ? { sold: eb('sold', '+', row.quantity) }
        : { subscribed: eb('subscribed', '+', row.quantity) },
    )
    .where('id', '=', row.project_id)
    .execute()
}

/** One order of a customer with its project. Somebody else's is as missing. */
export async function findOrder(
  db: Db | Tx,
  id: bigint,
  customer: CustomerId,
): Promise<OrderOfProject | undefined> {
  const order = await db
    .selectFrom('ieo_order')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return order && { order, project: await requireProject(db, order.project_id) }
}

/** Those of these orders that are the customer's own, with their projects. */
export async function ordersById(
  db: Db | Tx,
  customer: CustomerId,
  ids: readonly bigint[],
): Promise<OrderOfProject[]> {
  const rows = await db
    .selectFrom('ieo_order')
    .selectAll()
    .where('customer_id', '=', customer)
    .where(sql<boolean>`id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`)
    .execute()
  return withProjects(db, rows)
}

/** A customer's orders, newest first. */
export function listOrders(
  db: Db,
  customer: CustomerId,
  { status, after, offset, limit }: PageSlice & { readonly status: IeoState | undefined },
): Promise<OrderRow[]> {
  let query = db.selectFrom('ieo_order').selectAll().where('customer_id', '=', customer)
  if (status) query = query.where('status', '=', status)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** Orders with their projects, in the same order. */
export async function withProjects(db: Db | Tx, orders: readonly OrderRow[]): Promise<OrderOfProject[]> {
  const ids = [...new Set(orders.map(({ project_id }) => project_id))]
  const rows = await db
    .selectFrom('ieo_project')
    .selectAll()
    .where(sql<boolean>`id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return orders.map((order) => ({ order, project: byId.get(order.project_id)! }))
}

/** All subscriptions of a project in the order of acceptance: each decides what the others are allotted. */
export async function listAsks(
  db: Db | Tx,
  projectId: bigint,
): Promise<readonly { readonly id: bigint; readonly quantity: bigint }[]> {
  return db
    .selectFrom('ieo_order')
    .select(['id', 'quantity'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'subscription')
    .orderBy('id')
    .execute()
}

/** What subscriptions were allotted, by acceptance. */
export async function listAllotments(
  db: Db,
  projectId: bigint,
  { after, offset, limit }: PageSlice,
): Promise<{ position: bigint; quantity: bigint; allotted: bigint }[]> {
  const { rows } = await sql<{ position: bigint; quantity: bigint; allotted: bigint }>`
    select position::bigint as position, quantity, allotted from ieo_order
    where project_id = ${projectId} and position > ${after?.[0] ?? 0n}::bigint
    order by position offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** Orders of a project in a state, locked; those that somebody else works on are left out. */
export const lockOrders = (
  tx: Tx,
  projectId: bigint,
  states: readonly IeoState[],
  limit: number,
): Promise<OrderRow[]> =>
  tx
    .selectFrom('ieo_order')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('status', 'in', [...states])
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Moves locked orders on from where they are. */
export async function moveOrders(
  tx: Tx,
  moved: readonly { readonly order: OrderRow; readonly to: IeoState }[],
  nowMs: number,
): Promise<void> {
  if (moved.length === 0) return
  const { numAffectedRows } = await sql`
    update ieo_order o set status = m.status,
      ended_at = case when m.status in ('unlocked', 'refunded') then ${new Date(nowMs)}::timestamptz end
    from unnest(
      ${arrayLiteral(moved, ({ order }) => order.id)}::bigint[], ${moved.map(({ to }) => to)}::text[]) m (id, status)
    where o.id = m.id and o.status not in ('unlocked', 'refunded')`.execute(tx)
  assert(numAffectedRows === BigInt(moved.length), 'only open orders move on')
}

/** What is known of a customer's orders beside the balance, by currency. */
export async function balancesIn(db: Db | Tx, customer: CustomerId): Promise<ProductBalance[]> {
  const { rows } = await sql<ProductBalance>`
    select ${ieoAccounts.ieo.number}::int as kind, ${PAID_IN} as currency, count(distinct o.project_id)::int as products,
      null::bigint as "earliestMaturityMs"
    from ieo_order o where o.customer_id = ${customer} and o.status in ('waiting', 'allotted')
    having count(*) > 0
    union all
    select ${ieoAccounts.locked.number}::int, p.code, count(distinct p.id)::int,
      (extract(epoch from min(p.unlocks_at)) * 1000)::bigint
    from ieo_order o join ieo_project p on p.id = o.project_id
    where o.customer_id = ${customer} and o.status = 'locked'
    group by p.code`.execute(db)
  return rows.map((row) => ({
    ...row,
    earliestMaturityMs: row.earliestMaturityMs == null ? null : Number(row.earliestMaturityMs),
  }))
}

/** Orders in which something still lies, and the money that does, by project. */
export async function openOf(
  db: Db | Tx,
  projectIds: readonly bigint[],
): Promise<(projectId: bigint) => { readonly orders: number; readonly held: bigint; readonly owed: bigint }> {
  const { rows } = await sql<{
    project_id: bigint
    status: IeoState
    orders: number
    quantity: bigint
    allotted: bigint
  }>`
    select project_id, status, count(*)::int as orders, sum(quantity)::bigint as quantity,
      coalesce(sum(allotted), 0)::bigint as allotted
    from ieo_order
    where project_id = any(${arrayLiteral(projectIds, (id) => id)}::bigint[])
      and status = any(${[...openIeoStates]}::text[])
    group by 1, 2`.execute(db)
  const prices = new Map(
    (
      await db
        .selectFrom('ieo_project')
        .select(['id', 'price'])
        .where(sql<boolean>`id = any(${arrayLiteral(projectIds, (id) => id)}::bigint[])`)
        .execute()
    ).map(({ id, price }) => [id, price]),
  )
  return (projectId) => {
    const own = rows.filter((row) => row.project_id === projectId)
    const price = prices.get(projectId) ?? 0n
    const sum = (of: (row: (typeof own)[number]) => bigint) => own.reduce((total, row) => total + of(row), 0n)
    return {
      orders: own.reduce((total, { orders }) => total + orders, 0),
      held: sum(({ status, quantity, allotted }) => heldIn({ state: status, quantity, allotted, price })),
      owed: sum(({ status, allotted }) => (status === 'allotted' ? allotted : 0n)),
    }
  }
}
