import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    deposit_address: {
      id: Generated<bigint>
      currency: string
      network: string
      address: string
      minimum: string
      is_demo: boolean
      proposal: bigint | null
    }
  }
}

/** Where the platform takes deposits that are proved by a screenshot, one line per currency and network. */
export interface DepositAddress {
  readonly currency: string
  readonly network: string
  readonly address: string
  /** Decimal string. */
  readonly minimum: string
  /** A made-up address, said so on screen. */
  readonly isDemo: boolean
}

/** A deposit address that customers are shown now, and who agreed on it. */
export interface PublishedAddress extends DepositAddress {
  /** The proposal it was published by; a demonstration's first ones have none. */
  readonly proposal: bigint | null
}

/** The newest of each currency and network, in the order they were first published. */
export async function listDepositAddresses(db: Db | Tx): Promise<readonly PublishedAddress[]> {
  const { rows } = await sql<PublishedAddress>`
    select a.currency, a.network, a.address, a.minimum, a.is_demo as "isDemo", a.proposal
    from deposit_address a
    join (select min(id) as first, max(id) as newest from deposit_address group by currency, network) n
      on n.newest = a.id
    order by n.first`.execute(db)
  return rows
}

/**
 * Publishes deposit addresses, each in the place of the one before of its currency and network. The older ones stay
 * known, for what customers have sent to them.
 *
 * Refuses: (the database) any but a made-up one without the approved proposal that says the same.
 */
export async function publishDepositAddresses(
  tx: Tx,
  depositAddresses: readonly DepositAddress[],
  proposal: bigint | null = null,
): Promise<void> {
  const rows = depositAddresses.map(({ isDemo, ...depositAddress }) => ({
    ...depositAddress,
    is_demo: isDemo,
    proposal,
  }))
  await tx.insertInto('deposit_address').values(rows).execute()
}

/** Every address that customers were ever shown for networks, without made-up ones. */
export async function sharedAddresses(db: Db | Tx, networks: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from deposit_address
    where network = any(${[...networks]}::text[]) and not is_demo`.execute(db)
  return rows.map(({ address }) => address)
}

/** Whether an address is one that customers were ever shown for this currency and network. */
export async function wasPublished(
  db: Db | Tx,
  { currency, network, address }: Pick<DepositAddress, 'currency' | 'network' | 'address'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_address')
    .select('id')
    .where('currency', '=', currency)
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}
