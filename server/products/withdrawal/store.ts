import { type RawBuilder, sql } from 'kysely'
import type { CardKind } from '#domain/card/rules.ts'
import type { Payment } from '#domain/deposit/rules.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import {
  countedStatuses,
  LIMIT_WINDOW_MS,
  openStatuses,
  type WithdrawalAction,
  type WithdrawalStatus,
  withdrawalCan,
  withdrawalReference,
} from '#domain/withdrawal/rules.ts'
import type { Looked } from '#server/core/chain/look.ts'
import type {
  OpenTransaction,
  Prepared,
  Signed,
  Taken,
  Written,
  WrittenVoid,
} from '#server/core/chain/payer.ts'
import type { HoldId } from '#server/core/ledger/holds.ts'
import { addressesPaidBy } from '#server/core/outgoing-payments.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** Withdrawals as the database has them. */

/** What is shown of the card that a withdrawal goes to. */
export interface CardOfWithdrawal {
  readonly kind: CardKind
  readonly bankName: string
  readonly lastDigits: string
}

/** The operator who pays a withdrawal to a card, and since when. */
export interface Payer {
  readonly id: bigint
  readonly name: string
  readonly sinceMs: number
}

export interface Withdrawal {
  readonly id: bigint
  readonly reference: string
  readonly customerId: CustomerId
  readonly status: WithdrawalStatus
  readonly currency: string
  readonly network: string
  /** Of a card, its last digits. */
  readonly address: string
  readonly addressId: bigint | null
  /** Of a card, its bank. */
  readonly addressName: string
  /** The card that it goes to; null where it goes to an address. */
  readonly card: CardOfWithdrawal | null
  /** Who pays it to its card, or did; null before, and where it goes to an address. */
  readonly payer: Payer | null
  readonly addressSavedAtMs: number
  readonly amount: Units
  readonly fee: Units
  /** In the limit's currency. */
  readonly value: Units
  readonly needsReview: boolean
  readonly confirmationsNeeded: number
  readonly holdId: HoldId
  readonly requestedAtMs: number
  /** Of one to a card, the bank's reference. */
  readonly txid: string | null
  readonly confirmations: number
  readonly sentAtMs: number | null
  readonly endedAtMs: number | null
  readonly rejection: string | null
  /** Its own transaction, or one that took its place, where only people can say what it paid. */
  readonly unclearTxid: string | null
  /** Whether what pays nothing in the place of its own transaction came back signed, and is sent. */
  readonly isVoidSent: boolean
  /** Whether a transaction was written for it. */
  readonly isWritten: boolean
}

export interface WithdrawalRow {
  id: bigint
  customer_id: CustomerId
  status: WithdrawalStatus
  currency: string
  network: string
  address: string
  address_id: bigint | null
  card_kind: CardKind | null
  bank_name: string | null
  last_digits: string | null
  paying_by: bigint | null
  paying_at: number | null
  payer_name: string | null
  address_name: string
  address_saved_at: number
  amount: Units
  fee: Units
  value: Units
  needs_review: boolean
  confirmations_needed: number
  hold_id: HoldId
  requested_at: number
  txid: string | null
  confirmations: number
  sent_at: number | null
  ended_at: number | null
  rejection: string | null
  other_txid: string | null
  is_void_sent: boolean
  is_written: boolean
}

/** Withdrawals with the name of their address or the bank of their card, which transaction is unclear, and who pays them. */
export const withdrawalTable = {
  columns: sql`w.*, coalesce(a.name, w.bank_name) as address_name,
    coalesce(a.saved_at, w.card_saved_at) as address_saved_at, t.other_txid, t.withdrawal_id is not null as is_written,
    p.name as payer_name,
    exists (select from withdrawal_voiding v where v.withdrawal_id = w.id and v.signed is not null) as is_void_sent`,
  from: sql`withdrawal w left join withdrawal_address a on a.id = w.address_id
    left join withdrawal_transaction t on t.withdrawal_id = w.id left join operator p on p.id = w.paying_by`,
}

async function rowsOf(db: Db | Tx, rest: RawBuilder<unknown>): Promise<Withdrawal[]> {
  const { rows } = await sql<WithdrawalRow>`
    select ${withdrawalTable.columns} from ${withdrawalTable.from} ${rest}`.execute(db)
  return rows.map(withdrawalOfRow)
}

/** A row of `withdrawalTable`, in our names. */
export const withdrawalOfRow = (row: WithdrawalRow): Withdrawal => ({
  id: row.id,
  reference: withdrawalReference(row.id),
  customerId: row.customer_id,
  status: row.status,
  currency: row.currency,
  network: row.network,
  address: row.address,
  addressId: row.address_id,
  addressName: row.address_name,
  addressSavedAtMs: row.address_saved_at,
  payer:
    row.paying_by === null
      ? null
      : { id: row.paying_by, name: row.payer_name ?? '?', sinceMs: row.paying_at! },
  card: row.card_kind && { kind: row.card_kind, bankName: row.bank_name!, lastDigits: row.last_digits! },
  amount: row.amount,
  fee: row.fee,
  value: row.value,
  needsReview: row.needs_review,
  confirmationsNeeded: row.confirmations_needed,
  holdId: row.hold_id,
  requestedAtMs: row.requested_at,
  txid: row.txid,
  confirmations: row.confirmations,
  sentAtMs: row.sent_at,
  endedAtMs: row.ended_at,
  rejection: row.rejection,
  // The column kept its name from when it was always another than its own.
  unclearTxid: row.other_txid,
  isVoidSent: row.is_void_sent,
  isWritten: row.is_written,
})

/** One withdrawal, whoever's it is. */
export const findWithdrawal = async (db: Db | Tx, id: bigint): Promise<Withdrawal | undefined> =>
  (await rowsOf(db, sql`where w.id = ${id}`))[0]

/** The same, held so that nobody else changes it before the transaction ends. */
export const lockWithdrawal = async (tx: Tx, id: bigint): Promise<Withdrawal | undefined> =>
  (await rowsOf(tx, sql`where w.id = ${id} for update of w`))[0]

/** A customer's withdrawals, newest first. */
export function withdrawalsOf(
  db: Db | Tx,
  customer: CustomerId,
  {
    status,
    currency,
    after,
    limit,
    offset,
  }: PageSlice & { status?: WithdrawalStatus | undefined; currency?: string | undefined },
): Promise<Withdrawal[]> {
  const conditions: RawBuilder<unknown>[] = [sql`w.customer_id = ${customer}`]
  if (status !== undefined) conditions.push(sql`w.status = ${status}`)
  if (currency !== undefined) conditions.push(sql`w.currency = ${currency}`)
  if (after) conditions.push(sql`w.id < ${after[0]!}`)
  return rowsOf(
    db,
    sql`where ${sql.join(conditions, sql` and `)} order by w.id desc limit ${limit} offset ${offset}`,
  )
}

/** Those in a status after an id, oldest first. */
export const withdrawalsIn = (
  db: Db | Tx,
  statuses: readonly WithdrawalStatus[],
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<Withdrawal[]> =>
  rowsOf(
    db,
    sql`where w.status = any(${[...statuses]}::text[]) and w.id > ${after} order by w.id limit ${limit}`,
  )

/**
 * What waits for operators: a review, a signer, a signature, a payment by hand, or a word on what its transaction or one in
 * its place paid. Of what is signed, or voided and that is signed, the chain decides.
 */
const waits = sql`(w.status in ('under-review', 'approved')
  or (w.status = 'signing'
    and not exists (select from withdrawal_voiding v where v.withdrawal_id = w.id and v.signed is not null))
  or (w.status in ('signing', 'sent') and t.other_txid is not null))`

/** Those that wait for operators, oldest first. */
export const waitingWithdrawals = (db: Db, limit: number): Promise<Withdrawal[]> =>
  rowsOf(db, sql`where ${waits} order by w.id limit ${limit}`)

/** How many wait for operators, and since when the oldest. */
export async function countWaiting(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldest: number | null }>`
    select count(*)::int as waiting, min(w.requested_at) as oldest
    from withdrawal w left join withdrawal_transaction t on t.withdrawal_id = w.id where ${waits}`.execute(db)
  return { waiting: rows[0]!.waiting, oldestAtMs: rows[0]!.oldest }
}

/** Lets one request of a customer at a time past. */
export async function lockCustomerWithdrawals(tx: Tx, customer: CustomerId): Promise<void> {
  await sql`
    insert into withdrawal_lock as l (customer_id, requests) values (${customer}, 1)
    on conflict (customer_id) do update set requests = l.requests + 1`.execute(tx)
}

/** What a customer's withdrawals are together, for the limit and for who looks at the next one. */
export interface CustomerTotals {
  /** The value of those that count towards the limit now, in its currency. */
  readonly used: Units
  readonly open: number
  readonly paid: number
}

/** What counts toward a customer’s limit, and how many withdrawals they have open and paid. */
export async function totalsOf(db: Db | Tx, customer: CustomerId, nowMs: number): Promise<CustomerTotals> {
  const { rows } = await sql<{ used: Units; open: number; paid: number }>`
    select
      coalesce(sum(value) filter (where status = any(${[...countedStatuses]}::text[])
        and requested_at > ${new Date(nowMs - LIMIT_WINDOW_MS)}), 0)::bigint as used,
      (count(*) filter (where status = any(${[...openStatuses]}::text[])))::int as open,
      (count(*) filter (where status = 'done'))::int as paid
    from withdrawal where customer_id = ${customer}`.execute(db)
  return rows[0]!
}

/** The same as who asked for one withdrawal had it then: what counts of that one and of those before it, and what was paid until then. */
export async function totalsAt(
  db: Db,
  { id, customerId, requestedAtMs }: Pick<Withdrawal, 'id' | 'customerId' | 'requestedAtMs'>,
): Promise<Pick<CustomerTotals, 'used' | 'paid'>> {
  const at = new Date(requestedAtMs)
  const { rows } = await sql<{ used: Units; paid: number }>`
    select
      coalesce(sum(value) filter (where status = any(${[...countedStatuses]}::text[]) and id <= ${id}
        and requested_at > ${new Date(requestedAtMs - LIMIT_WINDOW_MS)}), 0)::bigint as used,
      (count(*) filter (where status = 'done' and ended_at <= ${at}))::int as paid
    from withdrawal where customer_id = ${customerId}`.execute(db)
  return rows[0]!
}

export type NewWithdrawal = Pick<
  Withdrawal,
  | 'customerId'
  | 'currency'
  | 'network'
  | 'address'
  | 'addressId'
  | 'amount'
  | 'fee'
  | 'value'
  | 'needsReview'
  | 'confirmationsNeeded'
> & { readonly card: NewCard | null }

/** The card of a new request. */
export interface NewCard extends CardOfWithdrawal {
  readonly id: bigint
  readonly savedAtMs: number
  /** All of it, encrypted. */
  readonly sealed: Uint8Array
}

/** Adds a request; its hold is named afterwards. */
export async function insertWithdrawal(tx: Tx, one: NewWithdrawal, nowMs: number): Promise<bigint> {
  const { card } = one
  const { rows } = await sql<{ id: bigint }>`
    insert into withdrawal (customer_id, status, currency, network, address, address_id, amount, fee, value,
      needs_review, confirmations_needed, requested_at, card_id, card_kind, bank_name, last_digits, card_saved_at, card,
      card_fingerprint)
    values (${one.customerId}, ${one.needsReview ? 'under-review' : 'pending'}, ${one.currency}, ${one.network},
      ${one.address}, ${one.addressId}, ${one.amount}, ${one.fee}, ${one.value}, ${one.needsReview},
      ${one.confirmationsNeeded}, ${new Date(nowMs)}, ${card?.id ?? null}, ${card?.kind ?? null},
      ${card?.bankName ?? null}, ${card?.lastDigits ?? null}, ${card && new Date(card.savedAtMs)},
      ${card?.sealed ?? null}::bytea, (select fingerprint from card where id = ${card?.id ?? null}))
    returning id`.execute(tx)
  return rows[0]!.id
}

/** What is kept of the card that a withdrawal is being paid to, encrypted; undefined without one, and once it ended. */
export async function sealedCardOf(
  db: Db | Tx,
  id: bigint,
): Promise<{ cardId: bigint; sealed: Uint8Array } | undefined> {
  const { rows } = await sql<{ cardId: bigint; sealed: Uint8Array }>`
    select card_id as "cardId", card as sealed from withdrawal where id = ${id} and card is not null`.execute(
    db,
  )
  return rows[0]
}

/** Writes which hold sets a withdrawal’s amount aside. */
export async function nameHold(tx: Tx, id: bigint, hold: HoldId): Promise<void> {
  await sql`update withdrawal set hold_id = ${hold} where id = ${id}`.execute(tx)
}

/** What a step writes beside the status. */
export interface Step {
  readonly maker?: bigint
  readonly checker?: bigint
  readonly txid?: string
  /** Which output of the transaction it is; 0 where it has none. */
  readonly outputIndex?: number
  readonly rejection?: string
  readonly confirmations?: number
  /** The operator who ended it. */
  readonly endedBy?: bigint
  /** The operator who pays it to a card from now on. */
  readonly payer?: bigint | undefined
}

/** Takes a withdrawal one step on; false where its status does not allow the action any more. */
export async function step(
  tx: Tx,
  id: bigint,
  action: WithdrawalAction,
  to: WithdrawalStatus,
  { maker, checker, txid, outputIndex, rejection, confirmations, endedBy, payer }: Step,
  nowMs: number,
): Promise<boolean> {
  const now = new Date(nowMs)
  const isEnd = !(openStatuses as readonly string[]).includes(to)
  const { rows } = await sql`
    update withdrawal set status = ${to},
      maker = coalesce(${maker ?? null}::bigint, maker), checker = coalesce(${checker ?? null}::bigint, checker),
      txid = coalesce(${txid ?? null}::text, txid),
      output_index = coalesce(${outputIndex ?? null}::int, output_index), rejection = ${rejection ?? null}::text,
      confirmations = coalesce(${confirmations ?? null}::int, confirmations),
      approved_at = case when ${to} = 'approved' then ${now}::timestamptz else approved_at end,
      sent_at = case when ${to} = 'sent' then ${now}::timestamptz else sent_at end,
      paying_by = coalesce(${payer ?? null}::bigint, paying_by),
      paying_at = case when ${payer !== undefined} then ${now}::timestamptz else paying_at end,
      card = case when ${isEnd} then null else card end,
      card_fingerprint = case when ${isEnd} then null else card_fingerprint end,
      ended_at = ${isEnd ? now : null}::timestamptz, ended_by = ${endedBy ?? null}::bigint
    where id = ${id} and status = any(${[...withdrawalCan[action]]}::text[]) returning 1`.execute(tx)
  return rows.length === 1
}

/** Makes another operator the one who pays a withdrawal to a card. */
export async function keepPayer(tx: Tx, id: bigint, operator: bigint, nowMs: number): Promise<void> {
  await sql`
    update withdrawal set paying_by = ${operator}, paying_at = ${new Date(nowMs)} where id = ${id}`.execute(
    tx,
  )
}

/** Writes how many blocks confirm one that is sent. */
export async function countConfirmations(db: Db, id: bigint, confirmations: number): Promise<void> {
  await sql`
    update withdrawal set confirmations = ${confirmations}
    where id = ${id} and status = 'sent' and confirmations <> ${confirmations}`.execute(db)
}

/** The transaction that pays a withdrawal. */
export interface TransactionRow extends Prepared {
  readonly withdrawalId: bigint
  readonly chain: string
  /** From which address. */
  readonly payer: string
  readonly format: 'psbt' | 'evm'
  readonly signed: string | null
  /** What pays nothing in its place, the newest last. */
  readonly voidings: readonly Voiding[]
}

/** A transaction that spends what the one of a withdrawal spends, and pays nothing. */
export interface Voiding {
  readonly n: number
  readonly unsigned: string
  readonly expectedTxid: string | undefined
  readonly writtenAtMs: number
  /** What is sent of it; null before it came back signed. */
  readonly sent: Signed | null
}

/** The transaction of a withdrawal. */
export async function findTransaction(db: Db | Tx, id: bigint): Promise<TransactionRow | undefined> {
  const { rows } = await sql<
    Omit<TransactionRow, 'payer' | 'expectedTxid' | 'looked' | 'voidings'> &
      Looked &
      Record<'payer' | 'expectedTxid', string | null>
  >`
    select withdrawal_id as "withdrawalId", chain, payer, format, unsigned, spends, expected_txid as "expectedTxid",
      looked_through::int as height, looked_hash as hash, signed
    from withdrawal_transaction where withdrawal_id = ${id}`.execute(db)
  if (!rows[0]) return undefined
  const { payer, expectedTxid, height, hash, ...row } = rows[0]
  // The column was added without a value for what there was: no release had prepared anything by then.
  assert(payer !== null, 'a transaction is kept with the address that it pays from')
  return {
    ...row,
    payer,
    expectedTxid: expectedTxid ?? undefined,
    looked: { height, hash },
    voidings: await voidingsOf(db, id),
  }
}

async function voidingsOf(db: Db | Tx, id: bigint): Promise<Voiding[]> {
  const { rows } = await sql<
    Omit<Voiding, 'expectedTxid' | 'sent'> & Record<'expectedTxid' | 'signed' | 'txid', string | null>
  >`
    select n, unsigned, expected_txid as "expectedTxid", written_at as "writtenAtMs", signed, txid
    from withdrawal_voiding where withdrawal_id = ${id} order by n`.execute(db)
  return rows.map(({ expectedTxid, signed, txid, ...row }) => ({
    ...row,
    expectedTxid: expectedTxid ?? undefined,
    sent: signed === null ? null : { raw: signed, txid: txid! },
  }))
}

/** What earlier transactions of a chain leave to the next one. */
export async function takenOf(db: Db | Tx, chain: string): Promise<Taken> {
  const { rows } = await sql<{ what: string }>`
    select what from withdrawal_spend where chain = ${chain}
    union all
    -- What a transaction brings back, or what voids it, is not spent before nothing else can be in its place.
    select one.expected_txid || ':*' from withdrawal_transaction t join withdrawal w on w.id = t.withdrawal_id
    cross join lateral (
      select t.expected_txid
      union all select v.expected_txid from withdrawal_voiding v where v.withdrawal_id = t.withdrawal_id) one
    where t.chain = ${chain} and one.expected_txid is not null and w.ended_at is null`.execute(db)
  // Read after what they spend: one that comes in between pays from the same, and only one of the two is kept.
  const open = await sql<OpenTransaction>`
    select t.spends, array[t.unsigned] || array(
      select v.unsigned from withdrawal_voiding v where v.withdrawal_id = t.withdrawal_id order by v.n) as unsigned
    from withdrawal_transaction t join withdrawal w on w.id = t.withdrawal_id
    where t.chain = ${chain} and w.ended_at is null order by t.withdrawal_id`.execute(db)
  return { spends: rows.map(({ what }) => what), open: open.rows }
}

/** Keeps a written transaction. Refuses: (the database) what pays from something that another pays from. */
export async function insertTransaction(
  tx: Tx,
  id: bigint,
  {
    chain,
    payer,
    format,
    prepared,
    operator,
  }: { chain: string; payer: string; format: string; prepared: Written; operator: bigint },
  nowMs: number,
): Promise<void> {
  const { unsigned, spends, expectedTxid, looked, mostNetworkFee } = prepared
  await sql`
    insert into withdrawal_transaction (withdrawal_id, chain, payer, format, unsigned, spends, expected_txid, from_height,
      looked_through, looked_hash, most_network_fee, prepared_by, prepared_at)
    values (${id}, ${chain}, ${payer}, ${format}, ${unsigned}, ${JSON.stringify(spends)}::jsonb, ${expectedTxid ?? null},
      ${looked.height}, ${looked.height}, ${looked.hash}, ${String(mostNetworkFee)}::numeric, ${operator},
      ${new Date(nowMs)})`.execute(tx)
  for (const what of spends)
    await sql`
      insert into withdrawal_spend (chain, what, withdrawal_id) values (${chain}, ${what}, ${id})`.execute(tx)
}

/** Keeps the signed transaction of a withdrawal. */
export async function keepSigned(
  tx: Tx,
  id: bigint,
  signed: string,
  operator: bigint,
  nowMs: number,
): Promise<void> {
  await sql`
    update withdrawal_transaction set signed = ${signed}, signed_by = ${operator}, signed_at = ${new Date(nowMs)}
    where withdrawal_id = ${id}`.execute(tx)
}

/** Keeps what pays nothing in the place of the transaction of a withdrawal. */
export async function insertVoiding(
  tx: Tx,
  id: bigint,
  { n, unsigned, expectedTxid, mostNetworkFee }: WrittenVoid & { readonly n: number },
  operator: bigint,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into withdrawal_voiding (withdrawal_id, n, unsigned, expected_txid, most_network_fee, written_by, written_at)
    values (${id}, ${n}, ${unsigned}, ${expectedTxid ?? null}, ${String(mostNetworkFee)}::numeric, ${operator},
      ${new Date(nowMs)})`.execute(tx)
}

/** Keeps it signed, also beside the prepared one that is. Refuses: (the database) where it is signed already. */
export async function keepSignedVoid(
  tx: Tx,
  id: bigint,
  { n, raw, txid }: Signed & { readonly n: number },
  operator: bigint,
  nowMs: number,
): Promise<void> {
  await sql`
    update withdrawal_voiding
    set signed = ${raw}, txid = ${txid}, signed_by = ${operator}, signed_at = ${new Date(nowMs)}
    where withdrawal_id = ${id} and n = ${n}`.execute(tx)
}

/** Whether a payment paid a withdrawal before. */
export const isPaidBy = async (tx: Tx, payment: Payment): Promise<boolean> =>
  (await addressesPaidBy(tx, payment)).length > 0

/** Writes how far its chain was looked through for the transaction of a withdrawal. */
export async function keepLooked(db: Db, id: bigint, { height, hash }: Looked): Promise<void> {
  await sql`
    update withdrawal_transaction set looked_through = ${height}, looked_hash = ${hash}
    where withdrawal_id = ${id} and (looked_through, looked_hash) is distinct from (${height}::bigint, ${hash}::text)`.execute(
    db,
  )
}

/** Writes of which transaction, a withdrawal's own or one in its place, nobody here can say what it paid; null for none. */
export async function keepUnclear(db: Db, id: bigint, txid: string | null): Promise<void> {
  await sql`
    update withdrawal_transaction set other_txid = ${txid}
    where withdrawal_id = ${id} and other_txid is distinct from ${txid}::text`.execute(db)
}

/** What the platform's own transactions have paid out, by currency and in units; without what was paid by hand. */
export async function paidByCurrency(db: Db): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ currency: string; paid: bigint }>`
    select w.currency, sum(w.amount - w.fee)::bigint as paid
    from withdrawal w join withdrawal_transaction t on t.withdrawal_id = w.id
    where w.status = 'done' group by w.currency order by w.currency`.execute(db)
  return new Map(rows.map(({ currency, paid }) => [currency, paid]))
}

/** Writes what the chain charged for the transaction of a withdrawal, in the smallest unit of its coin. */
export async function keepNetworkFee(tx: Tx, id: bigint, fee: bigint): Promise<void> {
  await sql`
    update withdrawal_transaction set network_fee = ${String(fee)}::numeric where withdrawal_id = ${id}`.execute(
    tx,
  )
}

/** Whether the transaction of a withdrawal, or what voids it, has its fee of the chain, or will have it when it ends. */
export async function hasNetworkFee(db: Db | Tx, chain: string, txid: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from withdrawal w join withdrawal_transaction t on t.withdrawal_id = w.id
    where w.id in (select id from withdrawal where txid = ${txid}
        union all select withdrawal_id from withdrawal_voiding where txid = ${txid})
      and t.chain = ${chain} and (t.network_fee is not null or w.ended_at is null)
    limit 1`.execute(db)
  return rows.length === 1
}

/** What left by the networks of a chain, of one currency and in the ledger's units. */
export interface Left {
  readonly paid: bigint
  /** Being paid: it may have left, or leave yet. */
  readonly paying: bigint
}

/** What left by networks, and what is leaving, by currency. */
export async function leftBy(db: Db | Tx, networks: readonly string[]): Promise<ReadonlyMap<string, Left>> {
  const { rows } = await sql<Left & { currency: string }>`
    select currency,
      coalesce(sum(amount - fee) filter (where status = 'done'), 0)::bigint as paid,
      coalesce(sum(amount - fee) filter (where status <> 'done'), 0)::bigint as paying
    from withdrawal
    where network = any(${[...networks]}::text[]) and status in ('signing', 'sent', 'done')
    group by currency`.execute(db)
  return new Map(rows.map(({ currency, ...left }) => [currency, left]))
}

/** What a chain charged for withdrawals, in the smallest unit of its coin. */
export interface NetworkFees {
  readonly charged: bigint
  /** Of what is being paid, at most. */
  readonly atMost: bigint
  /** How many were paid for which nobody knows it. */
  readonly unknown: number
}

/** What a chain charged for withdrawals by its networks. `knownElsewhere`: transactions of which that is known otherwise. */
export async function networkFeesOf(
  db: Db | Tx,
  chain: string,
  networks: readonly string[],
  knownElsewhere: readonly string[],
): Promise<NetworkFees> {
  const { rows } = await sql<{ charged: string; at_most: string; known: number; paid: number }>`
    select coalesce(sum(t.network_fee), 0)::text as charged,
      -- Of those that spend the same only one can be in the chain.
      coalesce(sum(greatest(t.most_network_fee,
        (select max(v.most_network_fee) from withdrawal_voiding v where v.withdrawal_id = t.withdrawal_id)))
        filter (where w.status in ('signing', 'sent') and t.network_fee is null), 0)::text as at_most,
      count(*) filter (where w.status = 'done' and t.network_fee is not null)::int as known,
      (select count(*) from withdrawal where network = any(${[...networks]}::text[]) and status = 'done'
        and not (txid = any(${[...knownElsewhere]}::text[])))::int as paid
    from withdrawal_transaction t join withdrawal w on w.id = t.withdrawal_id
    where t.chain = ${chain}`.execute(db)
  const { charged, at_most, known, paid } = rows[0]!
  return { charged: BigInt(charged), atMost: BigInt(at_most), unknown: paid - known }
}

/** What is wrong between withdrawals and the ledger, in words; empty when consistent. */
export async function auditWithdrawals(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint; status: string }>`
    select w.id, w.status from withdrawal w left join hold h on h.id = w.hold_id
    cross join lateral (
      select coalesce(sum(amount) filter (where reason = 'withdrawal'), 0)::bigint as paid,
        coalesce(sum(amount) filter (where reason = 'withdrawal-fee'), 0)::bigint as fee
      from transfer where reference = w.id and reason in ('withdrawal', 'withdrawal-fee')
    ) t
    -- What is older than every transfer that is still here left with its month.
    where coalesce(w.requested_at >= (select min(created_at) from transfer), true) and (
      h.id is null or h.amount <> w.amount
      or h.remaining <> case when w.ended_at is null then w.amount else 0 end
      or (t.paid, t.fee) is distinct from
        (case when w.status = 'done' then (w.amount - w.fee, w.fee) else (0::bigint, 0::bigint) end))
    order by w.id`.execute(db)
  return rows.map(({ id, status }) => `withdrawal ${id} is ${status} and the ledger says something else`)
}
