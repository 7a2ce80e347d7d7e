import type { Db, Tx } from '#server/platform/db/database.ts'
import { SettingError, type Settings } from '#server/platform/settings.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    system_setting: { name: string; value: unknown }
  }
}

/** Play money with a sample customer, or real money; set at the first start and never changed. */
export type Environment = 'demo' | 'production'

/** The version of the product, as the contract and the app state it. */
export const VERSION = '0.9.0'

/** The demonstration's customer, whose balances are play money. */
export const demoAccount = { contact: 'demo@plumb.test', password: 'demo1234' }

export const ENVIRONMENT_SETTING = 'environment'

/** Returns the environment of this database, and whether it is new. */
export async function environmentOf(
  db: Db,
  settings: Settings,
): Promise<{ kind: Environment; isNew: boolean }> {
  const kind = await storedEnvironment(db)
  if (kind) return { kind, isNew: false }
  return { kind: settings.feed.kind === 'live' ? 'production' : 'demo', isNew: true }
}

/** Whether this database's money is play money. */
export const isDemoEnvironment = async (db: Db | Tx): Promise<boolean> =>
  (await storedEnvironment(db)) === 'demo'

async function storedEnvironment(db: Db | Tx): Promise<Environment | undefined> {
  const row = await db
    .selectFrom('system_setting')
    .select('value')
    .where('name', '=', ENVIRONMENT_SETTING)
    .executeTakeFirst()
  return row?.value as Environment | undefined
}

/**
 * Refuses real money with simulated or recorded prices.
 *
 * Refuses: (SettingError) any feed but the live one for real money.
 */
export function requireLiveFeed(kind: Environment, { feed }: Pick<Settings, 'feed'>): void {
  if (kind === 'demo' || feed.kind === 'live') return
  throw new SettingError(
    `MARKET_FEED must be live, not ${feed.kind}: this database holds real money; ` +
      'a demonstration needs another DATA_DIR or DATABASE_URL',
  )
}

/**
 * Refuses real coins in a demonstration, and play coins for real money.
 *
 * Refuses: (SettingError) a chain's main network where money is play money, and any other where it is real.
 */
export function requireFittingChains(kind: Environment, { chains }: Pick<Settings, 'chains'>): void {
  for (const { chain, network } of chains) {
    if ((network === 'main') === (kind === 'production')) continue
    const setting = `${chain.name.toUpperCase()}_NETWORK`
    throw new SettingError(
      kind === 'demo'
        ? `${setting} cannot be main: a demonstration takes no real coins`
        : `${setting} must be main, not ${network}: this database holds real money`,
    )
  }
}

/** What is to be said at the start of an exchange with real money that screens no address. */
export const screeningWarning = (
  kind: Environment,
  { screeningLists }: Pick<Settings, 'screeningLists'>,
): string | undefined =>
  kind === 'production' && screeningLists === undefined
    ? 'SCREENING_LISTS is not set: withdrawals go to any address, also to one under sanctions'
    : undefined
