import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { SIGN_IN_HELD_MS } from '#domain/user/freeze.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { getOrThrow, type Origin, type UserDeps, verifyCode } from './deps.ts'
import { freezeOf, insertFreeze, liftFreeze } from './freeze-store.ts'
import { isSameDevice } from './new-device.ts'
import { notify, ownContact } from './notices.ts'
import { proveOwner } from './owner-proof.ts'
import { changeProven, proveFactor } from './proven-change.ts'
import { lockCustomer, updateCustomer } from './store.ts'

/** How a customer freezes the account and ends that. What is refused meanwhile, each call says: `whileFrozen`. */

/** Whether the account is frozen. */
export async function ownFreeze({ db }: Pick<UserDeps, 'db'>, { id }: Customer) {
  const freeze = await freezeOf(db, id)
  const contact = ownContact(await getOrThrow(db, id))
  return { frozenSinceMs: freeze?.frozenAtMs ?? null, takesCode: contact !== undefined }
}

/** Freezes the account and ends all other sessions; done before, it stays as it was. */
export async function freezeAccount(deps: UserDeps, current: Customer): Promise<{ frozenSinceMs: number }> {
  const { frozenSinceMs, revocation } = await deps.db.transaction().execute(async (tx) => {
    const customer = await lockCustomer(tx, current.id, 'to change')
    const earlier = await freezeOf(tx, current.id)
    const nowMs = deps.clock.nowMs()
    if (!earlier) {
      await insertFreeze(tx, current.id, current.sessionId, nowMs)
      await updateCustomer(tx, current.id, {}, nowMs)
      await notify(tx, customer, { kind: 'accountFrozen' }, nowMs)
    }
    return {
      frozenSinceMs: earlier?.frozenAtMs ?? nowMs,
      revocation: await deps.sessions.end(tx, current.id, { except: current.sessionId }),
    }
  })
  deps.sessions.announce(revocation)
  deps.log.info({ customer: String(current.id) }, 'an account was frozen')
  return { frozenSinceMs }
}

/**
 * Ends the freeze: with the password, a code to the customer's contact if there is one, and the second factor. Who has no
 * password has what takes its place. Withdrawals are held for 24 hours from then on.
 *
 * Refuses: ACCOUNT_NOT_FROZEN; as `proveOwner` and `requireSecondFactor`; CODE_WRONG.
 */
export async function unfreezeAccount(
  deps: UserDeps,
  current: Customer,
  input: { password?: string | undefined; code?: string | undefined; factorCode?: string | undefined },
  origin: Origin,
): Promise<{ frozenSinceMs: null }> {
  if (!(await freezeOf(deps.db, current.id))) throw refusal('ACCOUNT_NOT_FROZEN')
  const customer = await getOrThrow(deps.db, current.id)
  await proveOwner(deps, customer, current, input.password, origin)
  const contact = ownContact(customer)
  if (contact && input.code === undefined) throw refusal('CODE_WRONG')
  const right = contact && (await verifyCode(deps, contact, 'unfreeze', input.code!, origin, current))
  const proven = await proveFactor(deps, customer, input.factorCode, right)
  await changeProven(deps, proven, async (tx, _, nowMs) => {
    if (!(await liftFreeze(tx, current.id, nowMs))) throw refusal('ACCOUNT_NOT_FROZEN')
    await updateCustomer(tx, current.id, {}, nowMs)
    await notify(tx, customer, { kind: 'accountUnfrozen' }, nowMs)
  })
  // No session ended: what is known of this customer's is read again.
  deps.sessions.announce({ customerId: current.id, sessionIds: [] })
  deps.log.info({ customer: String(current.id) }, 'an account was unfrozen')
  return { frozenSinceMs: null }
}

/**
 * The same for what is paid out of an account beside its own calls.
 *
 * Refuses: ACCOUNT_FROZEN.
 */
export async function requireNotFrozen(db: Db | Tx, customer: CustomerId): Promise<void> {
  if (await freezeOf(db, customer)) throw refusal('ACCOUNT_FROZEN')
}

/**
 * Lets nobody sign in to a frozen account from another browser or network than the one that froze it, for three days:
 * afterwards a customer whose device is lost can sign in and prove that the account is theirs.
 *
 * Refuses: ACCOUNT_FROZEN.
 */
export async function requireSignInAllowed(
  tx: Tx,
  customer: CustomerId,
  origin: Origin,
  nowMs: number,
): Promise<void> {
  const freeze = await freezeOf(tx, customer)
  if (!freeze || nowMs >= freeze.frozenAtMs + SIGN_IN_HELD_MS) return
  const by = { userAgent: freeze.device, ip: freeze.ip }
  if (!isSameDevice(by, origin)) throw refusal('ACCOUNT_FROZEN')
}
