import { sql } from 'kysely'
import * as byProduct from '#domain/all-reasons.ts'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Reason } from '#domain/reasons.ts'
import { DAY_MS } from '#domain/time.ts'
import { type AccountId, accountParts } from '#server/core/ledger/accounts.ts'
import { balancesAtQuery } from '#server/core/ledger/history.ts'
import { listAccounts } from '#server/core/ledger/ledger.ts'
import { type Moved, readAtRest, readableFromMs, type Sides } from '#server/core/ledger/moved/moved.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { History } from '#server/platform/db/history.ts'
import { countEntries } from './both.ts'
import { pastPeriod } from './past.ts'
import { idsWithin } from './service.ts'

/** A customer's bookings of a period, added up from the entries: of all accounts, those in products too. */

const MAX_DAYS = 366
/** Entries that are added up for one document. */
const MAX_ENTRIES = 200_000
/** Bookings that a document lists; more are in the CSV file. */
const MAX_LISTED = 500

/** What was booked for one reason in one currency. Units: of the currency; `out` is below zero. */
export interface PeriodLine {
  readonly product: string
  readonly reason: Reason
  readonly currency: string
  readonly in: bigint
  readonly out: bigint
}

/** What there was of a currency before and after. */
export interface PeriodBalance {
  readonly currency: string
  readonly opening: bigint
  readonly in: bigint
  readonly out: bigint
  readonly closing: bigint
}

export interface PeriodEntry {
  readonly atMs: number
  readonly reason: Reason
  readonly currency: string
  readonly amount: bigint
}

export interface Period {
  readonly fromMs: number
  readonly toMs: number
  /** Later than asked for where earlier months are archived. */
  readonly isCut: boolean
  readonly balances: readonly PeriodBalance[]
  readonly lines: readonly PeriodLine[]
  readonly entryCount: number
  /** Oldest first; undefined where there are too many to list. */
  readonly entries: readonly PeriodEntry[] | undefined
}

const productOf: ReadonlyMap<Reason, string> = new Map(
  Object.entries(byProduct).flatMap(([list, reasons]) =>
    reasons.map((reason) => [reason as Reason, list.replace(/Reasons$/, '')]),
  ),
)

/**
 * Adds up a period. What only moved between a customer's own accounts is neither in nor out, booking by booking.
 *
 * Refuses: PERIOD_INVALID beyond 366 days or the wrong way round; BILL_TOO_LONG.
 */
export async function periodOf(
  on: Sides,
  customer: CustomerId,
  asked: { readonly fromMs: number; readonly toMs: number },
): Promise<Period> {
  const { toMs } = asked
  if (toMs <= asked.fromMs || toMs - asked.fromMs > MAX_DAYS * DAY_MS)
    throw refusal('PERIOD_INVALID', { maximum: MAX_DAYS })
  const keptFromMs = (await readableFromMs(on)) ?? 0
  const fromMs = Math.min(Math.max(asked.fromMs, keptFromMs), toMs)
  const accounts = await listAccounts(on.db, customer)
  const ids = await idsWithin(on.db, { fromMs, toMs })
  if ((await countEntries(on, accounts, { fromMs, toMs, ids }, MAX_ENTRIES)) > MAX_ENTRIES)
    throw refusal('BILL_TOO_LONG', { maximum: MAX_ENTRIES })
  const { moved, opening, closing } = await bookingsOf(on, accounts, ids, { fromMs, toMs })
  const within = moved.filter(({ at_ms }) => at_ms >= fromMs && at_ms < toMs)
  const lines = linesOf(within)
  for (const { at_ms, currency, net } of moved)
    if (at_ms < fromMs) add(opening, currency, net)
    else if (at_ms >= toMs) add(closing, currency, -net)
  const balances = [...closing.keys()].sort().map((currency) => {
    const ofCurrency = lines.filter((line) => line.currency === currency)
    const balance = {
      currency,
      opening: opening.get(currency)!,
      in: ofCurrency.reduce((sum, line) => sum + line.in, 0n),
      out: ofCurrency.reduce((sum, line) => sum + line.out, 0n),
      closing: closing.get(currency)!,
    }
    assert(
      balance.opening + balance.in + balance.out === balance.closing,
      `a period of customer ${customer} adds up in ${currency}`,
    )
    return balance
  })
  return {
    ...{ fromMs, toMs, isCut: fromMs > asked.fromMs },
    balances: balances.filter((one) => one.opening !== 0n || one.closing !== 0n || one.in !== 0n),
    lines,
    entryCount: within.length,
    entries:
      within.length > MAX_LISTED
        ? undefined
        : within.map(({ at_ms, reason, currency, net }) => ({
            ...{ atMs: at_ms, reason, currency, amount: net },
          })),
  }
}

/** What there was and what is there, by currency, and what moved in between, oldest first; a little more than the period. */
interface Bookings {
  readonly opening: Map<string, bigint>
  readonly closing: Map<string, bigint>
  readonly moved: readonly Move[]
}

/** The bookings of a period, of both sides where it began before what the ledger's own database has. */
async function bookingsOf(
  on: Sides,
  accounts: readonly AccountId[],
  ids: readonly [bigint, bigint],
  period: { readonly fromMs: number; readonly toMs: number },
): Promise<Bookings> {
  // One look: what is booked meanwhile is in the balances and in the sums alike, or in neither.
  const read = () =>
    on.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => ({
        moves: await movesOf(tx, accounts, ids),
        opening: await balancesAtQuery(accounts, { id: ids[0] }).execute(tx),
        closing: await balancesAtQuery(accounts, { id: ids[1] }).execute(tx),
        // In the same look: a month that leaves meanwhile takes entries with it.
        isBefore: new Set(on.history ? await withoutEntry(tx, accounts, ids[0]) : []),
        isBehind: new Set(on.history ? await withoutEntry(tx, accounts, ids[1]) : []),
      }))
  const { own, moved: left } = await readAtRest(on, read)
  const balancesOf = (rows: readonly { readonly account_id: AccountId; readonly balance: bigint }[]) =>
    new Map(rows.map(({ account_id, balance }) => [account_id, balance]))
  const [opening, closing] = [balancesOf(own.opening.rows), balancesOf(own.closing.rows)]
  if (!on.history || !left || period.fromMs >= left.ends || accounts.length === 0)
    return { moved: own.moves, opening: totalsOf(opening), closing: totalsOf(closing) }
  const past = await inPast({ db: on.db, history: on.history }, left, accounts, period)
  // A balance that is of no entry here is what the months that left came to: the history knows it as it was then.
  for (const id of accounts) {
    if (own.isBefore.has(id)) opening.set(id, past.opening.get(id) ?? past.base.get(id) ?? 0n)
    if (own.isBehind.has(id)) closing.set(id, past.closing.get(id) ?? past.base.get(id) ?? 0n)
  }
  const moves = [...past.moves, ...own.moves].sort((a, b) => (a.id < b.id ? -1 : 1))
  return { moved: moves, opening: totalsOf(opening), closing: totalsOf(closing) }
}

/** What the history has of a period, and what accounts had before all that is in it. */
async function inPast(
  { db, history }: { readonly db: Db; readonly history: History },
  moved: Moved,
  accounts: readonly AccountId[],
  period: { readonly fromMs: number; readonly toMs: number },
) {
  const named = accounts.map((id) => ({ id, currency: accountParts(id).currency }))
  const { moves, ...balances } = await history.use((there) => pastPeriod(there, moved, named, period))
  const { rows } = await sql<{ account_id: AccountId; balance: bigint }>`
    select distinct on (account_id) account_id, closing as balance
    from ledger_rollup_account join ledger_rollup using (number)
    where account_id = any(${arrayLiteral(accounts, (id) => id)}::bigint[])
      and ends <= ${new Date(moved.begins)}::timestamptz
    order by account_id, number desc`.execute(db)
  return {
    ...balances,
    base: new Map(rows.map(({ account_id, balance }) => [account_id, balance])),
    moves: moves.map(({ at, transfer_id, net, ...move }) => ({
      ...move,
      ...{ id: transfer_id, at_ms: Number(at), net: BigInt(net) },
    })),
  }
}

/** Accounts that had no entry before a transfer which is still in the ledger's own database. */
async function withoutEntry(db: Db | Tx, accounts: readonly AccountId[], id: bigint): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select own.id from unnest(${arrayLiteral(accounts, (one) => one)}::bigint[]) own (id)
    where not exists (select from entry where account_id = own.id and transfer_id < ${id}::bigint)`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

interface Move {
  readonly id: bigint
  readonly at_ms: number
  readonly reason: Reason
  readonly currency: string
  readonly net: bigint
}

/** Balances of accounts, by currency. */
function totalsOf(balances: ReadonlyMap<AccountId, bigint>): Map<string, bigint> {
  const totals = new Map<string, bigint>()
  for (const [id, balance] of balances) add(totals, accountParts(id).currency, balance)
  return totals
}

/** What each transfer of a range brought or took, over all of the accounts; without those that only moved money between them. */
async function movesOf(
  db: Db,
  accounts: readonly AccountId[],
  [firstId, endId]: readonly [bigint, bigint],
): Promise<Move[]> {
  const currencies = accounts.map((id) => accountParts(id).currency)
  const { rows } = await sql<{ id: bigint; at: number; reason: Reason; currency: string; net: string }>`
    select t.id, t.created_at as at, t.reason, moved.currency, moved.net::text as net
    from (
      select e.transfer_id, e.created_at, own.currency, sum(e.amount) as net
      from unnest(${arrayLiteral(accounts, (id) => id)}::bigint[], ${currencies}::text[]) own (id, currency)
      join entry e on e.account_id = own.id and e.transfer_id >= ${firstId} and e.transfer_id < ${endId}
      group by e.transfer_id, e.created_at, own.currency
      having sum(e.amount) <> 0
    ) moved join transfer t on t.id = moved.transfer_id and t.created_at = moved.created_at
    order by t.id`.execute(db)
  return rows.map(({ at, net, ...row }) => ({ ...row, at_ms: Number(at), net: BigInt(net) }))
}

function linesOf(moves: readonly Move[]): PeriodLine[] {
  const lines = new Map<string, { -readonly [Key in keyof PeriodLine]: PeriodLine[Key] }>()
  for (const { reason, currency, net } of moves) {
    const key = `${reason} ${currency}`
    const line = lines.get(key) ?? {
      ...{ product: productOf.get(reason)!, reason, currency, in: 0n, out: 0n },
    }
    if (net > 0n) line.in += net
    else line.out += net
    lines.set(key, line)
  }
  const order = [...productOf.keys()]
  return [...lines.values()].sort(
    (a, b) => order.indexOf(a.reason) - order.indexOf(b.reason) || (a.currency < b.currency ? -1 : 1),
  )
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + amount)
