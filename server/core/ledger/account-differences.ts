import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { AccountId } from './accounts.ts'

/**
 * Accounts of these kinds that do not have what a product's orders say, in words: those of `needed`, and all others that are
 * not empty.
 */
export async function accountDifferences(
  db: Db,
  kinds: readonly number[],
  needed: ReadonlyMap<AccountId, bigint>,
): Promise<string[]> {
  const { rows } = await sql<{ id: AccountId; balance: bigint }>`
    select id, balance from account where account_kind(id) = any(${[...kinds]}::int[]) and balance <> 0`.execute(
    db,
  )
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]))
  return [...new Set([...needed.keys(), ...balances.keys()])].flatMap((account) => {
    const [has, says] = [balances.get(account) ?? 0n, needed.get(account) ?? 0n]
    return has === says ? [] : [`account ${account} has ${has}, its orders say ${says}`]
  })
}
