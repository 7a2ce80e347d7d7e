import { randomInt } from 'node:crypto'
import type { ApiKeyView } from '#domain/apikey/contract.ts'
import {
  KEY_MS,
  type KeyScope,
  type KeyStatus,
  listedAddresses,
  MAX_KEY_ADDRESSES,
  MAX_KEYS,
} from '#domain/apikey/rules.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { leaveOutIfReadOnly } from '#server/platform/db/errors.ts'
import { isIpRange, proxiesIn } from '#server/platform/http/client-ip.ts'
import { nextId } from '#server/platform/ids.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { hasSecondFactor } from '#server/users/second-factor.ts'
import { lockCustomer } from '#server/users/store.ts'
import {
  activeAmong,
  insertKey,
  type KeyRow,
  keyById,
  keyNamed,
  keysOf,
  noteKeyUse,
  removeEndedKeys,
  removeKeys,
  removeKey as removeRow,
} from './store.ts'

export interface KeyDeps {
  readonly db: Db
  readonly clock: Clock
  readonly privateData: PrivateData
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 64
/** Of requests: anything else is no key. */
export const isKeyFormat = (given: string): boolean => /^[A-Za-z0-9]{64}$/.test(given)
const TOUCH_MS = MINUTE_MS

const newLetters = (): string =>
  Array.from({ length: KEY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

const subjectOf = ({ id, customerId }: Pick<KeyRow, 'id' | 'customerId'>): string =>
  `api key ${id} of customer ${customerId}`

/** What a customer asks a key to be. */
export interface NewKey {
  readonly label: string
  readonly scopes: readonly KeyScope[]
  readonly addresses?: string | undefined
}

/**
 * Makes a key, once its owner has proved that the session is theirs; they are told of it. Those that have ended make room.
 *
 * Refuses: APIKEY_NEEDS_FACTOR without a second factor; APIKEY_ADDRESS_INVALID, APIKEY_ADDRESSES_TOO_MANY; APIKEYS_TOO_MANY.
 * Returns: the key with its secret, which is shown this once.
 */
export async function addKey(
  { clock, privateData }: KeyDeps,
  tx: Tx,
  customer: CustomerId,
  { label, scopes, addresses: typed = '' }: NewKey,
): Promise<{ key: ApiKeyView; secret: string }> {
  // Their keys are counted one after the other, and what guards the account stays as it is meanwhile.
  await lockCustomer(tx, customer, 'to change')
  if (!(await hasSecondFactor(tx, customer))) throw refusal('APIKEY_NEEDS_FACTOR')
  const addresses = readAddresses(typed)
  const nowMs = clock.nowMs()
  await removeEndedKeys(tx, customer, nowMs)
  if ((await keysOf(tx, customer)).length >= MAX_KEYS)
    throw refusal('APIKEYS_TOO_MANY', { maximum: MAX_KEYS })
  const id = nextId()
  const [accessKey, secret] = [newLetters(), newLetters()]
  const key = {
    ...{ id, customerId: customer, label, accessKey, scopes, addresses },
    ...{ createdAtMs: nowMs, expiresAtMs: nowMs + KEY_MS },
    secret: privateData.sealer.seal(Buffer.from(secret), subjectOf({ id, customerId: customer })),
  }
  await insertKey(tx, key)
  await writeNotices(tx, [{ customer, subject: String(id), kind: 'apikey-added', params: { label } }], nowMs)
  const row = { ...key, lastUsedAtMs: null, lastUsedIp: null, hasEnded: false }
  return { key: keyView(row, nowMs), secret }
}

function readAddresses(typed: string): readonly string[] {
  const addresses = listedAddresses(typed)
  const wrong = addresses.find((one) => !isIpRange(one))
  if (wrong !== undefined)
    throw refusal('APIKEY_ADDRESS_INVALID', { address: wrong.slice(0, 50), field: 'addresses' })
  if (addresses.length > MAX_KEY_ADDRESSES)
    throw refusal('APIKEY_ADDRESSES_TOO_MANY', { maximum: MAX_KEY_ADDRESSES, field: 'addresses' })
  return addresses
}

/** Ends all of a customer's keys: their account is about to end. */
export const endKeys = removeKeys

/** A customer's keys, newest first. */
export const listKeys = async ({ db, clock }: KeyDeps, customer: CustomerId): Promise<ApiKeyView[]> =>
  (await keysOf(db, customer)).map((row) => keyView(row, clock.nowMs()))

/** Ends a key; they are told of it. Refuses: NOT_FOUND, for another customer's too. */
export async function removeKey({ db, clock }: KeyDeps, customer: CustomerId, id: bigint): Promise<void> {
  const nowMs = clock.nowMs()
  await db.transaction().execute(async (tx) => {
    const label = await removeRow(tx, customer, id, nowMs)
    if (label === undefined) throw refusal('NOT_FOUND')
    await writeNotices(
      tx,
      [{ customer, subject: String(id), kind: 'apikey-removed', params: { label } }],
      nowMs,
    )
  })
}

function statusOf({ hasEnded, expiresAtMs }: KeyRow, nowMs: number): KeyStatus {
  if (hasEnded) return 'ended'
  return expiresAtMs <= nowMs ? 'expired' : 'active'
}

const keyView = (row: KeyRow, nowMs: number): ApiKeyView => ({
  id: String(row.id),
  label: row.label,
  key: row.accessKey,
  scopes: [...row.scopes],
  addresses: [...row.addresses],
  status: statusOf(row, nowMs),
  createdAtMs: row.createdAtMs,
  expiresAtMs: row.expiresAtMs,
  lastUsedAtMs: row.lastUsedAtMs,
  lastUsedIp: row.lastUsedIp,
})

/** A key as whoever checks a request knows it. */
export interface KnownKey {
  readonly id: bigint
  readonly customer: CustomerId
  readonly status: KeyStatus
  readonly scopes: readonly KeyScope[]
  /** Whether it works from an address. */
  readonly isAllowedFrom: (ip: string) => boolean
  readonly lastUsedAtMs: number | null
  readonly lastUsedIp: string | null
  /** What its requests are signed with; made readable only where a signature is to be compared. */
  readonly secret: () => string
}

/**
 * The key that a request names: read from the database each time, so that one which is removed, and one whose account is frozen
 * or guarded otherwise since, opens nothing from that moment on. Undefined where there is none.
 */
export async function findKey(
  { db, clock, privateData }: KeyDeps,
  accessKey: string,
): Promise<KnownKey | undefined> {
  const row = await keyNamed(db, accessKey)
  if (!row) return undefined
  return {
    ...{ id: row.id, customer: row.customerId, scopes: row.scopes },
    ...{ lastUsedAtMs: row.lastUsedAtMs, lastUsedIp: row.lastUsedIp },
    status: statusOf(row, clock.nowMs()),
    isAllowedFrom: (ip) => isAllowedFrom(row, ip),
    secret: () => privateData.sealer.unseal(Buffer.from(row.secret), subjectOf(row)).toString(),
  }
}

/** Which of these keys open anything by now: what they opened before is to end with them. */
export const activeKeys = async (
  { db, clock }: Pick<KeyDeps, 'db' | 'clock'>,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> => new Set(await activeAmong(db, ids, clock.nowMs()))

/** Whether a key opens anything now, from an address: what was opened by it is not to be used from another one. */
export async function isOpenFrom(
  { db, clock }: Pick<KeyDeps, 'db' | 'clock'>,
  id: bigint,
  ip: string,
): Promise<boolean> {
  const row = await keyById(db, id)
  return row !== undefined && statusOf(row, clock.nowMs()) === 'active' && isAllowedFrom(row, ip)
}

function isAllowedFrom({ addresses }: Pick<KeyRow, 'addresses'>, ip: string): boolean {
  return addresses.length === 0 || proxiesIn(addresses)(plainAddress(ip))
}

/** An IPv4 address as it is listed, where a socket says it as one of IPv6. */
const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '')

/** Notes that a key was used, and from where, at most once a minute: also where its program has many addresses. */
export async function noteUse({ db, clock }: KeyDeps, key: KnownKey, ip: string): Promise<void> {
  const nowMs = clock.nowMs()
  const sinceMs = nowMs - TOUCH_MS
  if (key.lastUsedAtMs !== null && key.lastUsedAtMs > sinceMs) return
  await noteKeyUse(db, key.id, ip, nowMs, sinceMs).catch(leaveOutIfReadOnly)
}
