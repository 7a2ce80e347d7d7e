import { sql } from 'kysely'
import * as byProduct from '#domain/all-reasons.ts'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Reason } from '#domain/reasons.ts'
import { DAY_MS } from '#domain/time.ts'
import { type AccountId, accountParts } from '#server/core/ledger/accounts.ts'
import { balancesAtQuery } from '#server/core/ledger/history.ts'
import { listAccounts } from '#server/core/ledger/ledger.ts'
import { entriesKeptFromMs } from '#server/core/ledger/rollup.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import { idsWithin } from './service.ts'
import { countEntries } from './store.ts'

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
  db: Db,
  customer: CustomerId,
  asked: { readonly fromMs: number; readonly toMs: number },
): Promise<Period> {
  const { toMs } = asked
  if (toMs <= asked.fromMs || toMs - asked.fromMs > MAX_DAYS * DAY_MS)
    throw refusal('PERIOD_INVALID', { maximum: MAX_DAYS })
  const keptFromMs = (await entriesKeptFromMs(db)) ?? 0
  const fromMs = Math.min(Math.max(asked.fromMs, keptFromMs), toMs)
  const accounts = await listAccounts(db, customer)
  const ids = await idsWithin(db, { fromMs, toMs })
  if ((await countEntries(db, accounts, ids)) > MAX_ENTRIES)
    throw refusal('BILL_TOO_LONG', { maximum: MAX_ENTRIES })
  // One look: what is booked meanwhile is in the balances and in the sums alike, or in neither.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Ids hold a little more than the period: what is beside it is taken off the balances that they have.
      const moved = await movesOf(tx, accounts, ids)
      const within = moved.filter(({ at_ms }) => at_ms >= fromMs && at_ms < toMs)
      const lines = linesOf(within)
      const [opening, closing] = [await totalsAt(tx, accounts, ids[0]), await totalsAt(tx, accounts, ids[1])]
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
    })
}

interface Move {
  readonly at_ms: number
  readonly reason: Reason
  readonly currency: string
  readonly net: bigint
}

/** What accounts had before a transfer, by currency: one look-up by the index for each account, however many entries it has. */
async function totalsAt(db: Db, accounts: readonly AccountId[], id: bigint): Promise<Map<string, bigint>> {
  const { rows } = await balancesAtQuery(accounts, { id }).execute(db)
  const totals = new Map<string, bigint>()
  for (const { account_id, balance } of rows) add(totals, accountParts(account_id).currency, balance)
  return totals
}

/** What each transfer of a range brought or took, over all of the accounts; without those that only moved money between them. */
async function movesOf(
  db: Db,
  accounts: readonly AccountId[],
  [firstId, endId]: readonly [bigint, bigint],
): Promise<Move[]> {
  const currencies = accounts.map((id) => accountParts(id).currency)
  const { rows } = await sql<{ at: number; reason: Reason; currency: string; net: string }>`
    select t.created_at as at, t.reason, moved.currency, moved.net::text as net
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
