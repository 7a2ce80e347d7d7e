import { refusal, requireAllowed } from '#domain/errors.ts'
import { type Contact, maskContact } from '#domain/user/contact.ts'
import { checkPassword, checkPayPassword } from '#domain/user/password.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { queueMessage } from '#server/platform/outbox.ts'
import { consumeCode, type RightCode } from './codes.ts'
import {
  contactOf,
  deviceOf,
  getOrThrow,
  type Origin,
  type TypedContact,
  type UserDeps,
  verifyCode,
} from './deps.ts'
import { freezeOf } from './freeze-store.ts'
import { noticeEmail } from './mails.ts'
import { messageTo, notify, ownContact, requireContact } from './notices.ts'
import { proveOwner } from './owner-proof.ts'
import { provePayPassword } from './pay-password.ts'
import { changeProven, decideProven, type Proven, proveFactor } from './proven-change.ts'
import { mayReplacePassword } from './recovery-store.ts'
import { keepReplaced } from './replaced-contacts.ts'
import { hasSecondFactor } from './second-factor.ts'
import {
  type CustomerRow,
  customerByContact,
  isContactTaken,
  sessionDevice,
  updateCustomer,
} from './store.ts'

/** How a customer changes what they sign in with: passwords and contacts. */

/**
 * Resets a forgotten password; every session ends. The second factor is not asked for here but by the next sign-in, on every
 * device: asked for twice it would lock out who has lost both, and tell whoever reads the mail that there is one.
 *
 * Refuses: CONTACT_INVALID, the password's own refusals, CODE_WRONG (also where there is no account); after a right code
 * ACCOUNT_FROZEN, unless a recovery allows it.
 */
export async function forgottenPassword(
  deps: UserDeps,
  input: TypedContact & { code: string; password: string; repeated: string },
  origin: Origin,
): Promise<void> {
  const contact = contactOf(input)
  requireAllowed(checkPassword(input.password, input.repeated))
  const right = await verifyCode(deps, contact, 'forget', input.code, origin)
  const customer = await customerByContact(deps.db, contact)
  if (!customer) throw refusal('CODE_WRONG')
  const proven = { customer, code: right, factor: undefined }
  await replacePassword(deps, proven, input.password, async () => {})
  await deps.limits.clear(contact.value, origin.ip)
  await deps.budget.used(contact)
}

/**
 * Changes the password with the old one or a code, and the second factor; every session ends and a new one begins here. Who
 * has none sets the first one with what takes its place.
 *
 * Refuses: the password's own refusals, PASSWORD_WRONG, CODE_WRONG, TOO_MANY_REQUESTS, SIGN_IN_AGAIN; as `proveFactor`;
 * PAY_PASSWORD_SAME, ACCOUNT_FROZEN.
 */
export async function changePassword(
  deps: UserDeps,
  current: Customer,
  input: {
    oldPassword?: string | undefined
    code?: string | undefined
    factorCode?: string | undefined
    password: string
    repeated: string
  },
  origin: Origin,
): Promise<string> {
  requireAllowed(checkPassword(input.password, input.repeated))
  const customer = await getOrThrow(deps.db, current.id)
  const right =
    input.code === undefined
      ? await proveOwner(deps, customer, current, input.oldPassword, origin)
      : await verifyCode(deps, requireContact(customer), 'password', input.code, origin, current)
  const proven = await proveFactor(deps, customer, input.factorCode, right)
  return replacePassword(deps, proven, input.password, async (tx) =>
    deps.sessions.begin(tx, current.id, deviceOf(origin, await sessionDevice(tx, current.sessionId))),
  )
}

/**
 * Sets the pay password with the sign-in password, or changes it with the old one or a code; with the second factor. The old one
 * has the tries that it has where it confirms a payment.
 *
 * Refuses: the password's own refusals, PASSWORD_WRONG, SIGN_IN_AGAIN, CODE_WRONG, TOO_MANY_REQUESTS; PAY_PASSWORD_WRONG,
 * PAY_PASSWORD_LOCKED; as `proveFactor`; PAY_PASSWORD_SAME, which where there is no second factor does not tell whether the old one
 * is right.
 */
export async function setPayPassword(
  deps: UserDeps,
  current: Customer,
  input: {
    password: string
    repeated: string
    signInPassword?: string | undefined
    oldPassword?: string | undefined
    code?: string | undefined
    factorCode?: string | undefined
  },
  origin: Origin,
): Promise<void> {
  requireAllowed(checkPayPassword(input.password, input.repeated))
  const customer = await getOrThrow(deps.db, current.id)
  let right: RightCode | undefined
  if (input.code !== undefined)
    right = await verifyCode(deps, requireContact(customer), 'pay-password', input.code, origin, current)
  else if (customer.pay_password_hash === null)
    await proveOwner(deps, customer, current, input.signInPassword, origin)
  else await proveOldPayPassword(deps, customer, input)
  // Before the comparison: without the factor nobody is to learn whether this is the sign-in password.
  const proven = await proveFactor(deps, customer, input.factorCode, right)
  await decideProven(deps, proven, async () => {
    if (await isSignInPassword(deps, customer, input.password)) throw refusal('PAY_PASSWORD_SAME')
  })

  const pay_password_hash = await deps.hasher.hash(input.password)
  await changeProven(deps, proven, async (tx, _, nowMs) => {
    await updateCustomer(tx, customer.id, { pay_password_hash }, nowMs)
    await notify(tx, customer, { kind: 'payPasswordChanged' }, nowMs)
  })
  deps.log.info({ customer: String(customer.id) }, 'a pay password was set')
}

/** Refuses: as `setPayPassword` about the old one. */
async function proveOldPayPassword(
  deps: UserDeps,
  customer: CustomerRow,
  { password, oldPassword }: { password: string; oldPassword?: string | undefined },
): Promise<void> {
  if (oldPassword === undefined) throw refusal('PASSWORD_WRONG')
  // Where a second factor is set, the comparison comes after it. Otherwise it would tell without a change that the old one is
  // right; and it takes a try, as it tells whether a guess of the sign-in password is.
  const isSame =
    !(await hasSecondFactor(deps.db, customer.id)) && (await isSignInPassword(deps, customer, password))
  const anyway = isSame ? refusal('PAY_PASSWORD_SAME') : undefined
  await provePayPassword(deps.db, deps.hasher, customer.id, oldPassword, deps.clock.nowMs(), anyway)
}

const isSignInPassword = ({ hasher }: UserDeps, { password_hash }: CustomerRow, typed: string) =>
  hasher.verify(password_hash, typed)

/**
 * Sets or changes a contact: a code sent to the new one, the sign-in password, and the second factor. The old contact is told.
 *
 * Refuses: CONTACT_INVALID, PASSWORD_WRONG, SIGN_IN_AGAIN, TOO_MANY_REQUESTS, CODE_WRONG; as `proveFactor`; CONTACT_IN_USE.
 */
export async function bindContact(
  deps: UserDeps,
  current: Customer,
  input: TypedContact & {
    kind: Contact['kind']
    code: string
    password?: string | undefined
    factorCode?: string | undefined
  },
  origin: Origin,
): Promise<void> {
  const contact = contactOf(input)
  const customer = await getOrThrow(deps.db, current.id)
  await proveOwner(deps, customer, current, input.password, origin)
  const right = await verifyCode(deps, contact, contact.kind, input.code, origin, current)
  const proven = await proveFactor(deps, customer, input.factorCode)
  const change = contact.kind === 'email' ? { email: contact.value } : { mobile: contact.value }
  try {
    await changeProven(deps, proven, async (tx, _, nowMs) => {
      await consumeCode(tx, right, nowMs)
      await updateCustomer(tx, customer.id, change, nowMs)
      const notice = { kind: 'contactChanged', contact: maskContact(contact.value) } as const
      await notify(tx, customer, notice, nowMs)
      // Whoever has what is replaced is told, too: it may be all that its owner still reads.
      const replaced = contact.kind === 'email' ? customer.email : customer.mobile
      if (replaced && replaced !== contact.value) await keepReplaced(tx, customer.id, replaced, nowMs)
      if (replaced && replaced !== ownContact(customer)?.value) {
        const email = noticeEmail(customer.language, notice)
        await queueMessage(tx, messageTo(replaced, email, customer.id), nowMs)
      }
    })
  } catch (error) {
    throw isContactTaken(error) ? refusal('CONTACT_IN_USE', {}, error) : error
  }
  await deps.budget.used(contact)
  deps.log.info({ customer: String(customer.id), kind: contact.kind }, 'a contact was changed')
}

/**
 * Replaces a password, ends every session and tells the customer; uses up what allowed it. What
 * comes `after` is in the same transaction, so that it is of this password and no later one.
 */
async function replacePassword<T>(
  deps: UserDeps,
  proven: Proven,
  password: string,
  after: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { customer } = proven
  await decideProven(deps, proven, async () => {
    if (customer.pay_password_hash && (await deps.hasher.verify(customer.pay_password_hash, password)))
      throw refusal('PAY_PASSWORD_SAME')
  })
  const password_hash = await deps.hasher.hash(password)
  const { revocation, result } = await changeProven(deps, proven, async (tx, now, nowMs) => {
    if ((await freezeOf(tx, now.id)) && !(await mayReplacePassword(tx, now, nowMs)))
      throw refusal('ACCOUNT_FROZEN')
    await updateCustomer(tx, customer.id, { password_hash }, nowMs)
    await notify(tx, customer, { kind: 'passwordChanged' }, nowMs)
    return { revocation: await deps.sessions.end(tx, customer.id, {}), result: await after(tx) }
  })
  deps.log.info({ customer: String(customer.id) }, 'a password was changed; its sessions ended')
  deps.sessions.announce(revocation)
  return result
}
