import { type RawBuilder, sql } from 'kysely'
import type { BankWay } from '#domain/deposit/bank.ts'
import type { DepositStatus } from '#domain/deposit/contract.ts'
import { depositReference, type Payment } from '#domain/deposit/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import type { FundRecords } from '#server/core/fund-records.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { violatedConstraint } from '#server/platform/db/errors.ts'
import { confirmationsInForce } from './networks.ts'

/** How the name of who sent a payment compares with those that its customer was verified by; unknown without one. */
export type NameHint = 'same' | 'differs' | 'unknown'

/** What a request for a bank's payment has beside the others. */
export interface ByBank {
  /** The version of the platform's account that the customer was shown. */
  readonly accountVersion: bigint
  readonly bankName: string
  readonly paymentReference: string
  readonly nameHint: NameHint
  /** What the customer says of the sender, encrypted; null once it was erased. */
  readonly details: Uint8Array | null
}

export interface DepositRequest {
  readonly id: bigint
  readonly reference: string
  readonly customerId: CustomerId
  readonly status: DepositStatus
  readonly currency: string
  readonly network: string
  /** What the customer says; only ever shown. */
  readonly claimed: Units
  readonly address: string
  readonly isAddressOurs: boolean
  readonly hashTail: string
  /** Empty of a bank's payment: it stands in what is encrypted. */
  readonly sender: string
  /** An upload's id; null of a wire without a picture, and of one that was erased. */
  readonly image: string | null
  readonly way: 'proof' | BankWay
  readonly bank: ByBank | null
  readonly submittedAtMs: number
  readonly credited: Units | null
  readonly txReference: string | null
  readonly outputIndex: number | null
  readonly maker: bigint | null
  readonly checker: bigint | null
  readonly rejection: string | null
  readonly decidedAtMs: number | null
  /** How many confirmations it is credited after at present; null of a bank's. */
  readonly confirmationsNeeded: number | null
  /** How many it had when it was matched, of one that was credited; null of a bank's, and where nobody said. */
  readonly confirmationsSeen: number | null
  /** Why a reviewer should look twice, in words. */
  readonly risk: readonly string[]
}

export interface DepositRow {
  id: bigint
  customer_id: CustomerId
  status: DepositStatus
  currency: string
  network: string
  claimed: Units
  address: string
  is_address_ours: boolean
  hash_tail: string
  sender: string
  image: string | null
  way: DepositRequest['way']
  bank_account: bigint | null
  bank_name: string | null
  payment_reference: string | null
  name_hint: NameHint | null
  details: Uint8Array | null
  submitted_at: number
  credited: Units | null
  tx_reference: string | null
  output_index: number | null
  maker: bigint | null
  checker: bigint | null
  rejection: string | null
  decided_at: number | null
  same_image: boolean
  same_transaction: boolean
  is_replaced: boolean
  confirmations_needed: number | null
  confirmations_seen: number | null
}

/** Deposit requests, with what a reviewer should know of each. */
export const depositTable = {
  columns: sql`d.*,
      exists (select 1 from deposit_request o where o.image_sha256 = d.image_sha256 and o.id <> d.id
        and o.status <> 'rejected') as same_image,
      exists (select 1 from deposit_request o where o.currency = d.currency and o.claimed = d.claimed
        and lower(o.hash_tail) = lower(d.hash_tail) and d.hash_tail <> '' and o.id <> d.id
        and o.status <> 'rejected') as same_transaction,
      d.status = 'pending' and case d.way when 'proof' then d.is_address_ours and d.address is distinct from (
          select a.address from deposit_address a where a.currency = d.currency and a.network = d.network
          order by a.id desc limit 1)
        else exists (select 1 from bank_account newer where newer.account = b.account and newer.version > b.version)
        end as is_replaced,
      b.details ->> 'bankName' as bank_name, ${confirmationsInForce('d')} as confirmations_needed,
      case when d.status = 'approved' then (select (p.params ->> 'confirmations')::int from proposal p
        where p.subject = 'deposit:' || d.id and p.status = 'approved' order by p.id desc limit 1)
        end as confirmations_seen`,
  from: sql`deposit_request d left join bank_account b on b.id = d.bank_account`,
}

const depositQuery = (rest: RawBuilder<unknown>) =>
  sql<DepositRow>`select ${depositTable.columns} from ${depositTable.from} ${rest}`

const depositRows = (db: Db | Tx, rest: RawBuilder<unknown>): Promise<DepositRequest[]> =>
  requestsOf(db, depositQuery(rest))

async function requestsOf(db: Db | Tx, query: RawBuilder<DepositRow>): Promise<DepositRequest[]> {
  return (await query.execute(db)).rows.map(requestOfRow)
}

/** A row of `depositTable`, in our names. */
export function requestOfRow(row: DepositRow): DepositRequest {
  return {
    id: row.id,
    reference: depositReference(row.id),
    customerId: row.customer_id,
    status: row.status,
    currency: row.currency,
    network: row.network,
    claimed: row.claimed,
    address: row.address,
    isAddressOurs: row.is_address_ours,
    hashTail: row.hash_tail,
    sender: row.sender,
    image: row.image,
    way: row.way,
    bank:
      row.bank_account === null
        ? null
        : {
            accountVersion: row.bank_account,
            bankName: row.bank_name!,
            paymentReference: row.payment_reference!,
            nameHint: row.name_hint!,
            details: row.details,
          },
    submittedAtMs: row.submitted_at,
    credited: row.credited,
    txReference: row.tx_reference,
    outputIndex: row.output_index,
    maker: row.maker,
    checker: row.checker,
    rejection: row.rejection,
    decidedAtMs: row.decided_at,
    confirmationsNeeded: row.confirmations_needed,
    confirmationsSeen: row.confirmations_seen,
    risk: riskOf(row),
  }
}

const riskOf = (row: DepositRow): string[] => [
  ...(row.same_image ? ['The same picture was sent with another deposit'] : []),
  ...(row.same_transaction ? ['Another deposit has the same currency, amount and last 6 of the hash'] : []),
  ...(row.is_replaced
    ? [
        row.way === 'proof'
          ? 'The address is ours, but has been replaced since'
          : 'The bank account was changed since',
      ]
    : []),
  ...(row.name_hint === 'differs'
    ? ['The sender’s name is not the one that the customer was verified by']
    : []),
  ...(row.name_hint === 'unknown' ? ['The customer had no verified name to compare with'] : []),
  ...(row.is_address_ours ? [] : ['The address is not the one we published']),
]

/** One request, whoever's it is: for the console. */
export const findDeposit = async (db: Db | Tx, id: bigint): Promise<DepositRequest | undefined> =>
  (await depositRows(db, sql`where d.id = ${id}`))[0]

/** Those of these requests that are the customer's own. */
export async function ownDepositsById(
  db: Db,
  customerId: CustomerId,
  ids: readonly bigint[],
): Promise<{ id: bigint; network: string }[]> {
  const { rows } = await sql<{ id: bigint; network: string }>`
    select id, network from deposit_request
    where customer_id = ${customerId} and id = any(${[...ids]}::bigint[])
    union all
    select id, network from chain_deposit
    where customer_id = ${customerId} and id = any(${[...ids]}::bigint[])`.execute(db)
  return rows
}

/** The same, held so that nobody else decides it before the transaction ends. */
export const lockDeposit = async (tx: Tx, id: bigint): Promise<DepositRequest | undefined> =>
  (await depositRows(tx, sql`where d.id = ${id} for update of d`))[0]

/** What waits, whoever has waited longest first. */
export const oldestPending = (db: Db | Tx, limit: number): Promise<DepositRequest[]> =>
  depositRows(db, sql`where d.status = 'pending' order by d.id limit ${limit}`)

/** How many requests wait for a decision, and since when. */
export async function pendingDeposits(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldest: number | null }>`
    select count(*)::int as waiting, min(submitted_at) as oldest
    from deposit_request where status = 'pending'`.execute(db)
  return { waiting: rows[0]!.waiting, oldestAtMs: rows[0]!.oldest }
}

export interface OwnDeposits extends PageSlice {
  readonly status?: DepositStatus | undefined
  readonly currency?: string | undefined
  /** Those by wire alone, or all but those. */
  readonly isWire?: boolean | undefined
}

/** A customer's requests, newest first. */
export const depositsOf = (
  db: Db | Tx,
  customerId: CustomerId,
  filter: OwnDeposits,
): Promise<DepositRequest[]> => requestsOf(db, ownDepositsQuery(customerId, filter))

/**
 * Every filter has an index, so that requests it does not let through cost nothing. (By the negative id: the
 * primary key is not in that order, and might be read from its end in the hope of meeting a few soon.)
 */
export function ownDepositsQuery(customerId: CustomerId, filter: OwnDeposits) {
  const conditions: RawBuilder<unknown>[] = [sql`d.customer_id = ${customerId}`]
  if (filter.status !== undefined) conditions.push(sql`d.status = ${filter.status}`)
  if (filter.currency !== undefined) conditions.push(sql`d.currency = ${filter.currency}`)
  if (filter.isWire !== undefined) conditions.push(sql`(d.way = 'wire') = ${filter.isWire}`)
  if (filter.after) conditions.push(sql`(-d.id) > ${-filter.after[0]!}`)
  return depositQuery(
    sql`where ${sql.join(conditions, sql` and `)} order by (-d.id) limit ${filter.limit} offset ${filter.offset}`,
  )
}

/** What a customer sends, with the hash of the picture. */
export type NewDeposit = Pick<
  DepositRequest,
  | 'customerId'
  | 'currency'
  | 'network'
  | 'claimed'
  | 'address'
  | 'isAddressOurs'
  | 'hashTail'
  | 'sender'
  | 'image'
> & {
  readonly imageSha256: string | null
  readonly way: DepositRequest['way']
  readonly bank?: Omit<ByBank, 'bankName'>
  /** Where it was needed before, to encrypt what it is of. */
  readonly id?: bigint
}

/** The next number of a deposit, for what is written with it. */
export async function nextDepositId(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select nextval('deposit_request_id_seq') as id`.execute(tx)
  return rows[0]!.id
}

/** Adds a request; `undefined` when its image was sent with another. */
export async function insertDeposit(tx: Tx, deposit: NewDeposit, nowMs: number): Promise<bigint | undefined> {
  const { bank, id = await nextDepositId(tx) } = deposit
  const { rows } = await sql<{ id: bigint }>`
    insert into deposit_request (id, customer_id, currency, network, claimed, address, is_address_ours, hash_tail, sender,
      image, image_sha256, way, bank_account, payment_reference, name_hint, details, submitted_at)
    overriding system value
    values (${id}, ${deposit.customerId}, ${deposit.currency}, ${deposit.network}, ${deposit.claimed}, ${deposit.address},
      ${deposit.isAddressOurs}, ${deposit.hashTail}, ${deposit.sender}, ${deposit.image}, ${deposit.imageSha256},
      ${deposit.way}, ${bank?.accountVersion ?? null}, ${bank?.paymentReference ?? null}, ${bank?.nameHint ?? null},
      ${bank?.details ?? null}, ${new Date(nowMs)})
    on conflict (image) do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** Lets one request of a customer at a time past, and counts those that wait for review: by proof, or by any way of a bank. */
export async function lockAndCountPending(
  tx: Tx,
  { customerId, way }: Pick<NewDeposit, 'customerId' | 'way'>,
): Promise<number> {
  await sql`
    insert into deposit_lock as counter (customer_id, requests) values (${customerId}, 1)
    on conflict (customer_id) do update set requests = counter.requests + 1`.execute(tx)
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from deposit_request where customer_id = ${customerId} and status = 'pending'
      and (way = 'proof') = ${way === 'proof'}`.execute(tx)
  return Number(rows[0]!.count)
}

/** The request of a customer that waits for review and says the same, with the same picture; after `lockAndCountPending`. */
export async function findPendingLike(tx: Tx, deposit: NewDeposit): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select id from deposit_request
    where customer_id = ${deposit.customerId} and status = 'pending' and currency = ${deposit.currency}
      and network = ${deposit.network} and claimed = ${deposit.claimed} and hash_tail = ${deposit.hashTail}
      and way = ${deposit.way} and bank_account is not distinct from ${deposit.bank?.accountVersion ?? null}::bigint
      and image_sha256 is not distinct from ${deposit.imageSha256}::text
    order by id limit 1`.execute(tx)
  return rows[0]?.id
}

/** Approves a pending request; false when it was decided already. */
export async function approveDeposit(
  tx: Tx,
  decided: {
    id: bigint
    credited: Units
    payment: Payment
    maker: bigint
    checker: bigint
  },
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    update deposit_request set status = 'approved', credited = ${decided.credited},
      tx_reference = ${decided.payment.txReference}, output_index = ${decided.payment.outputIndex}, maker = ${decided.maker}, checker = ${decided.checker},
      decided_by = ${decided.checker}, decided_at = ${new Date(nowMs)}
    where id = ${decided.id} and status = 'pending' returning 1`.execute(tx)
  return rows.length === 1
}

/** Rejects a pending request; false when it was decided already. */
export async function refuseDeposit(
  tx: Tx,
  decided: { id: bigint; rejection: string; operator: bigint | null },
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    update deposit_request set status = 'rejected', rejection = ${decided.rejection},
      decided_by = ${decided.operator}, decided_at = ${new Date(nowMs)}
    where id = ${decided.id} and status = 'pending' returning 1`.execute(tx)
  return rows.length === 1
}

/** What two operators credited of payments by networks, by currency and in units. */
export async function creditedBy(
  db: Db | Tx,
  networks: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ currency: string; credited: bigint }>`
    select currency, sum(credited)::bigint as credited from deposit_request
    where status = 'approved' and network = any(${[...networks]}::text[]) group by currency`.execute(db)
  return new Map(rows.map(({ currency, credited }) => [currency, credited]))
}

/** The addresses that such payments came to, as far as they were the platform's or the customer's own. */
export async function creditedAddresses(db: Db | Tx, networks: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from deposit_request
    where status = 'approved' and is_address_ours and network = any(${[...networks]}::text[])`.execute(db)
  return rows.map(({ address }) => address)
}

/** Whether a database error says that a transaction was credited before. */
export function isReferenceUsed(error: unknown): boolean {
  return violatedConstraint(error) === 'deposit_credited_once'
}

/** Erases what a customer says of those who sent bank payments; returns how many requests, and their pictures. */
export async function eraseSenders(
  tx: Tx,
  customerId: CustomerId,
  nowMs: number,
): Promise<{ erased: number; images: string[] }> {
  const { rows } = await sql<{ image: string | null }>`
    with said as (
      select id, image from deposit_request
      where customer_id = ${customerId} and way <> 'proof' and erased_at is null for no key update)
    update deposit_request d set details = null, image = null, image_sha256 = null, erased_at = ${new Date(nowMs)}
    from said where d.id = said.id returning said.image`.execute(tx)
  return { erased: rows.length, images: rows.flatMap(({ image }) => image ?? []) }
}

/** Of these pictures, those that another request, an order over the counter, or a chat with customer service refers to. */
export async function usedElsewhere(tx: Tx, images: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ image: string }>`
    select one.image from unnest(${[...images]}::text[]) one (image)
    where exists (select 1 from deposit_request d where d.image = one.image)
      or exists (select 1 from otc_message m where m.image = one.image)
      or exists (select 1 from support_message m where m.image = one.image)
      or exists (select 1 from otc_order o where one.image = any(string_to_array(o.evidence, ',')))`.execute(
    tx,
  )
  return new Set(rows.map(({ image }) => image))
}

/** A customer's deposits of every kind, for the list of all requests about funds. */
export const depositRecords: FundRecords = (customer) => sql`
  select case way when 'wire' then 'wire' else 'deposit' end as kind, id, 'D-' || id as reference, status,
    status as state, currency, coalesce(credited, claimed) as amount, submitted_at as at
  from deposit_request where customer_id = ${customer}
  union all
  select 'deposit', id, 'D-' || id, case status when 'confirming' then 'pending' when 'credited' then 'approved'
    else 'rejected' end, status, currency, amount, seen_at
  from chain_deposit where customer_id = ${customer}`
