import { refusal } from '#domain/errors.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { leaveOutIfReadOnly } from '#server/platform/db/errors.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { consumeCode, type RightCode } from './codes.ts'
import { getOrThrow, type Origin, type UserDeps } from './deps.ts'
import { proveOwner } from './owner-proof.ts'
import { consumeSecondFactor, forgiveTries, type RightFactor, requireSecondFactor } from './second-factor.ts'
import { type CustomerRow, lockCustomer } from './store.ts'

/** What a change of what guards an account takes: its owner's proof, and the second factor where one is set. */

/** What allows a change: compared, and not used up yet. */
export interface Proven {
  /** As read before the change: what guards the account must still be this when it is made. */
  readonly customer: CustomerRow
  /** A code to the customer's contact that took the place of the password. */
  readonly code?: RightCode | undefined
  readonly factor: RightFactor | undefined
}

/**
 * Proves the owner by the password, or what takes its place, and the second factor.
 *
 * Refuses: as `proveOwner` and `requireSecondFactor`.
 */
export async function proveChange(
  deps: UserDeps,
  current: Customer,
  given: { readonly password?: string | undefined; readonly factorCode?: string | undefined },
  origin: Origin,
): Promise<Proven> {
  const customer = await getOrThrow(deps.db, current.id)
  await proveOwner(deps, customer, current, given.password, origin)
  return proveFactor(deps, customer, given.factorCode)
}

/**
 * Adds the second factor to the proof of an owner who was proved already, by a `code` or otherwise.
 *
 * Refuses: as `requireSecondFactor`.
 */
export const proveFactor = async (
  deps: UserDeps,
  customer: CustomerRow,
  factorCode: string | undefined,
  code?: RightCode,
): Promise<Proven> => ({
  ...{ customer, code },
  factor: await requireSecondFactor(deps, customer.id, factorCode),
})

/**
 * Makes a change in one transaction with the use of what allows it. The change is given the customer, held as of now.
 *
 * Refuses: as `mustBeAsProven` and `consumeSecondFactor`. What the change refuses takes back the tries of the factor.
 */
export async function changeProven<T>(
  deps: Pick<UserDeps, 'db' | 'clock'>,
  { customer, code, factor }: Proven,
  change: (tx: Tx, now: CustomerRow, nowMs: number) => Promise<T>,
): Promise<T> {
  const nowMs = deps.clock.nowMs()
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const now = await mustBeAsProven(tx, customer, code, nowMs)
      await consumeSecondFactor(tx, factor, nowMs)
      return change(tx, now, nowMs)
    })
  } catch (error) {
    return forgiveAndThrow(deps, factor, error)
  }
}

/**
 * Decides about a change that is proven, before it is made.
 *
 * Refuses: as `decide`, which takes back the tries of the factor.
 */
export async function decideProven(
  deps: Pick<UserDeps, 'db'>,
  { factor }: Proven,
  decide: () => Promise<void>,
): Promise<void> {
  try {
    await decide()
  } catch (error) {
    await forgiveAndThrow(deps, factor, error)
  }
}

async function forgiveAndThrow(
  { db }: Pick<UserDeps, 'db'>,
  factor: RightFactor | undefined,
  error: unknown,
): Promise<never> {
  // A database that is read only takes nothing back, and why nothing was done still counts.
  await forgiveTries(db, factor).catch(leaveOutIfReadOnly)
  throw error
}

/**
 * Uses up the code that allowed a change, if there was one, and holds the customer until the change is
 * written. What guards the account, a second factor too, must not have changed since the code or password was verified.
 *
 * Refuses: CODE_WRONG or, without a code, PASSWORD_WRONG when another change came first.
 */
export async function mustBeAsProven(
  tx: Tx,
  read: CustomerRow,
  right: RightCode | undefined,
  nowMs: number,
): Promise<CustomerRow> {
  if (right) await consumeCode(tx, right, nowMs)
  const now = await lockCustomer(tx, read.id, 'to change')
  const guards = ['password_hash', 'pay_password_hash', 'email', 'mobile', 'security_changed_at'] as const
  if (guards.some((guard) => now[guard] !== read[guard]))
    throw refusal(right ? 'CODE_WRONG' : 'PASSWORD_WRONG')
  return now
}
