import type { Db } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { SettingError } from '#server/platform/settings.ts'

const DOCUMENT_KEY_SETTING = 'document-key'

/**
 * Keeps a fingerprint of the document key with the database at the first start, and compares it at every other: with
 * another key nothing could be read, and a document could be two accounts'.
 *
 * Refuses: (SettingError) another key than that of the first start.
 */
export async function requireDocumentKey(
  db: Db,
  { fingerprint }: Pick<PrivateData, 'fingerprint'>,
): Promise<void> {
  const own = fingerprint('the document key itself')
  await db
    .insertInto('system_setting')
    .values({ name: DOCUMENT_KEY_SETTING, value: JSON.stringify(own) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('system_setting')
    .select('value')
    .where('name', '=', DOCUMENT_KEY_SETTING)
    .executeTakeFirstOrThrow()
  if (value === own) return
  throw new SettingError(
    'DOCUMENT_KEY must be the key that this database’s documents were encrypted with; without the setting it is DATA_DIR/keys/documents',
  )
}
