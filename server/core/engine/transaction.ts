import { sql } from 'kysely'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Writer } from '#server/platform/db/fencing-token.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { type AnsweredCall, insertAnswers, type KeyedCall, keyName } from '#server/platform/idempotency.ts'
import { advanceIdsPast, nextId } from '#server/platform/ids.ts'
import type { AccountId } from '../ledger/accounts.ts'
import { post, type Transfer } from '../ledger/ledger.ts'
import type { Writes } from './product.ts'

/** What a batch is decided on. */
export interface BatchStart {
  /** Locked against everybody else until the transaction ends. */
  readonly available: Map<AccountId, bigint>
  /** What the batch's keys were used for before, by the key's name. */
  readonly answered: Map<string, AnsweredCall[]>
}

/**
 * Begins a batch: checks the fencing token, locks the accounts that its actions may spend from, and reads
 * what its idempotency keys answered before.
 *
 * Refuses: (by throwing, see `isFenced`) when another writer has taken over.
 */
export async function beginBatch(
  tx: Tx,
  writer: Writer,
  token: bigint,
  accounts: readonly AccountId[],
  calls: readonly KeyedCall[],
): Promise<BatchStart> {
  const { rows } = await sql<{
    balances: string | null
    answered: (Omit<AnsweredCall, 'actor'> & { actor: string })[] | null
  }>`${prepared} select * from engine_begin(${writer}, ${token}::bigint, ${arrayLiteral(accounts, (id) => id)}::bigint[],
      ${arrayLiteral(calls, ({ actor }) => actor)}::bigint[], ${textArrayLiteral(calls, ({ key }) => key)}::text[])`.execute(
    tx,
  )
  const { balances, answered } = rows[0]!
  const available = new Map<AccountId, bigint>()
  for (const account of accounts) available.set(account, 0n)
  if (balances) {
    for (const line of balances.split(',')) {
      const at = line.indexOf(':')
      available.set(BigInt(line.slice(0, at)) as AccountId, BigInt(line.slice(at + 1)))
    }
  }
  const earlier = (answered ?? []).map((each) => ({ ...each, actor: BigInt(each.actor) }))
  return { available, answered: Map.groupBy(earlier, keyName) }
}

/** Writes a decided batch by one statement: the product's rows, the answered keys, and the posting. */
export async function writeBatch(
  tx: Tx,
  { statements, transfers }: Writes,
  answered: readonly AnsweredCall[],
  atMs: number,
): Promise<void> {
  const at = new Date(atMs)
  const all = answered.length === 0 ? statements : [...statements, insertAnswers(answered, at)]
  if (all.length === 0 && transfers.length === 0) return
  const parts = all.map((statement, n) => sql`${sql.raw(`part_${n}`)} as (${statement})`)
  const moved = (pick: (transfer: Transfer) => bigint | string) => arrayLiteral(transfers, pick)
  const ids = transfers.map(() => nextId())
  const { rows } = await sql<{
    newest: bigint
  }>`${prepared} ${parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``} select ${
    transfers.length === 0
      ? sql`0::bigint`
      : sql`ledger_post(${arrayLiteral(ids, (id) => id)}::bigint[], ${moved((m) => m.debit)}::bigint[],
          ${moved((m) => m.credit)}::bigint[], ${moved((m) => m.amount)}::bigint[], ${moved((m) => m.reason)}::text[],
          ${moved((m) => m.reference)}::bigint[], ${at}::timestamptz)`
  } as newest`.execute(tx)
  // Somebody who drew later ids was first at one of the accounts: the transfers alone are posted again.
  const { newest } = rows[0]!
  if (newest > 0n) {
    advanceIdsPast(newest)
    await post(tx, transfers, atMs)
  }
}
