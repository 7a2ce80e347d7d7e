import { sql } from 'kysely'
import { accountAddress } from '#domain/chain/account-key.ts'
import type { ChainNetwork } from '#domain/chain/chains.ts'
import { assetOf, isTokenContract, isZeroAddress } from '#domain/chain/chains.ts'
import { shortAddress } from '#domain/chain/short-address.ts'
import { readAddress, readWitnessAddress } from '#domain/deposit/addresses.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { readAddressCode } from '#domain/withdrawal/address-code.ts'
import { MAX_SAVED_ADDRESSES } from '#domain/withdrawal/rules.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { requireNewPayees } from '#server/users/guard-rails.ts'
import type { Screening } from './screening.ts'
import { lockCustomerWithdrawals } from './store.ts'
import { requireWay } from './terms.ts'

/** The addresses that a customer's money may go to. A removed one stays known to the withdrawals that went there. */

export interface SavedAddressRow {
  readonly id: bigint
  readonly currency: string
  readonly network: string
  readonly name: string
  readonly address: string
  readonly savedAtMs: number
}

const columns = sql`id, currency, network, name, address, saved_at as "savedAtMs"`

/** What is known of networks where addresses are read. */
export interface AddressRules {
  readonly chains: readonly ChainSettings[]
  readonly screening: Screening
}

/**
 * The one way an address is written on the network that money would leave by.
 *
 * Refuses: ADDRESS_INVALID, by its checksum; ADDRESS_NOT_ALLOWED for one on a screening list, a token's own contract, and what withdrawals are paid from.
 */
export function requireAddress(
  rules: AddressRules,
  { currency, network, address: typed }: { currency: string; network: string; address: string },
): string {
  const address = addressOn(rules.chains, currency, network, typed)
  if (address === undefined) throw refusal('ADDRESS_INVALID')
  if (rules.screening.isListed(address) || isNobodys(rules, address)) throw refusal('ADDRESS_NOT_ALLOWED')
  return address
}

/**
 * Whether an address is no customer's: the contract of a known token or of one of the settings, of which nobody has what is sent
 * there, the zero address, or one that the platform pays from.
 */
export const isNobodys = ({ chains }: Pick<AddressRules, 'chains'>, address: string): boolean =>
  isTokenContract(address) ||
  isZeroAddress(address) ||
  chains.some(
    ({ chain: { addresses }, token, payer }) =>
      payer?.toLowerCase() === address.toLowerCase() ||
      (token !== undefined && addresses !== 'witness' && accountAddress(addresses, token) === address),
  )

function addressOn(
  chains: AddressRules['chains'],
  currency: string,
  network: string,
  typed: string,
): string | undefined {
  const chain = assetOf(network, currency)?.chain
  const used = chains.find((one) => one.chain.name === chain?.name)?.network
  return readOn(network, typed, chain?.prefixes, used)
}

function readOn(
  network: string,
  typed: string,
  prefixes: Readonly<Record<ChainNetwork, string>> | undefined,
  used: ChainNetwork | undefined,
): string | undefined {
  if (prefixes && used !== undefined && used !== 'main') return readWitnessAddress(prefixes[used], typed)
  return readAddress(network, typed)
}

/** An address to save, with the texts of the QR codes of its picture where one was sent. */
export interface NewAddress {
  readonly currency: string
  readonly network: string
  readonly name: string
  readonly address: string
  readonly codes?: readonly string[] | undefined
}

/** A picture is never believed over what was typed: it has to say the same. Refuses: QR_NONE, QR_SEVERAL, QR_OTHER_ADDRESS. */
function requireCodeOf(
  { chains }: AddressRules,
  { currency, network }: NewAddress,
  address: string,
  codes: readonly string[],
): void {
  const field = 'qrcode'
  const [code, ...others] = codes
  if (code === undefined) throw refusal('QR_NONE', { field })
  if (others.length > 0) throw refusal('QR_SEVERAL', { field })
  const read = readAddressCode(code)
  const isForWay =
    read !== undefined &&
    (read.networks?.includes(network) ?? true) &&
    (read.currency === undefined || read.currency === currency)
  if (!isForWay || addressOn(chains, currency, network, read.address) !== address)
    throw refusal('QR_OTHER_ADDRESS', { field })
}

/**
 * Saves an address; the customer is told of it.
 *
 * Refuses: PAYEES_LOCKED; WITHDRAWAL_NOT_OFFERED; what `requireAddress` refuses; of a picture, what `requireCodeOf` refuses;
 * ADDRESS_SAVED_BEFORE; ADDRESSES_TOO_MANY.
 */
export async function saveAddress(
  tx: Tx,
  rules: AddressRules,
  customer: CustomerId,
  typed: NewAddress,
  nowMs: number,
): Promise<SavedAddressRow> {
  const { currency, network, name, codes } = typed
  await requireNewPayees(tx, customer, nowMs)
  await requireWay(tx, currency, network)
  const address = requireAddress(rules, typed)
  if (codes) requireCodeOf(rules, typed, address, codes)
  await lockCustomerWithdrawals(tx, customer)
  const saved = await listAddresses(tx, customer)
  if (saved.some((one) => one.currency === currency && one.network === network && one.address === address))
    throw refusal('ADDRESS_SAVED_BEFORE')
  if (saved.length >= MAX_SAVED_ADDRESSES)
    throw refusal('ADDRESSES_TOO_MANY', { maximum: MAX_SAVED_ADDRESSES })
  const { rows } = await sql<SavedAddressRow>`
    insert into withdrawal_address (customer_id, currency, network, name, address, saved_at)
    values (${customer}, ${currency}, ${network}, ${name}, ${address}, ${new Date(nowMs)})
    returning ${columns}`.execute(tx)
  const row = rows[0]!
  const params = { address: shortAddress(address), network }
  await writeNotices(tx, [{ customer, subject: String(row.id), kind: 'withdrawal-address', params }], nowMs)
  return row
}

/** A customer's addresses, newest first. */
export async function listAddresses(
  db: Db | Tx,
  customer: CustomerId,
  currency?: string,
): Promise<SavedAddressRow[]> {
  const { rows } = await sql<SavedAddressRow>`
    select ${columns} from withdrawal_address
    where customer_id = ${customer} and removed_at is null
      and (${currency ?? null}::text is null or currency = ${currency ?? null})
    order by id desc`.execute(db)
  return rows
}

/** Removes an address from a customer's book. Refuses: NOT_FOUND. */
export async function removeAddress(db: Db, customer: CustomerId, id: bigint, nowMs: number): Promise<void> {
  const { rows } = await sql`
    update withdrawal_address set removed_at = ${new Date(nowMs)}
    where id = ${id} and customer_id = ${customer} and removed_at is null returning 1`.execute(db)
  if (rows.length === 0) throw refusal('NOT_FOUND')
}

/** Removes all addresses of a customer whose account ended from the book; where money went stays with each withdrawal. */
export async function forgetAddresses(tx: Tx, customer: CustomerId, nowMs: number): Promise<void> {
  await sql`
    update withdrawal_address set removed_at = ${new Date(nowMs)}
    where customer_id = ${customer} and removed_at is null`.execute(tx)
}
