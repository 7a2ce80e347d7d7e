import { refusal } from '#domain/errors.ts'
import { PROVEN_MS } from '#domain/user/owner-proof.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { getOrThrow, type Origin, type UserDeps } from './deps.ts'
import { consumePasskey, provePasskey } from './passkey-proof.ts'
import { passkeysOf } from './passkey-store.ts'
import { type CustomerRow, lockCustomer, proveSession, sessionProvenAtMs } from './store.ts'
import { consumeProof, proveWallet, type SignedMessage } from './wallet-proof.ts'
import { walletOwner, walletsOf } from './wallet-sign-in-store.ts'

/** What proves that a session is its customer's, before what guards the account is changed. */

/**
 * Proves it: by the password, or for who has none by having signed in, or confirmed, within ten minutes.
 *
 * Refuses: as `provePassword`; SIGN_IN_AGAIN.
 */
export async function proveOwner(
  deps: UserDeps,
  customer: CustomerRow,
  current: Customer,
  password: string | undefined,
  origin: Origin,
): Promise<undefined> {
  if (customer.password_hash !== null)
    return provePassword(deps, customer, customer.password_hash, password, origin)
  if ((await provenUntilMs(deps, current)) === null) throw refusal('SIGN_IN_AGAIN')
}

/** Compares a password of the customer's own. Refuses: PASSWORD_WRONG, and TOO_MANY_REQUESTS to who guesses. */
export async function provePassword(
  deps: UserDeps,
  customer: CustomerRow,
  hashed: string,
  password: string | undefined,
  origin: Origin,
): Promise<undefined> {
  const account = `own ${customer.id}`
  await deps.limits.attempt(account, origin.ip, async () => false)
  if (password === undefined || !(await deps.hasher.verify(hashed, password))) throw refusal('PASSWORD_WRONG')
  await deps.limits.succeeded(account, origin.ip)
}

/** Until when a session is known to be its customer's; null when it is not. */
async function provenUntilMs({ db, clock }: UserDeps, { sessionId }: Customer): Promise<number | null> {
  const untilMs = (await sessionProvenAtMs(db, sessionId)) + PROVEN_MS
  return untilMs >= clock.nowMs() ? untilMs : null
}

/** What confirms a change to the customer's account. */
export async function ownerProof(deps: UserDeps, current: Customer) {
  const { password_hash } = await getOrThrow(deps.db, current.id)
  const hasPassword = password_hash !== null
  return {
    hasPassword,
    wallets: (await walletsOf(deps.db, current.id)).length,
    passkeys: (await passkeysOf(deps.db, current.id)).length,
    provenUntilMs: hasPassword ? null : await provenUntilMs(deps, current),
  }
}

/**
 * Confirms with a linked wallet or a passkey that a session is its customer's. Where there is a password, that is asked for
 * all the same.
 *
 * Refuses: as `proveWallet` and `provePasskey`; WALLET_NOT_LINKED for a wallet of somebody else.
 */
export async function confirmOwner(
  deps: UserDeps,
  current: Customer,
  given: { wallet: SignedMessage; device?: string | undefined } | { passkey: string },
): Promise<{ provenUntilMs: number }> {
  const nowMs = deps.clock.nowMs()
  const customer = current.id
  if ('passkey' in given) {
    const proof = await provePasskey(deps, given.passkey, { use: 'confirm', customer })
    await deps.db.transaction().execute(async (tx) => {
      await lockCustomer(tx, customer, 'to read')
      await consumePasskey(tx, proof, nowMs)
      await proveSession(tx, current.sessionId, nowMs)
    })
  } else {
    const proof = await proveWallet(deps, given.wallet, { device: given.device, customer, isToConfirm: true })
    await deps.db.transaction().execute(async (tx) => {
      // A wallet that is removed at the same time is removed before or after.
      await lockCustomer(tx, customer, 'to read')
      if ((await walletOwner(tx, proof.address)) !== customer) throw refusal('WALLET_NOT_LINKED')
      await consumeProof(tx, proof, nowMs)
      await proveSession(tx, current.sessionId, nowMs)
    })
  }
  return { provenUntilMs: nowMs + PROVEN_MS }
}
