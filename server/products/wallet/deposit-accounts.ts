import { refusal } from '#domain/errors.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    house_setting: { name: string; value: unknown }
  }
}

/** Where the house takes deposits that are proved by a screenshot, one line per currency and network. */
export interface DepositAccount {
  readonly currency: string
  readonly network: string
  readonly address: string
  /** Decimal text. */
  readonly minimum: string
  /** A made-up address, said so on screen. */
  readonly isDemo: boolean
}

const NAME = 'deposit-accounts'

/** All of them, in the order they were published. */
export async function depositAccounts(db: Db | Tx): Promise<readonly DepositAccount[]> {
  const row = await db.selectFrom('house_setting').select('value').where('name', '=', NAME).executeTakeFirst()
  return (row?.value ?? []) as DepositAccount[]
}

/** Publishes the list anew. */
export async function publishDepositAccounts(tx: Tx, accounts: readonly DepositAccount[]): Promise<void> {
  const value = JSON.stringify(accounts)
  await tx
    .insertInto('house_setting')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * The account for a currency, on a network or on the first one offered.
 *
 * Refuses: DEPOSIT_NOT_OFFERED.
 */
export async function depositAccount(
  db: Db | Tx,
  currency: string,
  network: string | undefined,
): Promise<{ account: DepositAccount; networks: string[] }> {
  const ofCurrency = (await depositAccounts(db)).filter((account) => account.currency === currency)
  const account = network ? ofCurrency.find((account) => account.network === network) : ofCurrency[0]
  if (!account) throw refusal('DEPOSIT_NOT_OFFERED', { currency })
  return { account, networks: ofCurrency.map((account) => account.network) }
}
