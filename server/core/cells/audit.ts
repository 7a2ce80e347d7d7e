import { sql } from 'kysely'
import { type CellOutcome, isSameTransfer, type SentState } from '#domain/cells/rules.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import { accountParts } from '#server/core/ledger/accounts.ts'
import { auditLedger } from '#server/core/ledger/audit.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { cellOfKind, settlementKinds } from './accounts.ts'

/** What a cell has with another in one currency, all of one moment. */
export interface Settlement {
  readonly cell: number
  readonly currency: string
  /** The two sides of the settlement account. */
  readonly available: bigint
  readonly held: bigint
  /** What the platform set aside. */
  readonly funded: bigint
  /** Of what was sent: without an answer, and accepted there. What was returned is in no sum. */
  readonly sent: bigint
  readonly settled: bigint
  /** Of what came: paid out here, each number once. */
  readonly accepted: bigint
}

/** What is wrong, by a name and in words. */
export interface Finding {
  readonly name: FindingName
  readonly text: string
}

export type FindingName =
  // The ledger of one cell.
  | 'ledger-unbalanced'
  | 'ledger-drifted'
  | 'ledger-negative'
  // A settlement account and the transfers of its cell.
  | 'held-differs'
  | 'available-differs'
  // One transfer in both cells.
  | 'number-missing'
  | 'accepted-twice'
  | 'never-sent'
  | 'content-differs'
  | 'settled-not-accepted'
  | 'returned-not-refused'
  // All of them.
  | 'sum-differs'

/** Every settlement of a cell. Reads every transfer that it has sent and received. */
export async function settlementsOf(db: Db | Tx): Promise<Settlement[]> {
  const moved = await sql<Omit<Settlement, 'available' | 'held'>>`
    select cell, currency, sum(funded)::bigint as funded, sum(sent)::bigint as sent,
      sum(settled)::bigint as settled, sum(accepted)::bigint as accepted
    from (
      select cell, currency, amount as funded, 0 as sent, 0 as settled, 0 as accepted from cell_fund
      union all
      select cell, currency, 0, case state when 'sent' then amount else 0 end,
        case state when 'settled' then amount else 0 end, 0 from cell_sent
      union all
      select cell, currency, 0, 0, 0, amount from (
        select distinct on (cell, number) cell, currency, amount from cell_received
        where outcome = 'accepted' order by cell, number) once
    ) m group by 1, 2`.execute(db)
  const kinds = settlementKinds.map(({ number }) => number)
  const accounts = await sql<{ id: AccountId; balance: bigint }>`
    select id, balance from account
    where account_owner(id) = 2 and account_kind(id) = any(${kinds}::int[])`.execute(db)
  const nothing = { available: 0n, held: 0n, funded: 0n, sent: 0n, settled: 0n, accepted: 0n }
  const found = new Map<string, Settlement>()
  const add = (cell: number, currency: string, more: Partial<Settlement>) => {
    const key = `${cell} ${currency}`
    found.set(key, { ...nothing, ...found.get(key), cell, currency, ...more })
  }
  for (const { cell, currency, ...sums } of moved.rows) add(cell, currency, sums)
  for (const { id, balance } of accounts.rows) {
    const { kind, currency, state } = accountParts(id)
    add(cellOfKind(kind), currency, { [state]: balance })
  }
  return [...found.values()]
}

/**
 * What differs between the settlement accounts of a cell and its own transfers. Needs no other cell; holds at every moment.
 * Empty when consistent.
 */
export function ownFindings(settlements: readonly Settlement[]): Finding[] {
  return settlements.flatMap(({ cell, currency, available, held, funded, sent, settled, accepted }) => {
    const of = `the settlement account for cell ${cell} in ${currency}`
    const due = funded + settled - accepted
    return [
      ...differs('held-differs', `${of} holds ${held}, what is sent and not answered is ${sent}`, held, sent),
      ...differs('available-differs', `${of} has ${available}, its transfers say ${due}`, available, due),
    ]
  })
}

const differs = (name: FindingName, text: string, one: bigint, other: bigint): Finding[] =>
  one === other ? [] : [{ name, text }]

/** `ownFindings` of a database, all of one moment, in words. */
export const auditOwnSettlements = async (db: Db): Promise<string[]> =>
  ownFindings(await ofOneMoment(db, settlementsOf)).map(({ text }) => text)

/** A cell that is audited. */
export interface AuditedCell {
  readonly db: Db
  readonly cell: number
}

/** What two cells have with each other in one currency. */
export interface Balance {
  readonly currency: string
  /** Both settlement accounts, both sides of each. */
  readonly settlements: bigint
  readonly funded: bigint
  /** What left one cell and has arrived in neither. */
  readonly inTransit: bigint
}

export interface CellsAudit {
  /** For each currency that the two have to do with: settlements = funded + inTransit. */
  readonly balances: readonly Balance[]
  /** Empty when consistent. */
  readonly findings: readonly Finding[]
}

/**
 * Audits two cells: the ledger of each by itself, each settlement account against the transfers of its cell, every transfer in
 * one cell against the same in the other, and the sum of both. May run while they work. Cost grows with all that they have
 * ever sent to each other.
 */
export async function auditCells(a: AuditedCell, b: AuditedCell): Promise<CellsAudit> {
  const ofA = (await ofOneMoment(a.db, settlementsOf)).filter(({ cell }) => cell === b.cell)
  const ofB = (await ofOneMoment(b.db, settlementsOf)).filter(({ cell }) => cell === a.cell)
  const balances = balancesOf(ofA, ofB)
  const findings = [
    ...(await ledgerFindings(a)),
    ...(await ledgerFindings(b)),
    ...named(a, ownFindings(ofA)),
    ...named(b, ownFindings(ofB)),
    ...(await transferFindings(a, b)),
    ...(await transferFindings(b, a)),
    ...balances.flatMap(({ currency, settlements, funded, inTransit }) => {
      const text = `${currency}: both settlement accounts have ${settlements}, funded are ${funded} and in transit ${inTransit}`
      return differs('sum-differs', text, settlements, funded + inTransit)
    }),
  ]
  return { balances, findings }
}

/**
 * The sums of two cells. Each cell's are of one moment of its own, and the two moments may differ: what the second accepted
 * after the first was read counts as in transit with a minus, so that the equation holds all the same.
 */
function balancesOf(ofA: readonly Settlement[], ofB: readonly Settlement[]): Balance[] {
  const all = [...ofA, ...ofB]
  return [...new Set(all.map(({ currency }) => currency))].sort().map((currency) => {
    const both = all.filter((one) => one.currency === currency)
    const sum = (of: (one: Settlement) => bigint) => both.reduce((total, one) => total + of(one), 0n)
    return {
      currency,
      settlements: sum(({ available, held }) => available + held),
      funded: sum(({ funded }) => funded),
      inTransit: sum(({ sent, settled, accepted }) => sent + settled - accepted),
    }
  })
}

const named = ({ cell }: AuditedCell, findings: readonly Finding[]): Finding[] =>
  findings.map(({ name, text }) => ({ name, text: `cell ${cell}: ${text}` }))

async function ledgerFindings(cell: AuditedCell): Promise<Finding[]> {
  const { unbalanced, drifted, negative } = await auditLedger(cell.db, { isUnbounded: true })
  return named(cell, [
    ...unbalanced.map(({ currency, sum }): Finding => {
      return { name: 'ledger-unbalanced', text: `${currency} sums to ${sum} units, not to zero` }
    }),
    ...drifted.map(({ account, balance, entries }): Finding => {
      return { name: 'ledger-drifted', text: `account ${account} has ${balance}, its entries say ${entries}` }
    }),
    ...negative.map(({ account, balance }): Finding => {
      return { name: 'ledger-negative', text: `account ${account} is below zero: ${balance}` }
    }),
  ])
}

/** How many numbers are compared at a time. */
const PAGE = 5_000n

/**
 * Compares what one cell sent with what the other received. The sender is read as it was first, then the receiver: what had
 * ended there has been received here, and what came here with a later number is younger than what was read.
 */
const transferFindings = (from: AuditedCell, to: AuditedCell): Promise<Finding[]> =>
  ofOneMoment(from.db, async (sender) => {
    const last = await lastNumber(sender, to.cell)
    const findings = await ofOneMoment(to.db, async (receiver) => {
      const found: Finding[] = []
      for (let first = 1n; first <= last; first += PAGE) {
        const range = { first, last: first + PAGE - 1n < last ? first + PAGE - 1n : last }
        const sent = await sentBetween(sender, from.cell, to.cell, range)
        found.push(...compare(sent, await receivedBetween(receiver, from.cell, to.cell, range), range))
      }
      return found
    })
    return findings.map(({ name, text }) => ({ name, text: `from cell ${from.cell} to ${to.cell}, ${text}` }))
  }).then(async (found) => [...found, ...(await beyond(from, to))])

/** What came under numbers that the sender has not reached: of these the receiver is read first. */
async function beyond(from: AuditedCell, to: AuditedCell): Promise<Finding[]> {
  const { rows } = await sql<{ number: bigint | null }>`
    select max(number) as number from cell_received where cell = ${from.cell}`.execute(to.db)
  const received = rows[0]!.number ?? 0n
  const last = await lastNumber(from.db, to.cell)
  const text = `from cell ${from.cell} to ${to.cell}, number ${received} was received, the last that was sent is ${last}`
  return received > last ? [{ name: 'never-sent', text }] : []
}

async function lastNumber(db: Db | Tx, cell: number): Promise<bigint> {
  const row = await db
    .selectFrom('cell_counter')
    .select('last_number')
    .where('cell', '=', cell)
    .executeTakeFirst()
  return row?.last_number ?? 0n
}

interface Range {
  readonly first: bigint
  readonly last: bigint
}

type Content = Parameters<typeof isSameTransfer>[0]

interface SentRow {
  readonly transfer: Content
  readonly state: SentState
}
interface ReceivedRow {
  readonly transfer: Content
  readonly outcome: CellOutcome
}

async function sentBetween(tx: Tx, from: number, to: number, { first, last }: Range): Promise<SentRow[]> {
  const rows = await tx
    .selectFrom('cell_sent')
    .select(['number', 'to_customer as customer', 'currency', 'decimals', 'amount', 'state'])
    .where('cell', '=', to)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .execute()
  return rows.map(({ state, ...content }) => ({ transfer: { from, to, ...content }, state }))
}

async function receivedBetween(
  tx: Tx,
  from: number,
  to: number,
  { first, last }: Range,
): Promise<ReceivedRow[]> {
  const rows = await tx
    .selectFrom('cell_received')
    .select(['number', 'to_customer as customer', 'currency', 'decimals', 'amount', 'outcome'])
    .where('cell', '=', from)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .execute()
  return rows.map(({ outcome, ...content }) => ({ transfer: { from, to, ...content }, outcome }))
}

function compare(
  sent: readonly SentRow[],
  received: readonly ReceivedRow[],
  { first, last }: Range,
): Finding[] {
  const sentBy = new Map(sent.map((row) => [row.transfer.number, row]))
  const receivedBy = Map.groupBy(received, ({ transfer }) => transfer.number)
  const found: Finding[] = []
  for (let number = first; number <= last; number++) {
    const say = (name: FindingName, text: string) => found.push({ name, text: `number ${number}: ${text}` })
    const [one, came = []] = [sentBy.get(number), receivedBy.get(number)]
    if (!one) {
      say(came.length > 0 ? 'never-sent' : 'number-missing', 'the sender has no such transfer')
      continue
    }
    if (came.length > 1) say('accepted-twice', `received ${came.length} times`)
    for (const { transfer } of came)
      if (!isSameTransfer(transfer, one.transfer))
        say('content-differs', `sent ${contentOf(one.transfer)}, received ${contentOf(transfer)}`)
    const has = (outcome: CellOutcome) => came.some((row) => row.outcome === outcome)
    if (one.state === 'settled' && !has('accepted')) say('settled-not-accepted', 'settled, and not accepted')
    if (one.state === 'returned' && !has('refused')) say('returned-not-refused', 'returned, and not refused')
  }
  return found
}

const contentOf = ({ customer, currency, decimals, amount }: Content): string =>
  `${amount} units of ${currency} with ${decimals} decimals for customer ${customer}`

/** Reads in one snapshot, for as long as it takes. */
const ofOneMoment = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      return read(tx)
    })
