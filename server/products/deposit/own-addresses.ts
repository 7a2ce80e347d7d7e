import { sql } from 'kysely'
import { addressAt } from '#domain/chain/account-key.ts'
import { type ChainAsset, type ChainName, chains } from '#domain/chain/chains.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** Each customer's own addresses, one for each chain and account key. Only public keys are known here. */

/** A way to deposit that a chain is watched for. */
export interface WatchedAsset {
  readonly settings: ChainSettings
  readonly asset: ChainAsset
}

/** Every way to deposit that the settings have chains for. */
export const watchedAssets = (watched: readonly ChainSettings[]): WatchedAsset[] =>
  watched.flatMap((settings) =>
    settings.chain.assets
      .filter(({ isToken }) => !isToken || settings.token !== undefined)
      .map((asset) => ({ settings, asset })),
  )

/**
 * A customer's own address on a chain, made when it is first asked for. It is made from the key each time, and what
 * is kept is only compared: a row that somebody changed is not shown.
 */
export async function ownAddress(
  db: Db,
  settings: ChainSettings,
  customer: CustomerId,
  nowMs: number,
): Promise<string> {
  const { chain, key } = settings
  return checkedAddress(
    settings,
    (await findIndex(db, chain.name, key.id, customer)) ?? (await makeAddress()),
  )

  function makeAddress() {
    return db.transaction().execute(async (tx) => {
      const index = await lockNextIndex(tx, chain.name, key.id)
      // Somebody asked for the same customer's at the same moment.
      const made = await findIndex(tx, chain.name, key.id, customer)
      if (made) return made
      const address = addressAt(key, index)
      await sql`
        insert into customer_address (customer_id, chain, key_id, index, address, created_at)
        values (${customer}, ${chain.name}, ${key.id}, ${index}, ${address}, ${new Date(nowMs)})`.execute(tx)
      await sql`
        update chain_key set next_index = ${index + 1} where chain = ${chain.name} and key_id = ${key.id}`.execute(
        tx,
      )
      return { index, address }
    })
  }
}

/** A customer's own address on a chain where one was made before; undefined where none was. */
export async function ownAddressOfBefore(
  db: Db,
  settings: ChainSettings,
  customer: CustomerId,
): Promise<string | undefined> {
  const kept = await findIndex(db, settings.chain.name, settings.key.id, customer)
  return kept && checkedAddress(settings, kept)
}

function checkedAddress({ chain, key }: ChainSettings, kept: { index: number; address: string }): string {
  const address = addressAt(key, kept.index)
  assert(kept.address === address, `the address ${kept.index} of ${chain.name} is the key's own`)
  return address
}

async function findIndex(
  db: Db | Tx,
  chain: ChainName,
  keyId: string,
  customer: CustomerId,
): Promise<{ index: number; address: string } | undefined> {
  const { rows } = await sql<{ index: number; address: string }>`
    select index, address from customer_address
    where customer_id = ${customer} and chain = ${chain} and key_id = ${keyId}`.execute(db)
  return rows[0]
}

/** The next index of a key that nobody has, kept from others until the transaction ends. */
async function lockNextIndex(tx: Tx, chain: ChainName, keyId: string): Promise<number> {
  await sql`
    insert into chain_key (chain, key_id, next_index) values (${chain}, ${keyId}, 0)
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ next_index: number }>`
    select next_index from chain_key where chain = ${chain} and key_id = ${keyId} for update`.execute(tx)
  return rows[0]!.next_index
}

/** Whose these addresses are; those of nobody are left out. */
export async function ownersOf(
  db: Db | Tx,
  chain: ChainName,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, CustomerId>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<{ address: string; customer: CustomerId }>`
    select address, customer_id as customer from customer_address
    where chain = ${chain} and address = any(${[...addresses]}::text[])`.execute(db)
  return new Map(rows.map(({ address, customer }) => [address, customer]))
}

/** The way to deposit by which a customer was given this address as their own; undefined for any other address. */
export async function ownAssetOf(
  db: Db | Tx,
  customer: CustomerId,
  { currency, network, address }: { currency: string; network: string; address: string },
): Promise<ChainAsset | undefined> {
  const found = Object.values(chains).flatMap((chain) =>
    chain.assets
      .filter((asset) => asset.network === network && asset.currency === currency)
      .map((asset) => ({ chain, asset })),
  )[0]
  if (!found) return undefined
  const owners = await ownersOf(db, found.chain.name, [address])
  return owners.get(address) === customer ? found.asset : undefined
}
