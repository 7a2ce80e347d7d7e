import type { CustomerId } from '#domain/ids.ts'
import { type Database, type Db, openDatabase } from '#server/platform/db/database.ts'
import { openPrivateData, type PrivateData } from '#server/platform/private-data.ts'
import { demo } from './customer.ts'

/** A demonstration's data while no server has it. */
export interface DataToChange {
  readonly database: Database
  readonly db: Db
  readonly privateData: PrivateData
  /** The demonstration's own customer. */
  readonly customer: CustomerId
}

/** For `startPlumb({ prepare })`: changes what the server will find, mostly what would take days to come about. */
export const changedData =
  (change: (data: DataToChange) => Promise<unknown>) =>
  async (dataDir: string): Promise<void> => {
    const database = await openDatabase({ dataDir })
    const { db } = database
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', demo.email)
      .executeTakeFirstOrThrow()
    await change({ database, db, privateData: await openPrivateData(dataDir, undefined), customer: id })
    await database.close()
  }
