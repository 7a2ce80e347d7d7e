import { type RawBuilder, sql } from 'kysely'
import type { ChainName } from '#domain/chain/chains.ts'
import type { ChainDepositStatus } from '#domain/deposit/console.ts'
import { depositReference } from '#domain/deposit/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { confirmationsInForce } from './networks.ts'

/** What the watchers know: the last blocks of each chain, and what they pay to customers. */

export interface ChainDeposit {
  readonly id: bigint
  readonly reference: string
  readonly chain: ChainName
  readonly txid: string
  readonly outputIndex: number
  readonly customerId: CustomerId
  readonly currency: string
  readonly network: string
  readonly address: string
  /** In the chain's smallest unit. */
  readonly onChain: bigint
  readonly amount: Units
  readonly status: ChainDepositStatus
  readonly confirmationsNeeded: number
  /** How many blocks there are from its own on; 0 while it is in none. */
  readonly confirmations: number
  /** Null while it is in no block of its chain. */
  readonly height: number | null
  readonly seenAtMs: number
  readonly decidedAtMs: number | null
}

export interface ChainDepositRow {
  id: bigint
  chain: ChainName
  txid: string
  output_index: number
  customer_id: CustomerId
  currency: string
  network: string
  address: string
  on_chain: string
  amount: Units
  status: ChainDepositStatus
  confirmations_needed: number
  confirmations: number
  height: bigint | null
  seen_at: number
  decided_at: number | null
}

/** How many confirmations a deposit is credited after: as many as were needed when it was seen, or by now where that is more. */
const needed = sql`case d.status when 'confirming' then greatest(d.confirmations_needed, ${confirmationsInForce('d')})
  else d.confirmations_needed end`

/** Whether a deposit has the confirmations it needs. */
const isDue = sql`d.status = 'confirming' and d.height is not null
  and d.height + ${needed} - 1 <= (select max(b.height) from chain_block b where b.chain = d.chain)`

/** Deposits that chains show, with how far each is counted. */
export const chainDepositTable = {
  columns: sql`d.*, d.on_chain::text as on_chain, ${needed} as confirmations_needed,
    coalesce((select max(b.height) from chain_block b where b.chain = d.chain) - d.height + 1, 0)::int as confirmations`,
  from: sql`chain_deposit d`,
}

async function chainDeposits(db: Db | Tx, rest: RawBuilder<unknown>): Promise<ChainDeposit[]> {
  const { rows } = await sql<ChainDepositRow>`
    select ${chainDepositTable.columns} from ${chainDepositTable.from} ${rest}`.execute(db)
  return rows.map(chainDepositOfRow)
}

/** A row of `chainDepositTable`, in our names. */
export const chainDepositOfRow = (row: ChainDepositRow): ChainDeposit => ({
  id: row.id,
  reference: depositReference(row.id),
  chain: row.chain,
  txid: row.txid,
  outputIndex: row.output_index,
  customerId: row.customer_id,
  currency: row.currency,
  network: row.network,
  address: row.address,
  onChain: BigInt(row.on_chain),
  amount: row.amount,
  status: row.status,
  confirmationsNeeded: row.confirmations_needed,
  confirmations: row.confirmations,
  height: row.height === null ? null : Number(row.height),
  seenAtMs: row.seen_at,
  decidedAtMs: row.decided_at,
})

/** Deposits by their ids. */
export const chainDepositsById = (db: Db | Tx, ids: readonly bigint[]): Promise<ChainDeposit[]> =>
  chainDeposits(db, sql`where d.id = any(${[...ids]}::bigint[]) order by d.id`)

export interface OwnChainDeposits extends PageSlice {
  readonly statuses?: readonly ChainDepositStatus[] | undefined
  readonly currency?: string | undefined
}

/** A customer's, newest first. */
export function chainDepositsOf(
  db: Db | Tx,
  customer: CustomerId,
  { statuses, currency, after, offset, limit }: OwnChainDeposits,
): Promise<ChainDeposit[]> {
  const conditions: RawBuilder<unknown>[] = [sql`d.customer_id = ${customer}`]
  if (statuses) conditions.push(sql`d.status = any(${[...statuses]}::text[])`)
  if (currency !== undefined) conditions.push(sql`d.currency = ${currency}`)
  if (after) conditions.push(sql`d.id < ${after[0]!}`)
  return chainDeposits(
    db,
    sql`where ${sql.join(conditions, sql` and `)} order by d.id desc limit ${limit} offset ${offset}`,
  )
}

/** Whether a chain is followed: whether there is a block to go on from. */
export const isWatching = async (db: Db | Tx, chain: ChainName): Promise<boolean> =>
  (await knownBlocks(db, chain, 1)).length > 0

/** One that has the confirmations it needs and is not credited, held until the transaction ends. */
export const lockDue = async (tx: Tx, id: bigint): Promise<ChainDeposit | undefined> =>
  (await chainDeposits(tx, sql`where d.id = ${id} and ${isDue} for update of d`))[0]

/** Those that have the confirmations they need, oldest first. */
export async function dueIds(db: Db, chain: ChainName, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select d.id from chain_deposit d where d.chain = ${chain} and ${isDue} order by d.id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Those whose confirmations are being counted, the newest first. */
export async function confirmingIds(db: Db, chain: ChainName, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from chain_deposit where chain = ${chain} and status = 'confirming'
    order by height desc nulls first, id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many deposits are being counted, by network. */
export async function confirmingByNetwork(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ network: string; count: number }>`
    select network, count(*)::int as count from chain_deposit where status = 'confirming' group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ network, count }) => [network, count]))
}

/** Drops what left its block before a moment and came into no other. Returns: their ids. */
export async function dropLeftBefore(
  tx: Tx,
  chain: ChainName,
  { leftBeforeMs, nowMs, limit }: { leftBeforeMs: number; nowMs: number; limit: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    update chain_deposit set status = 'dropped', decided_at = ${new Date(nowMs)}
    where id in (
      select id from chain_deposit where chain = ${chain} and status = 'confirming' and height is null
        and left_at < ${new Date(leftBeforeMs)} order by left_at limit ${limit})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Ends the counting of one, and keeps how far it was counted. Returns: whether it was being counted. */
export async function decide(
  tx: Tx,
  { id, confirmationsNeeded }: Pick<ChainDeposit, 'id' | 'confirmationsNeeded'>,
  status: Exclude<ChainDepositStatus, 'confirming'>,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    update chain_deposit
    set status = ${status}, decided_at = ${new Date(nowMs)}, confirmations_needed = ${confirmationsNeeded}
    where id = ${id} and status = 'confirming' returning 1`.execute(tx)
  return rows.length === 1
}

export interface KnownBlock {
  readonly height: number
  readonly hash: string
}

/** The newest blocks of a chain, newest first, below a height where one is named. */
export async function knownBlocks(
  db: Db | Tx,
  chain: ChainName,
  limit: number,
  below?: number,
): Promise<KnownBlock[]> {
  const { rows } = await sql<{ height: bigint; hash: string }>`
    select height, hash from chain_block
    where chain = ${chain} and height < ${below ?? Number.MAX_SAFE_INTEGER}
    order by height desc limit ${limit}`.execute(db)
  return rows.map(({ height, hash }) => ({ height: Number(height), hash }))
}

/** Adds a block, and forgets what is too old to leave the chain any more. */
export async function insertBlock(tx: Tx, chain: ChainName, block: KnownBlock, kept: number): Promise<void> {
  await sql`
    insert into chain_block (chain, height, hash) values (${chain}, ${block.height}, ${block.hash})`.execute(
    tx,
  )
  await sql`
    delete from chain_block where chain = ${chain} and height <= ${block.height - kept}`.execute(tx)
}

/**
 * Takes every block above a height from a chain, and out of them what they paid.
 *
 * Returns: the ids of what had been credited of it.
 */
export async function removeBlocksAbove(
  tx: Tx,
  chain: ChainName,
  height: number,
  nowMs: number,
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint; status: ChainDepositStatus }>`
    update chain_deposit set height = null, left_at = ${new Date(nowMs)}
    where chain = ${chain} and height > ${height}
    returning id, status`.execute(tx)
  await sql`delete from chain_block where chain = ${chain} and height > ${height}`.execute(tx)
  return rows.filter(({ status }) => status === 'credited').map(({ id }) => id)
}

export interface NewChainDeposit {
  readonly chain: ChainName
  readonly txid: string
  readonly outputIndex: number
  readonly customerId: CustomerId
  readonly currency: string
  readonly network: string
  readonly address: string
  readonly onChain: bigint
  readonly amount: Units
  readonly confirmationsNeeded: number
  readonly status: 'confirming' | 'below-minimum'
  readonly height: number
}

/** Whether what was seen before is of the same amount: the minimum that it was first seen with decides it again. */
const isSameAmount = sql`(known.currency, known.on_chain) = (excluded.currency, excluded.on_chain)`

/** Whether what was seen before keeps its status: what was credited, and what is counted or too small as it was. */
const staysAsItIs = sql`(known.status in ('credited', 'credited-before')
  or (known.status in ('confirming', 'below-minimum') and ${isSameAmount}))`

/** Whether what was dropped is counted again: it was not too small when it was first seen. */
const isCountedAgain = sql`(known.status = 'dropped' and ${isSameAmount})`

/**
 * Writes down what a block pays. What was seen before, in a block that left the chain, is in this one now; what of it
 * was not credited is what this block says. The minimum is the one that the same amount was first seen with, and no
 * confirmation that was asked of it is left out.
 *
 * Returns: false for what was credited and is now something else.
 */
export async function recordDeposit(tx: Tx, deposit: NewChainDeposit, nowMs: number): Promise<boolean> {
  const seenAt = new Date(nowMs)
  const decidedAt = deposit.status === 'confirming' ? null : seenAt
  const { rows } = await sql`
    insert into chain_deposit as known (chain, txid, output_index, customer_id, currency, network, address, on_chain,
      amount, confirmations_needed, status, height, seen_at, decided_at)
    values (${deposit.chain}, ${deposit.txid}, ${deposit.outputIndex}, ${deposit.customerId}, ${deposit.currency},
      ${deposit.network}, ${deposit.address}, ${String(deposit.onChain)}::numeric, ${deposit.amount},
      ${deposit.confirmationsNeeded}, ${deposit.status}, ${deposit.height}, ${seenAt}, ${decidedAt}::timestamptz)
    on conflict (chain, txid, output_index) do update set
      customer_id = excluded.customer_id, currency = excluded.currency, network = excluded.network,
      address = excluded.address, on_chain = excluded.on_chain, amount = excluded.amount,
      confirmations_needed = case when known.status in ('credited', 'credited-before') then known.confirmations_needed
        else greatest(known.confirmations_needed, excluded.confirmations_needed) end,
      height = excluded.height, left_at = null,
      status = case when ${staysAsItIs} then known.status when ${isCountedAgain} then 'confirming'
        else excluded.status end,
      decided_at = case when ${staysAsItIs} then known.decided_at when ${isCountedAgain} then null
        else excluded.decided_at end
    where known.status not in ('credited', 'credited-before')
      or (known.customer_id, known.currency, known.address, known.on_chain)
        = (excluded.customer_id, excluded.currency, excluded.address, excluded.on_chain)
    returning 1`.execute(tx)
  return rows.length === 1
}

/** What was credited and stands in a block of its chain now, by currency and in the ledger's units. */
export async function receivedByCurrency(db: Db | Tx): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ currency: string; sum: bigint }>`
    select currency, sum(amount)::bigint as sum from chain_deposit
    where status = 'credited' and height is not null group by 1 order by 1`.execute(db)
  return new Map(rows.map(({ currency, sum }) => [currency, sum]))
}

/** What came to customers' own addresses on a chain, of one currency. */
export interface Arrived {
  /** In the chain's smallest unit, up to a block, credited or not; and what was credited and is in no block. */
  readonly onChain: bigint
  /** What of it was credited, in the ledger's units. */
  readonly credited: bigint
}

/** What came to customers' own addresses up to a block, by currency, without what the watcher marked as credited by hand. */
export async function arrivedUpTo(
  db: Db | Tx,
  chain: ChainName,
  height: number,
): Promise<ReadonlyMap<string, Arrived>> {
  const { rows } = await sql<{ currency: string; on_chain: string; credited: bigint }>`
    select currency, sum(on_chain)::text as on_chain,
      coalesce(sum(amount) filter (where status = 'credited'), 0)::bigint as credited
    from chain_deposit
    where chain = ${chain} and status <> 'credited-before'
      and (height <= ${height} or (status = 'credited' and height is null))
    group by currency`.execute(db)
  return new Map(
    rows.map(({ currency, on_chain, credited }) => [currency, { onChain: BigInt(on_chain), credited }]),
  )
}

/** Deposits up to a block that the watcher has not credited, of transactions of which something was credited. */
export const uncreditedOfCredited = (
  db: Db | Tx,
  chain: ChainName,
  height: number,
): Promise<ChainDeposit[]> =>
  chainDeposits(
    db,
    sql`where d.chain = ${chain} and d.status in ('confirming', 'below-minimum') and d.height <= ${height}
      and exists (select 1 from incoming_payment p where p.tx_reference = d.txid)`,
  )

/** Customers' own addresses that were paid to on a chain, up to a block where one is named. */
export async function paidAddresses(
  db: Db | Tx,
  chain: ChainName,
  height: number = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from chain_deposit where chain = ${chain} and height <= ${height}`.execute(db)
  return rows.map(({ address }) => address)
}

/** Whether a block is one of a chain that were followed to it. */
export async function isKnownBlock(db: Db | Tx, chain: ChainName, block: KnownBlock): Promise<boolean> {
  const { rows } = await sql`
    select 1 from chain_block
    where chain = ${chain} and height = ${block.height} and hash = ${block.hash}`.execute(db)
  return rows.length === 1
}

/** What was credited and is in no block of its chain: the ledger has coins that nobody sent. */
export async function reversedDeposits(db: Db | Tx): Promise<{ id: bigint; currency: string }[]> {
  const { rows } = await sql<{ id: bigint; currency: string }>`
    select id, currency from chain_deposit where status = 'credited' and height is null order by id`.execute(
    db,
  )
  return rows
}

/** What is wrong between the deposits of chains and the ledger, in words. */
export async function auditChainDeposits(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint; status: string; credits: bigint; total: bigint }>`
    select d.id, d.status, t.credits, t.total from chain_deposit d
    cross join lateral (
      select count(*) as credits, coalesce(sum(amount), 0)::bigint as total from transfer
      where reference = d.id and reason = 'deposit'
    ) t
    -- What is older than every transfer that is still here left with its month.
    where coalesce(d.decided_at >= (select min(created_at) from transfer), true) and (t.credits, t.total) is distinct from
      (case when d.status = 'credited' then (1::bigint, d.amount) else (0::bigint, 0::bigint) end)`.execute(
    db,
  )
  return rows.map(
    ({ id, status, credits, total }) =>
      `deposit ${id} of a chain is ${status} and has ${credits} credits of ${total} units`,
  )
}
