import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { deviceName } from '#domain/user/device.ts'
import { MAX_PASSKEYS } from '#domain/user/passkey.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { nextId } from '#server/platform/ids.ts'
import { beginSession } from './begin-session.ts'
import { getOrThrow, type Origin, type UserDeps } from './deps.ts'
import type { Notice } from './mails.ts'
import { notify } from './notices.ts'
import { ALGORITHMS, giveChallenge, provePasskey, readNewPasskey, userHandleOf } from './passkey-proof.ts'
import { deletePasskey, insertPasskey, type PasskeyRow, passkeysOf } from './passkey-store.ts'
import { changeProven, proveChange } from './proven-change.ts'
import { forgetUnconfirmed } from './second-factor-store.ts'
import type { Revocation } from './sessions.ts'
import { type CustomerRow, lockCustomer, updateCustomer } from './store.ts'
import { takeMessage } from './wallet-sign-in-store.ts'
import { hasOtherWayIn } from './ways-in.ts'

/** Sign-in by passkey, and the passkeys of an account. */

const NAME_OF_UNKNOWN = 'Passkey'

/** A challenge for whoever signs in; it names no passkeys, and so tells of no account. Refuses: PASSKEYS_NOT_HERE. */
export const signInChallenge = (deps: UserDeps, { device }: { device?: string | undefined }) =>
  request(deps, { use: 'sign-in', device }, [])

/** A challenge for one of the customer's own passkeys. Refuses: PASSKEYS_NOT_HERE. */
export const ownChallenge = async (deps: UserDeps, { id }: Customer) =>
  request(deps, { use: 'confirm', customer: id }, await passkeysOf(deps.db, id))

async function request(
  deps: UserDeps,
  use: Parameters<typeof giveChallenge>[2],
  allowed: readonly PasskeyRow[],
): Promise<{ options: string; expiresAtMs: number }> {
  const { expiresAtMs, ...asked } = await giveChallenge(deps, deps.db, use)
  const options = { ...asked, allowCredentials: allowed.map(described), userVerification: 'required' }
  return { options: JSON.stringify(options), expiresAtMs }
}

const described = ({ credential_id, transports }: PasskeyRow) => ({
  ...{ type: 'public-key', id: credential_id },
  ...(transports !== '' && { transports: transports.split(',') }),
})

/**
 * Signs in with a passkey alone: it checks its owner itself, so no other factor is asked for.
 *
 * Refuses: PASSKEY_WRONG, the same for one that is nobody's; ACCOUNT_FROZEN.
 */
export async function signInByPasskey(
  deps: UserDeps,
  { response, device }: { response: string; device?: string | undefined },
  origin: Origin,
): Promise<string> {
  const proof = await provePasskey(deps, response, { use: 'sign-in', device })
  const customer = proof.passkey.customer_id
  const before = await getOrThrow(deps.db, customer)
  return deps.db.transaction().execute(async (tx) => {
    const now = await lockCustomer(tx, customer, 'to read')
    // What guards the account was changed meanwhile.
    if (now.security_changed_at !== before.security_changed_at) throw refusal('PASSKEY_WRONG')
    return beginSession(tx, deps, now, { factor: { customer, proof }, password: false, device }, origin)
  })
}

/** The passkeys of an account. */
export async function ownPasskeys({ db }: Pick<UserDeps, 'db'>, { id }: Customer) {
  const rows = await passkeysOf(db, id)
  return {
    items: rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      addedAtMs: Number(row.added_at),
      usedAtMs: row.used_at === null ? null : Number(row.used_at),
    })),
  }
}

/**
 * A challenge for a new passkey: the proof that its owner asks for it.
 *
 * Refuses: as `proveChange`; PASSKEYS_TOO_MANY, PASSKEYS_NOT_HERE.
 */
export async function beginPasskey(
  deps: UserDeps,
  current: Customer,
  input: { password?: string | undefined; factorCode?: string | undefined },
  origin: Origin,
): Promise<{ options: string; expiresAtMs: number }> {
  const proven = await proveChange(deps, current, input, origin)
  const { customer } = proven
  return changeProven(deps, proven, async (tx) => {
    const own = await passkeysOf(tx, current.id)
    requireRoom(own)
    const { challenge, rpId, expiresAtMs, timeout } = await giveChallenge(deps, tx, {
      use: 'add',
      ...{ customer: current.id, sessionId: current.sessionId },
      changedAtMs: customer.security_changed_at,
    })
    const name = customer.email ?? customer.mobile ?? String(customer.id)
    const options = {
      ...{ challenge, timeout, rp: { id: rpId, name: 'Plumb' }, attestation: 'none' },
      user: { id: userHandleOf(deps, current.id), name, displayName: customer.nickname ?? name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: own.map(described),
      // Kept in the device, so that it signs in without being named first.
      authenticatorSelection: {
        ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      },
    }
    return { options: JSON.stringify(options), expiresAtMs }
  })
}

/**
 * Keeps a new passkey; all other sessions end, withdrawals are held for 24 hours.
 *
 * Refuses: PASSKEY_WRONG, also when what guards the account has changed since it was asked for; PASSKEYS_TOO_MANY.
 */
export async function addPasskey(
  deps: UserDeps,
  current: Customer,
  { response }: { response: string },
  origin: Origin,
): Promise<{ id: string; name: string }> {
  const customer = await getOrThrow(deps.db, current.id)
  const { fingerprint, made } = await readNewPasskey(deps, response, {
    use: 'add',
    ...{ customer: current.id, sessionId: current.sessionId },
    changedAtMs: customer.security_changed_at,
  })
  const id = nextId()
  const name = deviceName(origin.userAgent) || NAME_OF_UNKNOWN
  const nowMs = deps.clock.nowMs()
  const revocation = await deps.db.transaction().execute(async (tx) => {
    const now = await lockCustomer(tx, current.id, 'to change')
    if (now.security_changed_at !== customer.security_changed_at) throw refusal('PASSKEY_WRONG')
    if (!(await takeMessage(tx, fingerprint, nowMs))) throw refusal('PASSKEY_WRONG')
    requireRoom(await passkeysOf(tx, current.id))
    if (!(await insertPasskey(tx, { id, customer_id: current.id, name, ...made }, nowMs)))
      throw refusal('PASSKEY_WRONG')
    // An authenticator that was begun by the password alone takes the passkey from now on, as one that begins does.
    await forgetUnconfirmed(tx, current.id)
    return changed(deps, tx, now, current, { kind: 'passkeyAdded', name }, nowMs)
  })
  deps.sessions.announce(revocation)
  deps.log.info({ customer: String(current.id) }, 'a passkey was added')
  return { id: String(id), name }
}

/**
 * Removes a passkey; all other sessions end, withdrawals are held for 24 hours.
 *
 * Refuses: as `proveChange`; NOT_FOUND; LAST_WAY_IN where nothing else signs in to the account.
 */
export async function removePasskey(
  deps: UserDeps,
  current: Customer,
  input: { id: bigint; password?: string | undefined; factorCode?: string | undefined },
  origin: Origin,
): Promise<void> {
  const proven = await proveChange(deps, current, input, origin)
  const revocation = await changeProven(deps, proven, async (tx, customer, nowMs) => {
    const one = (await passkeysOf(tx, current.id)).find(({ id }) => id === input.id)
    if (!one || !(await deletePasskey(tx, current.id, one.id))) throw refusal('NOT_FOUND')
    if (!(await hasOtherWayIn(tx, customer))) throw refusal('LAST_WAY_IN')
    return changed(deps, tx, customer, current, { kind: 'passkeyRemoved', name: one.name }, nowMs)
  })
  deps.sessions.announce(revocation)
  deps.log.info({ customer: String(current.id) }, 'a passkey was removed')
}

function requireRoom(own: readonly PasskeyRow[]): void {
  if (own.length >= MAX_PASSKEYS) throw refusal('PASSKEYS_TOO_MANY', { maximum: MAX_PASSKEYS })
}

/** What guards the account has changed: stamps it, tells the customer, and ends the other sessions. */
async function changed(
  deps: UserDeps,
  tx: Tx,
  customer: CustomerRow,
  { sessionId }: { readonly id: CustomerId; readonly sessionId: bigint },
  notice: Notice,
  nowMs: number,
): Promise<Revocation> {
  await updateCustomer(tx, customer.id, {}, nowMs)
  await notify(tx, customer, notice, nowMs)
  // At the moment of the change: the session that ends later is known to be the one that made it.
  return deps.sessions.end(tx, customer.id, { except: sessionId, atMs: nowMs })
}
