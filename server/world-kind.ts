import type { Db, Tx } from '#server/platform/db/database.ts'
import { SettingError, type Settings } from '#server/platform/settings.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    house_setting: { name: string; value: unknown }
  }
}

/** Play money with a sample customer, or real money; set at the first start and never changed. */
export type WorldKind = 'demo' | 'real'

export const KIND_SETTING = 'world-kind'

/** What this database's world is, and whether it has yet to be made. */
export async function worldKind(db: Db, settings: Settings): Promise<{ kind: WorldKind; isNew: boolean }> {
  const kind = await madeKind(db)
  if (kind) return { kind, isNew: false }
  return { kind: settings.feed.kind === 'live' ? 'real' : 'demo', isNew: true }
}

/** Whether this database's money is play money. */
export const isDemoWorld = async (db: Db | Tx): Promise<boolean> => (await madeKind(db)) === 'demo'

async function madeKind(db: Db | Tx): Promise<WorldKind | undefined> {
  const row = await db
    .selectFrom('house_setting')
    .select('value')
    .where('name', '=', KIND_SETTING)
    .executeTakeFirst()
  return row?.value as WorldKind | undefined
}

/**
 * Refuses real money with simulated or recorded prices.
 *
 * Refuses: (SettingError) any feed but the live one for real money.
 */
export function requireLiveFeed(kind: WorldKind, { feed }: Pick<Settings, 'feed'>): void {
  if (kind === 'demo' || feed.kind === 'live') return
  throw new SettingError(
    `MARKET_FEED must be live, not ${feed.kind}: this database holds real money; ` +
      'a demonstration needs another DATA_DIR or DATABASE_URL',
  )
}
