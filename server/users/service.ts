import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { assert, refusal, requireAllowed } from '#domain/errors.ts'
import { CLEARED_TEXT } from '#domain/fields.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { callingCodeIn } from '#domain/user/calling-codes.ts'
import { type Contact, maskContact, readContact } from '#domain/user/contact.ts'
import type { ProfileView } from '#domain/user/contract.ts'
import { readNickname, readSignature } from '#domain/user/names.ts'
import { checkPassword, checkPayPassword } from '#domain/user/password.ts'
import { ownPurposes, type Purpose } from '#domain/user/purposes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { type Message, queueMessage } from '#server/platform/outbox.ts'
import {
  CODE_LIFE_MS,
  CODE_WAIT_MS,
  consumeCode,
  issueCode,
  type RightCode,
  requesterOf,
  tryCode,
} from './codes.ts'
import { codeEmail, type EmailTemplate, type Notice, noAccountEmail, noticeEmail } from './mails.ts'
import type { MessageBudget } from './message-budget.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { Sessions } from './sessions.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import {
  type CustomerRow,
  customerByContact,
  customerById,
  customerByInviteCode,
  insertCustomer,
  isContactTaken,
  lockCustomer,
  updateCustomer,
} from './store.ts'

/** The dependencies of the functions below. */
export interface UserDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly hasher: PasswordHasher
  readonly sessions: Sessions
  readonly limits: SignInLimits
  readonly budget: MessageBudget
}

/** Where a request comes from. */
export interface Origin {
  readonly ip: string
  readonly userAgent: string
  readonly lang: Language
}

interface TypedContact {
  readonly contact: string
  readonly areaCode?: string | undefined
  readonly kind?: Contact['kind'] | undefined
}

function contactOf(typed: TypedContact): Contact {
  const contact = readContact(typed.contact, typed)
  if (!contact) throw refusal('CONTACT_INVALID')
  return contact
}

/**
 * Sends a code. The answer and the work are the same whether or not the contact has an account.
 *
 * Refuses: SESSION_EXPIRED for a purpose of one's own without a session; CONTACT_INVALID;
 * TOO_MANY_REQUESTS within 60 s of the last code, past the day's number, or past the hour's mobile messages.
 */
export async function sendCode(
  deps: UserDeps,
  input: {
    contact?: string | undefined
    areaCode?: string | undefined
    kind?: Contact['kind'] | undefined
    purpose: Purpose
  },
  signedInCustomer: Customer | undefined,
  origin: Origin,
): Promise<{ contact: string; expiresInSeconds: number; waitSeconds: number }> {
  const { purpose } = input
  const isOwn = (ownPurposes as readonly Purpose[]).includes(purpose)
  if (isOwn && !signedInCustomer) throw refusal('SESSION_EXPIRED')
  const toOwn = purpose === 'password' || purpose === 'pay-password'
  const contact = toOwn
    ? ownContact(await getOrThrow(deps.db, signedInCustomer!.id))
    : contactOf({ ...input, contact: input.contact ?? '' })
  if (purpose === 'email' || purpose === 'mobile') {
    if (contact.kind !== purpose) throw refusal('CONTACT_INVALID')
  }

  const nowMs = deps.clock.nowMs()
  await deps.db.transaction().execute(async (tx) => {
    const requester = requesterOf(purpose, signedInCustomer?.id, origin.ip)
    const isKnown = async () => toOwn || isKnownIp(tx, contact, origin.ip)
    const code = await issueCode(tx, { contact, purpose, requester }, nowMs, isKnown)
    // After the code's own limits, so that only what is sent is counted.
    await deps.budget.take(contact)
    const customer = await customerByContact(tx, contact)
    const email =
      purpose === 'forget' && !customer ? noAccountEmail(origin.lang) : codeEmail(origin.lang, purpose, code)
    await queueMessage(tx, { ...messageTo(contact.value, email), untilMs: nowMs + CODE_LIFE_MS }, nowMs)
  })
  return {
    contact: maskContact(contact.value),
    expiresInSeconds: CODE_LIFE_MS / 1_000,
    waitSeconds: CODE_WAIT_MS / 1_000,
  }
}

/** Whether a code is right; it can still be used, but one of its five tries is spent. */
export async function checkCode(
  deps: UserDeps,
  input: TypedContact & { code: string; purpose: Purpose },
  signedInCustomer: Customer | undefined,
  origin: Origin,
): Promise<void> {
  await verifyCode(deps, contactOf(input), input.purpose, input.code, origin, signedInCustomer)
}

/** Verifies a code against the one that the same requester asked for. Refuses: CODE_WRONG. */
const verifyCode = (
  { db, clock }: Pick<UserDeps, 'db' | 'clock'>,
  contact: Contact,
  purpose: Purpose,
  code: string,
  { ip }: Origin,
  current?: Customer,
): Promise<RightCode> =>
  tryCode(db, { contact, purpose, requester: requesterOf(purpose, current?.id, ip) }, code, clock.nowMs())

/**
 * Opens an account and signs in.
 *
 * Refuses: CONTACT_INVALID, the password's own refusals, INVITE_CODE_UNKNOWN, CODE_WRONG, and only to who has
 * proved to own the contact CONTACT_TAKEN.
 */
export async function register(
  deps: UserDeps,
  input: TypedContact & {
    code: string
    password: string
    repeated: string
    inviteCode?: string | undefined
  },
  origin: Origin,
): Promise<string> {
  const contact = contactOf(input)
  requireAllowed(checkPassword(input.password, input.repeated))
  const invitedBy = input.inviteCode
    ? await customerByInviteCode(deps.db, input.inviteCode.toUpperCase())
    : undefined
  if (input.inviteCode && invitedBy === undefined) throw refusal('INVITE_CODE_UNKNOWN')
  const nowMs = deps.clock.nowMs()
  const right = await verifyCode(deps, contact, 'register', input.code, origin)
  const passwordHash = await deps.hasher.hash(input.password)

  return deps.db.transaction().execute(async (tx) => {
    await consumeCode(tx, right, nowMs)
    const id = await addCustomer(
      tx,
      {
        email: contact.kind === 'email' ? contact.value : null,
        mobile: contact.kind === 'mobile' ? contact.value : null,
        passwordHash,
        payPasswordHash: null,
        nickname: null,
        invitedBy: invitedBy ?? null,
        language: origin.lang,
        isDemo: false,
      },
      nowMs,
    )
    return deps.sessions.begin(tx, id, deviceOf(origin))
  })
}

/**
 * Signs in with a password.
 *
 * Refuses: TOO_MANY_REQUESTS after too many attempts; LOGIN_FAILED, the same after the same work for a
 * wrong password and for a contact nobody has.
 */
export async function login(
  deps: UserDeps,
  input: TypedContact & { password: string },
  origin: Origin,
): Promise<string> {
  const contact = contactOf(input)
  await deps.limits.attempt(contact.value, origin.ip, () => isKnownIp(deps.db, contact, origin.ip))
  const customer = await customerByContact(deps.db, contact)
  const isRight = await deps.hasher.verify(customer?.password_hash, input.password)
  if (!isRight || !customer) throw refusal('LOGIN_FAILED')

  const token = await deps.db.transaction().execute(async (tx) => {
    const { password_hash } = await lockCustomer(tx, customer.id, 'to read')
    if (password_hash !== customer.password_hash) throw refusal('LOGIN_FAILED')
    return deps.sessions.begin(tx, customer.id, deviceOf(origin))
  })
  await deps.limits.succeeded(contact.value, origin.ip)
  return token
}

/**
 * Resets a forgotten password; every session ends.
 *
 * Refuses: CONTACT_INVALID, the password's own refusals, CODE_WRONG (also where there is no account).
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
  await replacePassword(deps, customer, input.password, right, async () => {})
  await deps.limits.clear(contact.value, origin.ip)
}

/**
 * Changes the password with the old one or a code; every session ends and a new one begins here.
 *
 * Refuses: the password's own refusals, PASSWORD_WRONG, CODE_WRONG, TOO_MANY_REQUESTS, PAY_PASSWORD_SAME.
 */
export async function changePassword(
  deps: UserDeps,
  current: Customer,
  input: {
    oldPassword?: string | undefined
    code?: string | undefined
    password: string
    repeated: string
  },
  origin: Origin,
): Promise<string> {
  requireAllowed(checkPassword(input.password, input.repeated))
  const customer = await getOrThrow(deps.db, current.id)
  const right =
    input.code === undefined
      ? await provePassword(deps, customer, customer.password_hash, input.oldPassword, origin)
      : await verifyCode(deps, ownContact(customer), 'password', input.code, origin, current)
  return replacePassword(deps, customer, input.password, right, (tx) =>
    deps.sessions.begin(tx, current.id, deviceOf(origin)),
  )
}

/**
 * Sets the pay password with the sign-in password, or changes it with the old one or a code.
 *
 * Refuses: the password's own refusals, PASSWORD_WRONG, CODE_WRONG, TOO_MANY_REQUESTS, PAY_PASSWORD_SAME.
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
  },
  origin: Origin,
): Promise<void> {
  requireAllowed(checkPayPassword(input.password, input.repeated))
  const customer = await getOrThrow(deps.db, current.id)
  const nowMs = deps.clock.nowMs()
  let right: RightCode | undefined
  if (input.code !== undefined)
    right = await verifyCode(deps, ownContact(customer), 'pay-password', input.code, origin, current)
  else if (customer.pay_password_hash === null)
    await provePassword(deps, customer, customer.password_hash, input.signInPassword, origin)
  else await provePassword(deps, customer, customer.pay_password_hash, input.oldPassword, origin)
  if (await deps.hasher.verify(customer.password_hash, input.password)) throw refusal('PAY_PASSWORD_SAME')

  const pay_password_hash = await deps.hasher.hash(input.password)
  await deps.db.transaction().execute(async (tx) => {
    await mustBeAsProven(tx, customer, right, nowMs)
    await updateCustomer(tx, customer.id, { pay_password_hash }, nowMs)
    await notify(tx, customer, { kind: 'payPasswordChanged' }, nowMs)
  })
  deps.log.info({ customer: String(customer.id) }, 'a pay password was set')
}

/**
 * Sets or changes a contact: a code sent to the new one, and the sign-in password. The old contact is told.
 *
 * Refuses: CONTACT_INVALID, PASSWORD_WRONG, TOO_MANY_REQUESTS, CODE_WRONG, CONTACT_TAKEN.
 */
export async function bindContact(
  deps: UserDeps,
  current: Customer,
  input: TypedContact & { kind: Contact['kind']; code: string; password?: string | undefined },
  origin: Origin,
): Promise<void> {
  const contact = contactOf(input)
  const customer = await getOrThrow(deps.db, current.id)
  await provePassword(deps, customer, customer.password_hash, input.password, origin)
  const nowMs = deps.clock.nowMs()
  const right = await verifyCode(deps, contact, contact.kind, input.code, origin, current)
  const change = contact.kind === 'email' ? { email: contact.value } : { mobile: contact.value }
  try {
    await deps.db.transaction().execute(async (tx) => {
      await consumeCode(tx, right, nowMs)
      await mustBeAsProven(tx, customer, undefined, nowMs)
      await updateCustomer(tx, customer.id, change, nowMs)
      await notify(tx, customer, { kind: 'contactChanged', contact: maskContact(contact.value) }, nowMs)
    })
  } catch (error) {
    throw isContactTaken(error) ? refusal('CONTACT_TAKEN', {}, error) : error
  }
  deps.log.info({ customer: String(customer.id), kind: contact.kind }, 'a contact was changed')
}

/** Ends one session, all others, or the current one. Returns how many ended. */
export async function endSessions(
  deps: UserDeps,
  current: Customer,
  which: { only?: bigint; except?: bigint },
): Promise<number> {
  const revocation = await deps.sessions.end(deps.db, current.id, which)
  deps.sessions.announce(revocation)
  return revocation.sessionIds.length
}

/** The signed-in customer as pages show them. */
export async function profile(db: Db, id: CustomerId): Promise<ProfileView> {
  const customer = await getOrThrow(db, id)
  return {
    uid: String(customer.id),
    nickname: customer.nickname,
    signature: customer.signature,
    portrait: customer.portrait,
    email: customer.email && maskContact(customer.email),
    mobile: customer.mobile && maskContact(customer.mobile),
    hasPayPassword: customer.pay_password_hash !== null,
    verification: 'none',
    inviteCode: customer.invite_code,
    isDemo: customer.is_demo,
    createdAtMs: Number(customer.created_at),
  }
}

/**
 * Changes the nickname or the signature; `-` clears one.
 *
 * Refuses: NICKNAME_INVALID, NICKNAME_RESERVED, SIGNATURE_INVALID.
 */
export async function editProfile(
  deps: UserDeps,
  current: Customer,
  input: { nickname?: string | undefined; signature?: string | undefined },
): Promise<void> {
  const { nickname, signature } = input
  await updateCustomer(deps.db, current.id, {
    ...(nickname !== undefined && {
      nickname: nickname === CLEARED_TEXT ? null : requireAllowed(readNickname(nickname)).nickname,
    }),
    ...(signature !== undefined && {
      signature: signature === CLEARED_TEXT ? null : requireAllowed(readSignature(signature)).signature,
    }),
  })
}

export interface CustomerToCreate {
  readonly email?: string
  readonly mobile?: string
  readonly password: string
  readonly payPassword?: string
  readonly nickname?: string
  readonly language?: Language
  readonly isDemo?: boolean
}

/** Adds a customer without a code and without the password's rule, for the seed. */
export async function createCustomer(
  deps: UserDeps,
  tx: Tx,
  customer: CustomerToCreate,
): Promise<CustomerId> {
  return addCustomer(
    tx,
    {
      email: customer.email ?? null,
      mobile: customer.mobile ?? null,
      passwordHash: await deps.hasher.hash(customer.password),
      payPasswordHash: customer.payPassword ? await deps.hasher.hash(customer.payPassword) : null,
      nickname: customer.nickname ?? null,
      invitedBy: null,
      language: customer.language ?? 'en',
      isDemo: customer.isDemo ?? false,
    },
    deps.clock.nowMs(),
  )
}

/** Queues a notice to a customer's contact, in their language, in the caller's transaction. */
export async function notifyCustomer(tx: Tx, id: CustomerId, notice: Notice, nowMs: number): Promise<void> {
  const customer = await customerById(tx, id)
  if (customer) await notify(tx, customer, notice, nowMs)
}

const notify = (tx: Tx, customer: CustomerRow, notice: Notice, nowMs: number) =>
  queueMessage(tx, messageTo(ownContact(customer).value, noticeEmail(customer.language, notice)), nowMs)

const messageTo = (contact: string, email: EmailTemplate): Message =>
  contact.includes('@')
    ? { kind: 'mail', mail: { to: contact, ...email } }
    : { kind: 'sms', sms: { to: contact, text: email.text } }

async function addCustomer(
  tx: Tx,
  customer: Omit<Parameters<typeof insertCustomer>[1], 'inviteCode'>,
  nowMs: number,
): Promise<CustomerId> {
  const id = await insertCustomer(tx, { ...customer, inviteCode: newInviteCode() }, nowMs)
  if (id === undefined) throw refusal('CONTACT_TAKEN')
  return id
}

/**
 * Replaces a password, ends every session and tells the customer; uses the code up, if there was one. What
 * comes `after` is in the same transaction, so that it is of this password and no later one.
 */
async function replacePassword<T>(
  deps: UserDeps,
  customer: CustomerRow,
  password: string,
  right: RightCode | undefined,
  after: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (customer.pay_password_hash && (await deps.hasher.verify(customer.pay_password_hash, password)))
    throw refusal('PAY_PASSWORD_SAME')
  const password_hash = await deps.hasher.hash(password)
  const nowMs = deps.clock.nowMs()
  const { revocation, result } = await deps.db.transaction().execute(async (tx) => {
    await mustBeAsProven(tx, customer, right, nowMs)
    await updateCustomer(tx, customer.id, { password_hash }, nowMs)
    await notify(tx, customer, { kind: 'passwordChanged' }, nowMs)
    return { revocation: await deps.sessions.end(tx, customer.id, {}), result: await after(tx) }
  })
  deps.log.info({ customer: String(customer.id) }, 'a password was changed; its sessions ended')
  deps.sessions.announce(revocation)
  return result
}

/**
 * Uses up the code that allowed a change, if there was one, and holds the customer until the change is
 * written. The credentials must not have changed since the code or password was verified.
 *
 * Refuses: CODE_WRONG or, without a code, PASSWORD_WRONG when another change came first.
 */
async function mustBeAsProven(
  tx: Tx,
  read: CustomerRow,
  right: RightCode | undefined,
  nowMs: number,
): Promise<void> {
  if (right) await consumeCode(tx, right, nowMs)
  const now = await lockCustomer(tx, read.id, 'to change')
  const guards = ['password_hash', 'pay_password_hash', 'email', 'mobile'] as const
  if (guards.some((guard) => now[guard] !== read[guard]))
    throw refusal(right ? 'CODE_WRONG' : 'PASSWORD_WRONG')
}

/** Refuses: PASSWORD_WRONG, and TOO_MANY_REQUESTS to who guesses. */
async function provePassword(
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

async function isKnownIp(db: Db | Tx, contact: Contact, ip: string): Promise<boolean> {
  const row = await db
    .selectFrom('customer_session')
    .innerJoin('customer', 'customer.id', 'customer_session.customer_id')
    .select('customer_session.id')
    .where(`customer.${contact.kind}`, '=', contact.value)
    .where('customer_session.ip', '=', ip)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function getOrThrow(db: Db, id: CustomerId): Promise<CustomerRow> {
  const customer = await customerById(db, id)
  assert(customer, `customer ${id} of a session exists`)
  return customer
}

/** Where notices and codes of one's own go: the email address, else the mobile number. */
function ownContact(customer: CustomerRow): Contact {
  if (customer.email) return { kind: 'email', value: customer.email }
  assert(customer.mobile, `customer ${customer.id} has a contact`)
  return { kind: 'mobile', value: customer.mobile, areaCode: callingCodeIn(customer.mobile.slice(1)) ?? '' }
}

const deviceOf = (origin: Origin) => ({ device: origin.userAgent, ip: origin.ip })

const INVITE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const newInviteCode = () => Array.from({ length: 8 }, () => INVITE_LETTERS[randomInt(32)]).join('')
