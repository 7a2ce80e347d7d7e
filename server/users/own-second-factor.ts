import { randomInt } from 'node:crypto'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Customer } from '#server/platform/http/context.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { getOrThrow, type Origin, type UserDeps } from './deps.ts'
import type { Notice } from './mails.ts'
import { notify } from './notices.ts'
import { proveOwner } from './owner-proof.ts'
import { passkeysOf } from './passkey-store.ts'
import { changeProven, type Proven, proveFactor } from './proven-change.ts'
import { hashRecoveryCode, newSecret, tryFactor } from './second-factor.ts'
import {
  countRecoveryCodes,
  factorOf,
  keepSecret,
  removeFactor,
  replaceRecoveryCodes,
  turnOn,
} from './second-factor-store.ts'
import { type CustomerRow, updateCustomer } from './store.ts'
import { withdrawalsHeldUntilMs } from './withdrawal-hold.ts'

/** How a customer sets, renews and removes their second factor. */

interface Proof {
  readonly password?: string | undefined
  readonly code: string
}

const RECOVERY_CODES = 10
/** Without what is taken for another: 0 and o, 1, l and i. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const LETTERS_IN_A_CODE = 10

/** What the customer's second factor is now. */
export async function ownSecondFactor(deps: UserDeps, { id }: Customer) {
  const factor = await factorOf(deps.db, id)
  return {
    isOn: factor?.isOn ?? false,
    passkeys: (await passkeysOf(deps.db, id)).length,
    recoveryCodesLeft: await countRecoveryCodes(deps.db, id),
    withdrawalsHeldUntilMs: (await withdrawalsHeldUntilMs(deps.db, id, deps.clock.nowMs())) ?? null,
  }
}

/**
 * Makes a new secret; it is asked for once a code of it was given. Who has passkeys confirms with one: otherwise the password
 * alone would give a second factor to whoever knows it.
 *
 * Refuses: as `proveOwner`; SECOND_FACTOR_IS_ON, PASSKEY_NEEDED, PASSKEY_WRONG.
 */
export async function beginSecondFactor(
  deps: UserDeps,
  current: Customer,
  { password, factorCode }: { password?: string | undefined; factorCode?: string | undefined },
  origin: Origin,
): Promise<{ setupKey: string; uri: string }> {
  const customer = await getOrThrow(deps.db, current.id)
  await proveOwner(deps, customer, current, password, origin)
  if ((await factorOf(deps.db, current.id))?.isOn) throw refusal('SECOND_FACTOR_IS_ON')
  const proven = await proveFactor(deps, customer, factorCode)
  const { sealed, ...shown } = newSecret(deps.privateData, current.id)
  await changeProven(deps, proven, async (tx, _, nowMs) => {
    if (!(await keepSecret(tx, current.id, sealed, nowMs))) throw refusal('SECOND_FACTOR_IS_ON')
  })
  return shown
}

/**
 * Asks for the authenticator from now on; all other sessions end.
 *
 * Refuses: as `proveOwner`; SECOND_FACTOR_IS_ON; SECOND_FACTOR_IS_OFF where none was begun;
 * SECOND_FACTOR_WRONG.
 * Returns: the recovery codes, which are shown this once.
 */
export async function enableSecondFactor(
  deps: UserDeps,
  current: Customer,
  input: Proof,
  origin: Origin,
): Promise<string[]> {
  const proven = await prove(deps, current, input, origin, 'off')
  const { codes, revocation } = await changeProven(deps, proven, async (tx, customer, nowMs) => {
    // Two at once have the same lock: the second finds it on.
    if ((await factorOf(tx, current.id))?.isOn) throw refusal('SECOND_FACTOR_IS_ON')
    await turnOn(tx, current.id, nowMs)
    const codes = await newRecoveryCodes(tx, deps.privateData, current.id)
    await tell(tx, customer, { kind: 'secondFactorOn' }, nowMs)
    // At the moment of the change: the session that ends later is known to be the one that made it.
    const which = { except: current.sessionId, atMs: nowMs }
    return { codes, revocation: await deps.sessions.end(tx, current.id, which) }
  })
  deps.sessions.announce(revocation)
  deps.log.info({ customer: String(current.id) }, 'a second factor was set')
  return codes
}

/** Replaces the recovery codes. Refuses: as `proveOwner`; SECOND_FACTOR_IS_OFF, SECOND_FACTOR_WRONG. */
export async function renewRecoveryCodes(
  deps: UserDeps,
  current: Customer,
  input: Proof,
  origin: Origin,
): Promise<string[]> {
  const proven = await prove(deps, current, input, origin, 'on')
  return changeProven(deps, proven, async (tx, customer, nowMs) => {
    await tell(tx, customer, { kind: 'recoveryCodesRenewed' }, nowMs)
    return newRecoveryCodes(tx, deps.privateData, current.id)
  })
}

/**
 * Removes the second factor; withdrawals are held for 24 hours.
 *
 * Refuses: as `proveOwner`; SECOND_FACTOR_IS_OFF, SECOND_FACTOR_WRONG.
 */
export async function disableSecondFactor(
  deps: UserDeps,
  current: Customer,
  input: Proof,
  origin: Origin,
): Promise<void> {
  const proven = await prove(deps, current, input, origin, 'on')
  await changeProven(deps, proven, async (tx, customer, nowMs) => {
    await removeFactor(tx, current.id)
    await tell(tx, customer, { kind: 'secondFactorOff' }, nowMs)
  })
  deps.log.info({ customer: String(current.id) }, 'a second factor was removed')
}

/** The password and a code, where the second factor is as it has to be. */
async function prove(
  deps: UserDeps,
  current: Customer,
  { password, code }: Proof,
  origin: Origin,
  needed: 'on' | 'off',
): Promise<Proven> {
  const customer = await getOrThrow(deps.db, current.id)
  await proveOwner(deps, customer, current, password, origin)
  const factor = await factorOf(deps.db, current.id)
  if (factor?.isOn && needed === 'off') throw refusal('SECOND_FACTOR_IS_ON')
  if (!factor || (!factor.isOn && needed === 'on')) throw refusal('SECOND_FACTOR_IS_OFF')
  // A new authenticator shows a code of its own; one that is on can be lost, and a passkey serves in its place.
  if (needed === 'off') return { customer, factor: await tryFactor(deps, current.id, code) }
  const proven = await proveFactor(deps, customer, code)
  assert(proven.factor, 'a second factor that is on is asked for')
  return proven
}

async function tell(tx: Tx, customer: CustomerRow, notice: Notice, nowMs: number): Promise<void> {
  await updateCustomer(tx, customer.id, {}, nowMs)
  await notify(tx, customer, notice, nowMs)
}

async function newRecoveryCodes(tx: Tx, data: PrivateData, customer: CustomerId): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await replaceRecoveryCodes(
    tx,
    customer,
    codes.map((code) => hashRecoveryCode(data, customer, code)),
  )
  return codes
}

/** @example newRecoveryCode() // '7k2mq-x9dfa' */
function newRecoveryCode(): string {
  const letters = Array.from({ length: LETTERS_IN_A_CODE }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const half = LETTERS_IN_A_CODE / 2
  return `${letters.slice(0, half)}-${letters.slice(half)}`
}
