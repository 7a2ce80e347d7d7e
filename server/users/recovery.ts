import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { SECOND_MS } from '#domain/time.ts'
import { MAX_RECOVERIES, RECOVERIES_IN_MS, recoveryOpensAtMs } from '#domain/user/recovery.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { eachAlone } from '#server/platform/each-alone.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { nextId } from '#server/platform/ids.ts'
import { contactOf, deviceOf, type Origin, type TypedContact, type UserDeps, verifyCode } from './deps.ts'
import { freezeOf } from './freeze-store.ts'
import { isKnownNetwork } from './new-device.ts'
import { notify, tellOtherContact, tellReplacedContacts } from './notices.ts'
import { deletePasskeys } from './passkey-store.ts'
import { mustBeAsProven } from './proven-change.ts'
import {
  dueRecoveries,
  endRecovery,
  insertRecovery,
  openRecovery,
  type RecoveryRow,
  recoveriesOf,
} from './recovery-store.ts'
import { hasSecondFactor } from './second-factor.ts'
import { removeFactor } from './second-factor-store.ts'
import type { Revocation } from './sessions.ts'
import { type CustomerRow, customerByContact, lockCustomer, updateCustomer } from './store.ts'

/** The way back of a customer who lost the second factor, or the password of a frozen account. Operators decide on it in `products/recovery`. */

/**
 * Asks for the way back: with the password to have the second factor removed, without it to have the password of a frozen
 * account replaced. The customer is told at once, at every contact and at
 * those replaced within 30 days; nothing else happens before a day has passed. Who was
 * never verified names no document for a lost second factor: then it is seven days, and withdrawals are held meanwhile.
 *
 * Refuses: CONTACT_INVALID, TOO_MANY_REQUESTS; LOGIN_FAILED, the same for a wrong password and for a contact nobody has;
 * CODE_WRONG, also where there is no account; after a right code RECOVERY_NOT_NEEDED, RECOVERY_ID_NEEDED, RECOVERY_ID_WRONG,
 * RECOVERY_ONLY_VERIFIED, RECOVERY_PENDING.
 */
export async function askRecovery(
  deps: UserDeps,
  input: TypedContact & {
    password?: string | undefined
    code: string
    idNumber?: string | undefined
    note: string
  },
  origin: Origin,
): Promise<{ opensAtMs: number }> {
  const contact = contactOf(input)
  const missing = input.password === undefined ? ('password' as const) : ('factor' as const)
  // Passwords are guessed no faster here than at sign-in; who has none does not use up sign-in's attempts.
  const account = missing === 'factor' ? contact.value : `recovery of ${contact.value}`
  await deps.limits.attempt(account, origin.ip, () => isKnownNetwork(deps.db, contact, origin.ip))
  const customer = await customerByContact(deps.db, contact)
  if (input.password !== undefined) {
    const isRight = await deps.hasher.verify(customer?.password_hash, input.password)
    if (!isRight || !customer) throw refusal('LOGIN_FAILED')
  }
  const right = await verifyCode(deps, contact, 'recover', input.code, origin)
  if (!customer) throw refusal('CODE_WRONG')
  if (!(await isMissing(deps.db, customer.id, missing))) throw refusal('RECOVERY_NOT_NEEDED')
  const byDocument = input.idNumber !== undefined
  if (input.idNumber === undefined) {
    // Who erased their data was verified all the same: a session alone is not to make an account easier to take.
    if (customer.tier !== 'unverified' || (await deps.hasDocument(customer.id)))
      throw refusal('RECOVERY_ID_NEEDED')
    if (missing === 'password') throw refusal('RECOVERY_ONLY_VERIFIED')
  } else if (!(await deps.isOwnDocument(customer.id, input.idNumber))) throw refusal('RECOVERY_ID_WRONG')

  const nowMs = deps.clock.nowMs()
  await deps.db.transaction().execute(async (tx) => {
    await mustBeAsProven(tx, customer, right, nowMs)
    if (await openRecovery(tx, customer.id)) throw refusal('RECOVERY_PENDING')
    const earlier = await recoveriesOf(tx, customer.id, nowMs - RECOVERIES_IN_MS)
    const first = earlier[MAX_RECOVERIES - 1]
    if (first) {
      const seconds = Math.ceil((first.asked_at + RECOVERIES_IN_MS - nowMs) / SECOND_MS)
      throw refusal('TOO_MANY_REQUESTS', { seconds })
    }
    const asked = { customer_id: customer.id, missing, by_document: byDocument, note: input.note }
    await insertRecovery(tx, { id: nextId(), ...asked, ...deviceOf(origin) }, nowMs)
    const notice = { kind: byDocument ? 'recoveryAsked' : 'recoveryAskedLong' } as const
    await notify(tx, customer, notice, nowMs)
    await tellOtherContact(tx, customer, notice, nowMs)
    await tellReplacedContacts(tx, customer, notice, nowMs)
  })
  await deps.limits.succeeded(account, origin.ip)
  await deps.budget.used(contact)
  deps.log.info({ customer: String(customer.id), missing }, 'a recovery was asked for')
  return { opensAtMs: recoveryOpensAtMs(nowMs, byDocument) }
}

/** Whether it can be what is missing: without a second factor a password signs in, and without a freeze a code replaces it. */
async function isMissing(db: Db, customer: CustomerId, missing: RecoveryRow['missing']): Promise<boolean> {
  if (missing === 'password') return (await freezeOf(db, customer)) !== undefined
  return hasSecondFactor(db, customer)
}

/** When the customer's own request may take effect; null without one. */
export async function ownRecovery({ db }: Pick<UserDeps, 'db'>, { id }: Customer) {
  const recovery = await openRecovery(db, id)
  return { opensAtMs: recovery ? recoveryOpensAtMs(recovery.asked_at, recovery.by_document) : null }
}

/** Cancels the customer's own request. Refuses: RECOVERY_NOT_OPEN. */
export async function cancelRecovery(deps: UserDeps, { id }: Customer): Promise<void> {
  const nowMs = deps.clock.nowMs()
  await deps.db.transaction().execute(async (tx) => {
    const customer = await lockCustomer(tx, id, 'to change')
    const recovery = await openRecovery(tx, id)
    if (!recovery) throw refusal('RECOVERY_NOT_OPEN')
    await cancel(tx, customer, recovery, nowMs)
  })
  deps.log.info({ customer: String(id) }, 'a recovery was cancelled')
}

/** Cancels a request of who has signed in with what is said to be lost, in the transaction of the sign-in. */
export async function cancelBySignIn(
  tx: Tx,
  customer: CustomerRow,
  given: Readonly<Record<RecoveryRow['missing'], boolean>>,
  nowMs: number,
): Promise<void> {
  const recovery = await openRecovery(tx, customer.id)
  if (recovery && given[recovery.missing]) await cancel(tx, customer, recovery, nowMs)
}

async function cancel(tx: Tx, customer: CustomerRow, { id }: RecoveryRow, nowMs: number): Promise<void> {
  if (await endRecovery(tx, id, 'cancelled', nowMs))
    await notify(tx, customer, { kind: 'recoveryCancelled' }, nowMs)
}

/**
 * Carries out what was approved, when it has waited: a lost second factor is removed, the passkeys too, all sessions end, and
 * withdrawals are held. Where what guards the account has changed since, it is cancelled instead: somebody is in the
 * account who did that.
 */
export async function applyRecoveries(
  deps: Pick<UserDeps, 'db' | 'clock' | 'sessions' | 'log'>,
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  await eachAlone(await dueRecoveries(deps.db, nowMs), async (due) => {
    const revocation = await deps.db.transaction().execute((tx) => apply(deps, tx, due, nowMs))
    if (!revocation) return
    deps.sessions.announce(revocation)
    deps.log.info({ customer: String(due.customer_id) }, 'a recovery took effect')
  })
}

async function apply(
  { sessions }: Pick<UserDeps, 'sessions'>,
  tx: Tx,
  due: Pick<RecoveryRow, 'id' | 'customer_id'>,
  nowMs: number,
): Promise<Revocation | undefined> {
  const customer = await lockCustomer(tx, due.customer_id, 'to change')
  const recovery = await openRecovery(tx, customer.id)
  if (recovery?.id !== due.id) return undefined
  if ((customer.security_changed_at ?? 0) > recovery.asked_at) {
    await cancel(tx, customer, recovery, nowMs)
    return undefined
  }
  if (!(await endRecovery(tx, recovery.id, 'done', nowMs))) return undefined
  if (recovery.missing === 'factor') {
    await removeFactor(tx, customer.id)
    await deletePasskeys(tx, customer.id)
  }
  await updateCustomer(tx, customer.id, {}, nowMs)
  await notify(tx, customer, { kind: 'recoveryDone' }, nowMs)
  return sessions.end(tx, customer.id, {})
}
