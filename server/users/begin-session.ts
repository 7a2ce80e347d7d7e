import type { Tx } from '#server/platform/db/database.ts'
import { cancelDeletionBySignIn } from './deletion.ts'
import { deviceOf, type Origin, type UserDeps } from './deps.ts'
import { requireSignInAllowed } from './freeze.ts'
import { tellNewDevice } from './new-device.ts'
import { cancelBySignIn } from './recovery.ts'
import {
  consumeSecondFactor,
  factorAtSignIn,
  hashGiven,
  type RightFactor,
  rememberDevice,
} from './second-factor.ts'
import type { CustomerRow } from './store.ts'

/**
 * Begins a session of a customer who has proved to be one, whichever way: the end of every sign-in, in its transaction, in
 * which the customer is held.
 *
 * Refuses: ACCOUNT_FROZEN; as `factorAtSignIn` where the device was forgotten meanwhile; SECOND_FACTOR_WRONG or PASSKEY_WRONG when the second factor was used meanwhile; LOGIN_FAILED
 * while the account is being erased.
 */
export async function beginSession(
  tx: Tx,
  deps: UserDeps,
  customer: CustomerRow,
  given: {
    readonly factor: RightFactor | undefined
    readonly password: boolean
    /** The browser's own key. */
    readonly device: string | undefined
  },
  origin: Origin,
): Promise<string> {
  const nowMs = deps.clock.nowMs()
  await requireSignInAllowed(tx, customer.id, origin, nowMs)
  // Asked again now that the customer is held: the device's session may have been ended since.
  if (!given.factor) await factorAtSignIn({ ...deps, db: tx }, customer.id, { device: given.device })
  await consumeSecondFactor(tx, given.factor, nowMs)
  await cancelBySignIn(tx, customer, { factor: given.factor !== undefined, password: given.password }, nowMs)
  await cancelDeletionBySignIn(tx, customer, nowMs)
  await rememberDevice(tx, deps, given.factor, given.device)
  await tellNewDevice(tx, customer.id, origin, nowMs)
  return deps.sessions.begin(tx, customer.id, deviceOf(origin, hashGiven(deps, given.device)))
}
