import { type Generated, sql } from 'kysely'
import type { ChainName } from '#domain/chain/chains.ts'
import type { OwnAddress } from '#domain/liabilities/stated.ts'
import type { Counted } from '#domain/reserves/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    reserves_address: {
      id: Generated<bigint>
      chain: ChainName
      address: string
      label: string
      is_watched: boolean
      proposal: bigint
    }
  }
}

/** An address of the platform's own, beside those that customers pay to and the one that withdrawals are paid from. */
export interface ColdAddress {
  readonly id: bigint
  readonly chain: ChainName
  readonly address: string
  readonly label: string
  /** Whether it is looked at; else it was retired. */
  readonly isWatched: boolean
  readonly proposal: bigint
}

/** Every address that there ever was, as it is now; of one chain where one is named. */
export async function coldAddresses(db: Db | Tx, chain: ChainName | null = null): Promise<ColdAddress[]> {
  const { rows } = await sql<ColdAddress>`
    select distinct on (chain, address) id, chain, address, label, is_watched as "isWatched", proposal
    from reserves_address where chain = coalesce(${chain}::text, chain)
    order by chain, address, id desc`.execute(db)
  return rows
}

/** Writes what an address is from now on. Refuses: (the database) what no two operators agreed on. */
export async function insertAddress(
  tx: Tx,
  { isWatched, ...address }: Omit<ColdAddress, 'id'>,
): Promise<void> {
  await tx
    .insertInto('reserves_address')
    .values({ ...address, is_watched: isWatched })
    .execute()
}

/** Writes what a chain charged for a transaction. Returns: whether nobody had written it before. */
export async function insertFee(
  tx: Tx,
  { chain, txid, amount, proposal }: { chain: ChainName; txid: string; amount: bigint; proposal: bigint },
): Promise<boolean> {
  const { rows } = await sql`
    insert into reserves_fee (chain, txid, amount, proposal)
    values (${chain}, ${txid}, ${String(amount)}::numeric, ${proposal})
    on conflict on constraint reserves_fee_once do nothing returning 1`.execute(tx)
  return rows.length === 1
}

/** What two operators said that a chain charged, in the smallest unit of its coin, and for which transactions. */
export async function recordedFees(
  db: Db | Tx,
  chain: ChainName,
): Promise<{ readonly sum: bigint; readonly txids: readonly string[] }> {
  const { rows } = await sql<{ txid: string; amount: string }>`
    select txid, amount::text as amount from reserves_fee where chain = ${chain}`.execute(db)
  return {
    sum: rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    txids: rows.map(({ txid }) => txid),
  }
}

/** What was counted of a coin or a token at a block. */
export interface Look extends Counted {
  readonly chain: ChainName
  readonly currency: string
  readonly atMs: number
  readonly height: number
  readonly hash: string
  readonly addresses: number
  /** Of `addresses` those that customers pay to; null of a look that did not count them. */
  readonly depositAddresses: number | null
  readonly feesUnknown: number
  readonly booked: bigint
}

/** A look as it was written. */
export interface StoredLook extends Look {
  readonly id: bigint
}

/** The newest look at each coin and token. */
export async function newestLooks(db: Db | Tx): Promise<StoredLook[]> {
  const { rows } = await sql<Record<keyof StoredLook, never>>`
    select distinct on (chain, currency) id, chain, currency, looked_at as "atMs", height, hash, addresses,
      deposit_addresses as "depositAddresses",
      on_deposit::text as "onDeposit", on_payer::text as "onPayer", on_cold::text as "onCold", arrived::text as arrived,
      by_hand::text as "byHand", funded::text as funded, paid::text as paid, fees::text as fees,
      under_way::text as "underWay", fees_unknown as "feesUnknown", booked
    from reserves_look order by chain, currency, id desc`.execute(db)
  return rows.map((row) => ({
    ...(row as unknown as StoredLook),
    height: Number(row.height),
    atMs: Number(row.atMs),
    ...(Object.fromEntries(countedFields.map((field) => [field, BigInt(row[field])])) as unknown as Counted),
  }))
}

const countedFields = [
  ...(['onDeposit', 'onPayer', 'onCold', 'arrived', 'byHand'] as const),
  ...(['funded', 'paid', 'fees', 'underWay'] as const),
]

/** Writes a look, with what each address had that customers do not pay to. */
export async function insertLook(tx: Tx, look: Look, own: readonly OwnAddress[]): Promise<void> {
  const amounts = countedFields.map((field) => sql`${String(look[field])}::numeric`)
  const { rows } = await sql<{ id: bigint }>`
    insert into reserves_look (chain, currency, looked_at, height, hash, addresses, deposit_addresses, on_deposit, on_payer,
      on_cold, arrived, by_hand, funded, paid, fees, under_way, fees_unknown, booked)
    values (${look.chain}, ${look.currency}, ${new Date(look.atMs)}, ${look.height}, ${look.hash}, ${look.addresses},
      ${look.depositAddresses}, ${sql.join(amounts)}, ${look.feesUnknown}, ${look.booked})
    returning id`.execute(tx)
  for (const { address, kind, amount } of own)
    await sql`
      insert into reserves_look_address (look, address, kind, amount)
      values (${rows[0]!.id}, ${address}, ${kind}, ${String(amount)}::numeric)`.execute(tx)
}

/** What each address had that customers do not pay to, by the look, in the order of addresses. */
export async function ownAddressesOf(
  db: Db | Tx,
  looks: readonly bigint[],
): Promise<ReadonlyMap<bigint, OwnAddress[]>> {
  const { rows } = await sql<Omit<OwnAddress, 'amount'> & { look: bigint; amount: string }>`
    select look, address, kind, amount::text as amount from reserves_look_address
    where look = any(${looks.map(String)}::bigint[]) order by look, kind desc, address collate "C"`.execute(
    db,
  )
  const byLook = new Map<bigint, OwnAddress[]>(looks.map((look) => [look, []]))
  for (const { look, amount, ...own } of rows) byLook.get(look)!.push({ ...own, amount: BigInt(amount) })
  return byLook
}

/** Forgets looks that are older than a moment. */
export async function deleteLooksBefore(tx: Tx, atMs: number): Promise<void> {
  await sql`delete from reserves_look where looked_at < ${new Date(atMs)}`.execute(tx)
}

/** When each chain was looked at last. */
export async function lastLookAtMs(db: Db | Tx, chain: ChainName): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`
    select max(looked_at) as at from reserves_look where chain = ${chain}`.execute(db)
  return rows[0]?.at === null || rows[0] === undefined ? undefined : Number(rows[0].at)
}

/** The chains whose last look failed, with the moment of the first of those that failed. */
export async function silentSince(db: Db | Tx): Promise<ReadonlyMap<ChainName, number>> {
  const { rows } = await sql<{ chain: ChainName; since: number }>`
    select chain, since from reserves_silence`.execute(db)
  return new Map(rows.map(({ chain, since }) => [chain, Number(since)]))
}

/** Writes that a chain could not be looked at. */
export async function insertSilence(
  db: Db | Tx,
  chain: ChainName,
  error: string,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into reserves_silence (chain, since, error) values (${chain}, ${new Date(nowMs)}, ${error})
    on conflict (chain) do update set error = excluded.error`.execute(db)
}

/** Writes that a chain was looked at. */
export async function deleteSilence(tx: Tx, chain: ChainName): Promise<void> {
  await sql`delete from reserves_silence where chain = ${chain}`.execute(tx)
}
