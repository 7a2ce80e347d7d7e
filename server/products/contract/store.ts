import { type RawBuilder, sql } from 'kysely'
import { activePositionStatuses, type Direction, type PositionStatus } from '#domain/contract/rules.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import { MAX_FRESH_MS } from '#domain/market/freshness.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { PageSlice } from '#server/core/page.ts'
import { BREAKER_MEMORY_MS } from '#server/markets/breaker.ts'
import { newestSegments, sequenceBefore, ticksAfter } from '#server/markets/tape/store.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import { arraysOf, type Described, namesOf, readRow } from '#server/platform/db/columns.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { firstIdsSince, UNDER_WAY_MS } from '#server/platform/db/first-ids.ts'
import { moment } from '#server/platform/db/moment.ts'
import type { Batch } from './batch.ts'
import { changeColumns, positionColumns } from './columns.ts'
import type { Position, PositionChange } from './position.ts'
import { type Realm, realRealm } from './realm.ts'
import type { State, Stored } from './state.ts'
import { newestTerms } from './terms.ts'

/** The SQL of contracts. */

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    contract_position: { id: PositionId; customer_id: CustomerId; status: PositionStatus }
    practice_position: { id: PositionId; customer_id: CustomerId; status: PositionStatus }
  }
}

const isActive = sql<boolean>`status in ('pending', 'open')`

/**
 * What a start reads: the positions that are not over, and the ticks that nobody compared them with yet; without
 * positions, as many as tell the prices that are fresh. Through the end of the tape, so that nobody trades at a price
 * that it has left.
 */
export async function storedState(tx: Tx, symbols: ReadonlySet<string>, realm: Realm): Promise<Stored> {
  const { rows } = await sql<object>`
    select * from ${sql.table(realm.positions)} where ${isActive} order by id`.execute(tx)
  const positions = rows.map(toPosition)
  const found = await sql<{ sequence: bigint; ticks: Tick[] }>`
    select sequence, ticks from ${sql.table(realm.progress)}`.execute(tx)
  const { sequence, ticks } = found.rows[0]!
  const through = positions.length > 0 ? Number(sequence) : Math.max(Number(sequence), await freshFrom(tx))
  const [missed, moved]: [Tick[], Tick[]] = [[], []]
  for await (const page of ticksAfter(tx, Math.min(through, await movesFrom(tx, ticks)))) {
    for (const tick of page) {
      if (!tick.isHeld && symbols.has(tick.symbol)) (tick.sequence > through ? missed : moved).push(tick)
    }
  }
  return { positions, terms: await newestTerms(tx), through, ticks, missed, moved }
}

/** After which place on the tape all ticks are that tell whether an instrument is closed after a large move. */
async function movesFrom(tx: Tx, ticks: readonly Tick[]): Promise<number> {
  const [end] = await newestSegments(tx, 1)
  const comparedMs = Math.max(...ticks.map(({ atMs }) => atMs), 0) || (end?.checkpoint.atMs ?? 0)
  return end ? sequenceBefore(tx, Math.min(comparedMs, end.checkpoint.atMs) - BREAKER_MEMORY_MS) : 0
}

/** After which place on the tape all ticks are that may still be fresh. */
async function freshFrom(tx: Tx): Promise<number> {
  const [end] = await newestSegments(tx, 1)
  return end ? sequenceBefore(tx, end.checkpoint.atMs - MAX_FRESH_MS) : 0
}

/** Reads a row of `contract_position`. */
export const toPosition = (row: object): Position => readRow(positionColumns, row)
const toChange = (row: object): PositionChange => readRow(changeColumns, row)

/** The statements that write a decided batch. */
export function writeStatements(
  state: Pick<State, 'realm' | 'markets' | 'through'>,
  batch: Batch,
  savesProgress: boolean,
): RawBuilder<unknown>[] {
  const statements: RawBuilder<unknown>[] = []
  if (batch.added.size > 0) statements.push(insert(state.realm.positions, positionColumns, [...batch.added]))
  if (batch.changed.size > 0) statements.push(updatePositions(state.realm, [...batch.changed]))
  if (batch.changes.length > 0) statements.push(insert(state.realm.changes, changeColumns, batch.changes))
  if (savesProgress) {
    const ticks = [...state.markets.values()].flatMap(({ last }) => last ?? [])
    statements.push(sql`update ${sql.table(state.realm.progress)} set sequence = ${BigInt(state.through)}::bigint,
      ticks = ${JSON.stringify(ticks)}::jsonb`)
  }
  return statements
}

const insert = <Row>(table: string, columns: readonly Described<Row>[], rows: readonly Row[]) => sql`
  insert into ${sql.raw(table)} (${namesOf(columns)}) select * from unnest(${arraysOf(columns, rows)})`

const changing = positionColumns.filter(({ changes }) => changes)
const withId = [positionColumns.find(({ field }) => field === 'id')!, ...changing]
const assignments = sql.raw(changing.map(({ name }) => `${name} = u.${name}`).join(', '))

const updatePositions = (realm: Realm, positions: readonly Position[]) => sql`
  update ${sql.table(realm.positions)} p set ${assignments}
  from unnest(${arraysOf(withId, positions)}) u (${namesOf(withId)}) where p.id = u.id`

/** Positions by id, whoever owns them. */
export async function positionsById(
  db: Db | Tx,
  ids: readonly PositionId[],
  { positions }: Pick<Realm, 'positions'> = realRealm,
): Promise<Map<PositionId, Position>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<object>`
    select * from ${sql.table(positions)} where id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(toPosition).map((position) => [position.id, position]))
}

/** One of a customer's positions; undefined if it does not exist or is not theirs. */
export async function findPosition(
  db: Db,
  customer: CustomerId,
  id: PositionId,
  realm: Realm = realRealm,
): Promise<Position | undefined> {
  const position = (await positionsById(db, [id], realm)).get(id)
  return position?.customer === customer ? position : undefined
}

/** What happened to a position, oldest first. */
export async function changesOf(
  db: Db,
  id: PositionId,
  { changes }: Pick<Realm, 'changes'> = realRealm,
): Promise<PositionChange[]> {
  const { rows } = await sql<object>`
    select * from ${sql.table(changes)} where position_id = ${id} order by id`.execute(db)
  return rows.map(toChange)
}

/** How much has happened to a position; no more than `most` is counted. */
export async function changesCounted(
  db: Db,
  id: PositionId,
  most: number,
  what: 'amendments' | 'others',
  { changes }: Pick<Realm, 'changes'> = realRealm,
): Promise<number> {
  const isAmended = what === 'amendments'
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from ${sql.table(changes)}
      where position_id = ${id} and (kind = 'amended') = ${isAmended} limit ${most}) c`.execute(db)
  return rows[0]!.count
}

/** What happened to each of some positions, oldest first. */
export async function changesOfPositions(
  db: Db | Tx,
  ids: readonly PositionId[],
): Promise<Map<PositionId, PositionChange[]>> {
  const { rows } = await sql<object>`
    select * from contract_change where position_id = any(${arrayLiteral(ids, (id) => id)}::bigint[])
    order by id`.execute(db)
  return Map.groupBy(rows.map(toChange), ({ position }) => position)
}

/** Some of a customer's closings, by their numbers, oldest first. */
export async function closingsById(
  db: Db,
  customer: CustomerId,
  ids: readonly bigint[],
): Promise<PositionChange[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<object>`
    select * from contract_change where customer_id = ${customer} and kind = 'closed'
      and id = any(${arrayLiteral(ids, (id) => id)}::bigint[]) order by id`.execute(db)
  return rows.map(toChange)
}

/** The newest closings of some positions in a time, newest first. */
export async function closingsOf(
  db: Db,
  ids: readonly PositionId[],
  { fromMs, toMs, limit }: Pick<PositionFilter, 'fromMs' | 'toMs' | 'limit'>,
): Promise<PositionChange[]> {
  const { rows } = await sql<object>`
    select * from contract_change where position_id = any(${arrayLiteral(ids, (id) => id)}::bigint[])
      and kind = 'closed'
      ${fromMs === undefined ? sql`` : sql`and created_at >= ${moment(fromMs)}`}
      ${toMs === undefined ? sql`` : sql`and created_at < ${moment(toMs)}`}
    order by id desc limit ${limit}`.execute(db)
  return rows.map(toChange)
}

/** What closings of some positions were charged; nothing of those that have none. */
export async function closingFees(db: Db, ids: readonly PositionId[]): Promise<Map<PositionId, bigint>> {
  const { rows } = await sql<{ position: PositionId; fee: bigint }>`
    select position_id as position, sum(fee)::bigint as fee from contract_change
    where position_id = any(${arrayLiteral(ids, (id) => id)}::bigint[]) and kind = 'closed' and fee is not null
    group by position_id`.execute(db)
  return new Map(rows.map(({ position, fee }) => [position, fee]))
}

/** The newest positions that are over, newest first: those before one, at most so many. */
export async function endedPositionsBefore(db: Db, before: bigint, limit: number): Promise<Position[]> {
  const { rows } = await sql<object>`
    select * from contract_position where id < ${before} and not ${isActive} order by id desc limit ${limit}`.execute(
    db,
  )
  return rows.map(toPosition)
}

/** Which of these changes are written. */
export async function writtenChanges(
  db: Db,
  changes: readonly Pick<PositionChange, 'position' | 'id'>[],
  realm: Pick<Realm, 'changes'> = realRealm,
): Promise<Set<bigint>> {
  if (changes.length === 0) return new Set()
  const { rows } = await sql<{ id: bigint }>`
    select c.id from ${sql.table(realm.changes)} c
    join unnest(${arrayLiteral(changes, ({ position }) => position)}::bigint[],
      ${arrayLiteral(changes, ({ id }) => id)}::bigint[]) w (position_id, id)
      on c.position_id = w.position_id and c.id = w.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** What prices did after a change, oldest first: see the index of the same condition. */
export async function toldChanges(db: Db | Tx, after: bigint, limit: number): Promise<PositionChange[]> {
  const { rows } = await sql<object>`
    select * from contract_change where id > ${after} and (kind in ('opened', 'margin-call')
      or (kind in ('closed', 'cancelled') and reason <> 'user')) order by id limit ${limit}`.execute(db)
  return rows.map(toChange)
}

/** Which of a customer's positions a list shows. */
export interface PositionFilter extends PageSlice {
  readonly customer: CustomerId
  readonly status?: PositionStatus | undefined
  readonly symbol?: string | undefined
  readonly direction?: Direction | undefined
  /** Those that were opened by copying, or own orders alone. */
  readonly isCopied?: '0' | '1' | undefined
  /** When they were ordered: from this moment, up to but not including that one. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** From this one on, the oldest first. */
  readonly fromId?: bigint | undefined
}

/** The conditions that a position was ordered in a time: by its id as well, of which there is an index. */
async function orderedWithin(db: Db | Tx, { fromMs, toMs }: PositionFilter, { positions }: Realm) {
  const first = async (atMs: number) => (await firstIdsSince(db, positions, [atMs]))[0]!
  return sql.join(
    [
      sql`true`,
      ...(fromMs === undefined
        ? []
        : [sql`id >= ${await first(fromMs - UNDER_WAY_MS)}::bigint and created_at >= ${moment(fromMs)}`]),
      ...(toMs === undefined
        ? []
        : [sql`id <= ${await first(toMs + UNDER_WAY_MS)}::bigint and created_at < ${moment(toMs)}`]),
    ],
    sql` and `,
  )
}

/** A customer's positions, newest first unless they begin somewhere. */
export async function listPositions(
  db: Db | Tx,
  filter: PositionFilter,
  realm: Realm = realRealm,
): Promise<Position[]> {
  const { customer, status, symbol, direction, isCopied, after, fromId, offset, limit } = filter
  // Written so that the index of those that are not over is used for them.
  const isAmongActive = (activePositionStatuses as readonly string[]).includes(status ?? '')
  const { rows } = await sql<object>`
    select * from ${sql.table(realm.positions)} where customer_id = ${customer}
      ${isAmongActive ? sql`and ${isActive}` : sql``}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${symbol === undefined ? sql`` : sql`and symbol = ${symbol}`}
      ${direction === undefined ? sql`` : sql`and direction = ${direction}`}
      ${isCopied === undefined ? sql`` : isCopied === '1' ? sql`and relation_id is not null` : sql`and relation_id is null`}
      ${after === undefined ? sql`` : sql`and id < ${after[0]!}`}
      ${fromId === undefined ? sql`` : sql`and id >= ${fromId}`}
      and ${await orderedWithin(db, filter, realm)}
    order by id ${fromId === undefined ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(toPosition)
}

/** All of a customer's positions and orders that are not over, newest first. */
export const activePositions = (
  db: Db | Tx,
  customer: CustomerId,
  { positions }: Pick<Realm, 'positions'> = realRealm,
): Promise<Position[]> =>
  sql<object>`
    select * from ${sql.table(positions)} where customer_id = ${customer} and ${isActive} order by id desc`
    .execute(db)
    .then(({ rows }) => rows.map(toPosition))

/** What of an instrument was open in one direction at a moment, by its place among the moments asked for. */
export interface OpenAt {
  readonly at: number
  readonly symbol: string
  readonly direction: Direction
  readonly lotSize: number
  readonly lots: bigint
  /** Lots times entry price, added up. */
  readonly cost: bigint
}

/** What a customer had open at each of some moments. */
export async function openAt(
  db: Db | Tx,
  customer: CustomerId,
  moments: readonly number[],
): Promise<OpenAt[]> {
  const times = textArrayLiteral(moments, (atMs) => new Date(atMs).toISOString())
  const { rows } = await sql<{
    at: number
    symbol: string
    direction: Direction
    lot_size: bigint
    lots: bigint
    cost: string
  }>`
    select (m.n - 1)::int as at, p.symbol, p.direction, p.lot_size, sum(l.lots)::bigint as lots,
      sum(l.lots::numeric * p.entry_price)::text as cost
    from unnest(${times}::timestamptz[]) with ordinality m (at, n)
    join contract_position p on p.customer_id = ${customer} and p.opened_at < m.at
      and (p.closed_at is null or p.closed_at >= m.at)
    cross join lateral (
      select p.lots - coalesce(sum(c.lots), 0)::bigint as lots from contract_change c
      where c.position_id = p.id and c.kind = 'closed' and c.created_at < m.at) l
    group by m.n, p.symbol, p.direction, p.lot_size`.execute(db)
  return rows.map(({ lot_size, cost, ...row }) => ({ ...row, lotSize: Number(lot_size), cost: BigInt(cost) }))
}

/** What each customer's positions and orders hold in all, and what their contract wallets say is held. */
export async function heldAndNeeded(
  db: Db | Tx,
  { positions, walletKind }: Realm = realRealm,
): Promise<{ account: AccountId; held: bigint; needed: bigint }[]> {
  const { rows } = await sql<{ account: AccountId; held: bigint; needed: bigint }>`
    select coalesce(a.id, p.account) as account, coalesce(a.balance, 0)::bigint as held,
      coalesce(p.needed, 0)::bigint as needed
    from (select id, balance, account_owner(id) as owner from account
          where account_kind(id) = ${walletKind} and account_is_held(id)) a
    full join (select customer_id as account, customer_id, sum(margin) as needed from ${sql.table(positions)}
          where ${isActive} group by customer_id) p on p.customer_id = a.owner
    where coalesce(a.balance, 0) <> coalesce(p.needed, 0)`.execute(db)
  return rows
}
