import type { Db } from '#server/platform/db/database.ts'
import type { Settings } from '#server/platform/settings.ts'

/** Play money with a ready customer, or real money; decided at the first start and never changed. */
export type WorldKind = 'demo' | 'real'

export const KIND_SETTING = 'world-kind'

/** What this database's world is, and whether it has yet to be made. */
export async function worldKind(db: Db, settings: Settings): Promise<{ kind: WorldKind; isNew: boolean }> {
  const row = await db
    .selectFrom('house_setting')
    .select('value')
    .where('name', '=', KIND_SETTING)
    .executeTakeFirst()
  if (row) return { kind: row.value as WorldKind, isNew: false }
  return { kind: settings.feed.kind === 'live' ? 'real' : 'demo', isNew: true }
}
