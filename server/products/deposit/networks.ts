import { sql } from 'kysely'
import type { Direction } from '#domain/deposit/rules.ts'
import { assert, refusal } from '#domain/errors.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** What two operators decided of each network, and which directions of it are closed: the newest row of each counts. */

/** After how many confirmations, and from which amount, a deposit by a network is credited. */
export interface NetworkTerms {
  readonly id: bigint
  readonly network: string
  readonly confirmations: number
  /** Decimal string; null where no chain is followed. */
  readonly minimum: string | null
  /** The proposal that they are of; null of the first ones. */
  readonly proposal: bigint | null
}

/** Whether one direction of a network is open, since when and by which proposal. */
export interface NetworkSwitch {
  readonly id: bigint
  readonly network: string
  readonly direction: Direction
  readonly isOpen: boolean
  readonly switchedAtMs: number
}

/** The confirmations in force of the network of a row, in a query over rows that have a `network`. */
export const confirmationsInForce = (row: 'd') => sql<number | null>`(
  select t.confirmations from network_terms t where t.network = ${sql.ref(`${row}.network`)} order by t.id desc limit 1)`

/** The terms in force, by network. */
export async function networkTerms(db: Db | Tx): Promise<ReadonlyMap<string, NetworkTerms>> {
  const { rows } = await sql<NetworkTerms>`
    select distinct on (network) id, network, confirmations, minimum, proposal from network_terms
    order by network, id desc`.execute(db)
  return new Map(rows.map((row) => [row.network, row]))
}

/** The terms in force of one network. Refuses: NETWORK_UNKNOWN. */
export async function requireNetworkTerms(db: Db | Tx, network: string): Promise<NetworkTerms> {
  const terms = await networkTerms(db)
  const found = terms.get(network)
  if (!found) throw refusal('NETWORK_UNKNOWN', { networks: [...terms.keys()].join(', ') })
  return found
}

/** The least that is credited by itself of what comes by a network that is followed. A decimal string. */
export async function minimumOn(db: Db | Tx, network: string): Promise<string> {
  const { minimum } = await requireNetworkTerms(db, network)
  assert(minimum !== null, `${network} has a minimum`)
  return minimum
}

/** Refuses: (the database) terms that no approved proposal says, and fewer confirmations than five. */
export async function insertNetworkTerms(
  tx: Tx,
  { network, confirmations, minimum }: Pick<NetworkTerms, 'network' | 'confirmations' | 'minimum'>,
  proposal: bigint,
): Promise<void> {
  await sql`
    insert into network_terms (network, confirmations, minimum, proposal)
    values (${network}, ${confirmations}, ${minimum}, ${proposal})`.execute(tx)
}

/** The newest switch of each direction that was ever closed. */
export async function networkSwitches(db: Db | Tx): Promise<NetworkSwitch[]> {
  const { rows } = await sql<NetworkSwitch>`
    select distinct on (network, direction) id, network, direction, is_open as "isOpen", switched_at as "switchedAtMs"
    from network_switch order by network, direction, id desc`.execute(db)
  return rows
}

/** The networks of which a direction is closed. */
export async function closedNetworks(db: Db | Tx, direction: Direction): Promise<ReadonlySet<string>> {
  const switches = await networkSwitches(db)
  return new Set(switches.flatMap((one) => (one.direction === direction && !one.isOpen ? [one.network] : [])))
}

/** The newest switch of one direction, which nobody else changes until the transaction ends; undefined while it was never closed. */
export async function lockSwitch(
  tx: Tx,
  network: string,
  direction: Direction,
): Promise<NetworkSwitch | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(network, direction)}, 0))`.execute(tx)
  return (await networkSwitches(tx)).find((one) => one.network === network && one.direction === direction)
}

/** Keeps one direction from being switched until the transaction ends; any number do so at once. */
export async function keepSwitch(tx: Tx, network: string, direction: Direction): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(network, direction)}, 0))`.execute(
    tx,
  )
}

const lockName = (network: string, direction: Direction) => `network ${direction} ${network}`

/** Closes a direction, or opens it by a proposal. Refuses: (the database) an opening that no approved proposal says. */
export async function insertSwitch(
  tx: Tx,
  { network, direction }: { network: string; direction: Direction },
  proposal: bigint | null,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into network_switch (network, direction, is_open, proposal, switched_at)
    values (${network}, ${direction}, ${proposal !== null}, ${proposal}, ${new Date(nowMs)})`.execute(tx)
}
