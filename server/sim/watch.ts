import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import { auditProducts } from '#server/audit-products.ts'
import { type AccountId, accountParts, mayBeNegative, ownerOf } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Counts, SeenEntry, TestedProduct } from '#server/testing/product-testing.ts'
import { showValue } from '#server/testing/show-value.ts'

/** A shadow ledger, computed from the entries alone. */
export interface Watch {
  /** Reads what was written since, and fails at the first thing that is not as it must be. */
  look(): Promise<Seen>
}

/** What was written since the last look. */
export interface Seen {
  readonly transfers: number
  /** What the products count of it. */
  readonly counts: Counts
}

interface Kept {
  balance: bigint
  version: bigint
}

/** Begins to watch a database from its first entry on. */
export function createWatch(db: Db, tested: readonly TestedProduct[]): Watch {
  const accounts = new Map<AccountId, Kept>()
  const sums = new Map<string, bigint>()
  const watchers = tested.flatMap(({ testing }) => testing.simulation?.watch?.(db) ?? [])
  let lastTransfer = 0n

  function take(rows: readonly SeenEntry[]): Set<AccountId> {
    const touched = new Set<AccountId>()
    for (const row of rows) {
      const { account_id: id, amount } = row
      const kept = accounts.get(id) ?? { balance: 0n, version: 0n }
      kept.balance += amount
      kept.version += 1n
      assert(
        row.version === kept.version,
        `entry ${row.version} of account ${id} follows ${kept.version - 1n}`,
      )
      assert(
        row.balance === kept.balance,
        `account ${id} has ${row.balance}, its entries say ${kept.balance}`,
      )
      assert(kept.balance >= 0n || mayBeNegative(id), `account ${id} is not below zero`)
      accounts.set(id, kept)
      touched.add(id)
      const { currency } = accountParts(id)
      sums.set(currency, (sums.get(currency) ?? 0n) + amount)
    }
    for (const [currency, sum] of sums) assert(sum === 0n, `${currency} sums to zero, not ${sum}`)
    return touched
  }

  /** Every account of the owners touched, also those that nothing was written of. */
  async function checkBalances(touched: ReadonlySet<AccountId>) {
    const owners = [...new Set([...touched].map(ownerOf))]
    const { rows } = await sql<{ id: AccountId; balance: bigint; version: bigint }>`
      select id, balance, version from account where account_owner(id) = any(${owners}::bigint[])`.execute(db)
    const there = new Set(rows.map(({ id }) => id))
    for (const id of touched) assert(there.has(id), `account ${id}, which has entries, is there`)
    for (const { id, balance, version } of rows) {
      const kept = accounts.get(id) ?? { balance: 0n, version: 0n }
      assert(balance === kept.balance, `account ${id} holds ${balance}, its entries say ${kept.balance}`)
      assert(version === kept.version, `account ${id} counts ${version} entries, and has ${kept.version}`)
    }
  }

  return {
    async look() {
      const { rows } = await sql<SeenEntry>`
        select e.account_id, e.transfer_id, e.version, e.amount, e.balance, t.reason
        from entry e join transfer t on t.id = e.transfer_id
        where t.id > ${lastTransfer} order by e.account_id, e.version`.execute(db)
      for (const row of rows) if (row.transfer_id > lastTransfer) lastTransfer = row.transfer_id
      const touched = take(rows)
      if (touched.size > 0) {
        await checkBalances(touched)
        const differences = await auditProducts(db)
        assert(differences.length === 0, `the products and the ledger agree: ${showValue(differences)}`)
      }
      const counts: Record<string, number> = {}
      for (const watcher of watchers) Object.assign(counts, await watcher(rows))
      return { transfers: rows.length / 2, counts }
    },
  }
}
