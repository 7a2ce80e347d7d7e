import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { type Realm, realRealm } from './realm.ts'
import { heldAndNeeded } from './store.ts'

/**
 * What differs between contracts' tables and the ledger, in words. Empty when consistent.
 *
 * A contract wallet holds what the positions and orders of its customer hold; each position's charges and results are
 * those of what happened to it.
 */
export const auditContracts = (db: Db): Promise<string[]> => auditRealm(db, realRealm)

/** The same of one realm. */
export async function auditRealm(db: Db, realm: Realm): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const wallets = await heldAndNeeded(tx, realm)
      const { rows } = await sql<{ id: bigint }>`
        select p.id from ${sql.table(realm.positions)} p
        left join (select position_id, sum(amount) filter (where kind = 'financing') as financing,
            sum(lots) filter (where kind = 'closed') as closed
          from ${sql.table(realm.changes)} group by position_id) c on c.position_id = p.id
        where p.status in ('open', 'closed') and (p.financing <> coalesce(c.financing, 0)
          or p.lots - p.open_lots <> coalesce(c.closed, 0))`.execute(tx)
      return [
        ...wallets.map(
          ({ account, held, needed }) =>
            `account ${account} holds ${held}, its customer's positions need ${needed}`,
        ),
        ...rows.map(({ id }) => `position ${id} is not what its changes say`),
      ]
    })
}
