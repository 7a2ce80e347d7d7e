import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { auditHistory, auditLedger, driftError, errorsOfHistory } from '#server/core/ledger/audit.ts'
import { checkpointChainErrors, newestCheckpoint } from '#server/core/ledger/checkpoint.ts'
import { historyErrors } from '#server/core/ledger/moved/audit.ts'
import type { Sides } from '#server/core/ledger/moved/moved.ts'
import { rollupErrors } from '#server/core/ledger/rollup.ts'
import { openListing } from '#server/markets/listing.ts'
import { keyFileOf, openTapeKey } from '#server/markets/tape/key.ts'
import { realClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { openHistory } from '#server/platform/db/history.ts'
import { readSettings } from '#server/platform/settings.ts'
import { auditProducts, auditResults } from './audit-products.ts'

/** What a full check of an installation found. */
export interface InstallationAudit {
  readonly accounts: number
  readonly currencies: number
  /** The number of the newest signed checkpoint; 0 before the first. */
  readonly checkpoint: bigint
  /** What is wrong, a sentence each. Empty when consistent. */
  readonly errors: readonly string[]
}

/**
 * `npm run audit`: checks the ledger of the database that the settings name from the first entry on, every signed
 * checkpoint and roll-up, the months that are in the history's database, and the products against it. Takes as long as it takes; with the embedded database the server is
 * stopped first.
 *
 * Refuses: (by throwing one line) a wrong setting, a data folder in use or without the key that signs, a database of
 * another version: it changes no table, under a server that may be running. A history's database that is away.
 */
export async function auditInstallation(
  env: Readonly<Record<string, string | undefined>>,
): Promise<InstallationAudit> {
  const { databaseUrl, historyUrl, dataDir } = readSettings(env)
  // A key made now would have signed nothing of what is there.
  if (!existsSync(keyFileOf(dataDir)))
    throw new Error(`${dataDir} has no ${join('keys', 'tape.key')}; set DATA_DIR as the server has it`)
  const { publicKey } = await openTapeKey(dataDir)
  const database = await openDatabase({ databaseUrl, dataDir, migrates: false })
  const history = historyUrl === undefined ? undefined : openHistory(historyUrl, { migrates: false })
  try {
    await history
      ?.use((there) => sql`select 1`.execute(there))
      .catch((error) => {
        throw new Error('the database of HISTORY_URL does not answer', { cause: error })
      })
    return await auditAll({ db: database.db, history }, publicKey, dataDir)
  } finally {
    await history?.close()
    await database.close()
  }
}

async function auditAll(sides: Sides, publicKey: string, dataDir: string): Promise<InstallationAudit> {
  const { db } = sides
  // Which currencies and instruments there are is in the database.
  await openListing(db, realClock.nowMs())
  const ledger = await auditLedger(db, { isUnbounded: true })
  const history = await auditHistory(db, { isUnbounded: true })
  return {
    ...{ accounts: ledger.accounts, currencies: ledger.currencies },
    checkpoint: (await newestCheckpoint(db))?.number ?? 0n,
    errors: [
      ...ledger.unbalanced.map(({ currency, sum }) => `${currency} sums to ${sum} units, not to zero`),
      ...ledger.drifted.map(driftError),
      ...ledger.negative.map(({ account, balance }) => `account ${account} is below zero: ${balance}`),
      ...errorsOfHistory(history),
      ...(await checkpointChainErrors(db, publicKey)),
      ...(await rollupErrors(db, publicKey, dataDir)),
      ...(await historyErrors(sides, dataDir)),
      ...(await auditProducts(db)),
      ...(await auditResults(db, publicKey)),
    ],
  }
}
