import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import type { History, HistoryDb } from '#server/platform/db/history.ts'
import { archiveOf } from '../rollup.ts'
import type { Stretch } from '../rollup-export.ts'
import { contentInHistory, differenceFromRollup } from './compare.ts'
import type { Sides } from './moved.ts'

/** A roll-up whose months are in the history. */
interface MovedRollup extends Stretch {
  readonly number: bigint
  readonly entries: bigint
  readonly file: string
}

/**
 * What is wrong with the months that moved to the history, in words: by account its entries against the signed roll-up, and
 * all that it says of them and their transfers against the file. Empty when consistent.
 *
 * Refuses: SERVICE_UNAVAILABLE while the history is away.
 */
export async function historyErrors({ db, history }: Sides, dataDir: string): Promise<string[]> {
  const { rows } = await sql<MovedRollup>`
    select r.number, r.begins, r.ends, r.entries, r.file
    from ledger_moved m join ledger_rollup r using (number) order by r.number`.execute(db)
  if (!history)
    return rows.length === 0
      ? []
      : [`${rows.length} roll-ups are in the history's database, which was not checked: set HISTORY_URL`]
  const errors: string[] = []
  for (const rollup of rows) {
    const difference = await unbounded(history, (there) => differenceFromRollup(db, there, rollup))
    if (difference) errors.push(`the history's database: ${difference}`)
    else if (!(await isInFile(history, rollup, join(archiveOf(dataDir), rollup.file))))
      errors.push(`the history's database: roll-up ${rollup.number} is not what its file says`)
  }
  return errors
}

/** Works in a transaction whose statements take as long as they take. */
const unbounded = <T>(history: History, work: (db: HistoryDb) => Promise<T>): Promise<T> =>
  history.use((db) =>
    db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      return work(tx)
    }),
  )

/** Whether a file has what the history says. One that is missing is named by the check of files. */
async function isInFile(history: History, rollup: MovedRollup, path: string): Promise<boolean> {
  if (!existsSync(path)) return true
  const sha = createHash('sha256')
  try {
    await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) sha.update(chunk)
    })
  } catch {
    return false
  }
  return sha.digest('hex') === (await unbounded(history, (there) => contentInHistory(there, rollup)))
}
