import { randomInt } from 'node:crypto'
import type { Residence } from '#domain/eligibility/countries.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import { CLEARED_TEXT } from '#domain/fields.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { type Contact, maskContact } from '#domain/user/contact.ts'
import type { ProfileView } from '#domain/user/contract.ts'
import { readNickname, readSignature } from '#domain/user/names.ts'
import { checkPassword } from '#domain/user/password.ts'
import { ownPurposes, type Purpose } from '#domain/user/purposes.ts'
import type { Tier } from '#domain/user/tiers.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { isAllowed } from '#server/platform/is-allowed.ts'
import { queueMessage } from '#server/platform/outbox.ts'
import { attachPortrait, releasePortrait } from '#server/platform/uploads/store.ts'
import { beginSession } from './begin-session.ts'
import { CODE_LIFE_MS, CODE_WAIT_MS, consumeCode, issueCode, requesterOf } from './codes.ts'
import { requireMayRegister } from './countries.ts'
import {
  contactOf,
  deviceOf,
  getOrThrow,
  type Origin,
  type TypedContact,
  type UserDeps,
  verifyCode,
} from './deps.ts'
import { codeEmail, noAccountEmail } from './mails.ts'
import { isKnownNetwork } from './new-device.ts'
import { messageTo, requireContact } from './notices.ts'
import { factorAtSignIn } from './second-factor.ts'
import {
  customerByContact,
  customerByInviteCode,
  insertCustomer,
  lockCustomer,
  updateCustomer,
} from './store.ts'

/**
 * Sends a code. The answer and the work are the same whether or not the contact has an account.
 *
 * Refuses: SESSION_EXPIRED for a purpose of one's own without a session; CONTACT_INVALID; CONTACT_UNSET;
 * TOO_MANY_REQUESTS within 60 s of the last code, past the day's number, or past the hour's messages; CODE_WORK_NEEDED, with a
 * challenge, of a number that the caller has not proved to be theirs.
 */
export async function sendCode(
  deps: UserDeps,
  input: {
    contact?: string | undefined
    areaCode?: string | undefined
    kind?: Contact['kind'] | undefined
    purpose: Purpose
    work?: string | undefined
  },
  signedInCustomer: Customer | undefined,
  origin: Origin,
): Promise<{ contact: string; expiresInSeconds: number; waitSeconds: number }> {
  const { purpose } = input
  const isOwn = (ownPurposes as readonly Purpose[]).includes(purpose)
  if (isOwn && !signedInCustomer) throw refusal('SESSION_EXPIRED')
  const toOwn = isOwn && purpose !== 'email' && purpose !== 'mobile'
  const contact = toOwn
    ? requireContact(await getOrThrow(deps.db, signedInCustomer!.id))
    : contactOf({ ...input, contact: input.contact ?? '' })
  if (purpose === 'email' || purpose === 'mobile') {
    if (contact.kind !== purpose) throw refusal('CONTACT_INVALID')
  }
  // Before anything is sent to a number that cannot be registered.
  if (purpose === 'register') await requireMayRegister(deps.db, residenceBy(contact))

  const nowMs = deps.clock.nowMs()
  await deps.db.transaction().execute(async (tx) => {
    const requester = requesterOf(purpose, signedInCustomer?.id, origin.ip)
    const isKnown = async () => toOwn || isKnownNetwork(tx, contact, origin.ip)
    const code = await issueCode(tx, { contact, purpose, requester }, nowMs, isKnown)
    const customer = await customerByContact(tx, contact)
    // After the code's own limits, so that only what is sent is counted.
    if (toOwn) await deps.budget.takeForCustomer(contact)
    const isSent = toOwn || (await takeMessage(deps, tx, { ...input, contact }, customer !== undefined))
    const email =
      !customer && (purpose === 'forget' || purpose === 'login' || purpose === 'recover')
        ? noAccountEmail(origin.lang, purpose)
        : codeEmail(origin.lang, purpose, code)
    // The phrase of whose address it is, whoever asks: it is read by nobody else, and the caller is told nothing of it.
    const message = messageTo(contact.value, email, customer?.id)
    await queueMessage(tx, { ...message, untilMs: nowMs + CODE_LIFE_MS, isWithheld: !isSent }, nowMs)
  })
  return {
    contact: maskContact(contact.value),
    expiresInSeconds: CODE_LIFE_MS / 1_000,
    waitSeconds: CODE_WAIT_MS / 1_000,
  }
}

/**
 * Takes the message of a code to a contact that the caller has not proved to be theirs from the hour's: a free one, or with work
 * one of those. Who has forgotten something or signs in is told nothing more of it, as a refusal could tell whether there is an
 * account: past the messages for work a customer's comes from the customers', and nobody's is counted in the same way and not
 * sent; nor is nobody's in a country where nobody may register.
 *
 * Refuses: CODE_WORK_NEEDED past the free ones, and with work that is not right; TOO_MANY_REQUESTS past those for work, of
 * who registers or has a new contact. Returns: whether the message is to be sent.
 */
async function takeMessage(
  { budget, work }: UserDeps,
  tx: Tx,
  asked: { contact: Contact; purpose: Purpose; work?: string | undefined },
  isCustomer: boolean,
): Promise<boolean> {
  const { contact, purpose } = asked
  if (contact.kind === 'email') return true
  const isFree = asked.work === undefined && (await isAllowed(budget.takeForStranger(contact)))
  const isWorkedFor = asked.work !== undefined && (await work.take(contact, asked.work))
  if (!isFree && !isWorkedFor) {
    budget.challenged()
    throw refusal('CODE_WORK_NEEDED', { work: work.challengeFor(contact) })
  }
  const isTold = purpose === 'register' || purpose === 'mobile'
  if (isTold && isWorkedFor) await budget.takeForWork(contact)
  if (isTold) return true
  const isOpen = await isAllowed(requireMayRegister(tx, residenceBy(contact)))
  const isLeft =
    isFree || (await isAllowed(budget.takeForWork(contact))) || (await budget.takeBeyond(contact, isCustomer))
  return isLeft && (isCustomer || isOpen)
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

/**
 * Opens an account and signs in.
 *
 * Refuses: CONTACT_INVALID, the password's own refusals, INVITE_CODE_UNKNOWN, CODE_WRONG, COUNTRY_NOT_OFFERED, and only to who has
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
  const invitedBy = await inviterOf(deps.db, input.inviteCode)
  const nowMs = deps.clock.nowMs()
  const right = await verifyCode(deps, contact, 'register', input.code, origin)
  const passwordHash = await deps.hasher.hash(input.password)

  const token = await deps.db.transaction().execute(async (tx) => {
    await requireMayRegister(tx, residenceBy(contact))
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
  await deps.budget.used(contact)
  return token
}

/** What a contact alone says of where somebody lives. */
const residenceBy = ({ kind, value }: Contact): Residence => ({
  country: null,
  mobile: kind === 'mobile' ? value : null,
})

/** Whose invite code this is; undefined without one. Refuses: INVITE_CODE_UNKNOWN. */
export async function inviterOf(db: Db, code: string | undefined): Promise<CustomerId | undefined> {
  if (!code) return undefined
  const inviter = await customerByInviteCode(db, code.toUpperCase())
  if (inviter === undefined) throw refusal('INVITE_CODE_UNKNOWN')
  return inviter
}

/**
 * Signs in with a password and, on a device where it was not given yet, the second factor.
 *
 * Refuses: TOO_MANY_REQUESTS after too many attempts; LOGIN_FAILED, the same after the same work for a
 * wrong password and for a contact nobody has; after a right password what `requireSecondFactor` refuses, ACCOUNT_FROZEN.
 */
export async function login(
  deps: UserDeps,
  input: TypedContact & { password: string; factorCode?: string | undefined; device?: string | undefined },
  origin: Origin,
): Promise<string> {
  const contact = contactOf(input)
  await deps.limits.attempt(contact.value, origin.ip, () => isKnownNetwork(deps.db, contact, origin.ip))
  const customer = await customerByContact(deps.db, contact)
  const isRight = await deps.hasher.verify(customer?.password_hash, input.password)
  if (!isRight || !customer) throw refusal('LOGIN_FAILED')
  const factor = await factorAtSignIn(deps, customer.id, input)

  const token = await deps.db.transaction().execute(async (tx) => {
    const now = await lockCustomer(tx, customer.id, 'to read')
    const guards = ['password_hash', 'security_changed_at'] as const
    if (guards.some((guard) => now[guard] !== customer[guard])) throw refusal('LOGIN_FAILED')
    return beginSession(tx, deps, now, { factor, password: true, device: input.device }, origin)
  })
  await deps.limits.succeeded(contact.value, origin.ip)
  return token
}

/** Ends the current session; its device stays known. */
export async function signOut(deps: UserDeps, { id, sessionId }: Customer): Promise<void> {
  deps.sessions.announce(await deps.sessions.end(deps.db, id, { only: sessionId, isSignOut: true }))
}

/** Ends one session, or without it all others; their devices are forgotten. Returns how many ended. */
export async function endSessions(
  deps: UserDeps,
  { id, sessionId }: Customer,
  only: bigint | undefined,
): Promise<number> {
  const revocation = await deps.db.transaction().execute(async (tx) => {
    // A sign-in at the same time comes before, and ends with all others, or after, and finds the device forgotten.
    await lockCustomer(tx, id, 'to change')
    const which = only === undefined ? { except: sessionId } : { only, by: sessionId }
    return deps.sessions.end(tx, id, which)
  })
  deps.sessions.announce(revocation)
  return revocation.sessionIds.length
}

/** The signed-in customer as pages show them. */
export async function profile(
  { db, creditScore }: Pick<UserDeps, 'db' | 'creditScore'>,
  id: CustomerId,
): Promise<ProfileView> {
  const [customer, score] = await Promise.all([getOrThrow(db, id), creditScore(id)])
  return {
    uid: String(customer.id),
    nickname: customer.nickname,
    signature: customer.signature,
    portrait: customer.portrait,
    email: customer.email && maskContact(customer.email),
    mobile: customer.mobile && maskContact(customer.mobile),
    hasPassword: customer.password_hash !== null,
    hasPayPassword: customer.pay_password_hash !== null,
    verification: customer.tier,
    creditScore: score,
    inviteCode: customer.invite_code,
    accountType: 0,
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

/**
 * Shows an uploaded image as portrait; `-` shows none. The image that was the portrait is removed, unless something else
 * keeps it.
 *
 * Refuses: PORTRAIT_UNKNOWN.
 */
export async function setPortrait(tx: Tx, id: CustomerId, portrait: string): Promise<void> {
  const { portrait: former } = await lockCustomer(tx, id, 'to change')
  if (portrait === former) return
  const isCleared = portrait === CLEARED_TEXT
  if (!isCleared && !(await attachPortrait(tx, id, portrait))) throw refusal('PORTRAIT_UNKNOWN')
  await updateCustomer(tx, id, { portrait: isCleared ? null : portrait })
  if (former !== null) await releasePortrait(tx, former)
}

export interface CustomerToCreate {
  readonly email?: string
  readonly mobile?: string
  readonly password: string
  readonly payPassword?: string
  readonly nickname?: string
  readonly language?: Language
  readonly isDemo?: boolean
  readonly tier?: Tier
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
      ...(customer.tier && { tier: customer.tier }),
    },
    deps.clock.nowMs(),
  )
}

/** Adds a customer with an invite code of their own. Refuses: CONTACT_TAKEN. */
export async function addCustomer(
  tx: Tx,
  customer: Omit<Parameters<typeof insertCustomer>[1], 'inviteCode'>,
  nowMs: number,
): Promise<CustomerId> {
  const id = await insertCustomer(tx, { ...customer, inviteCode: newInviteCode() }, nowMs)
  if (id === undefined) throw refusal('CONTACT_TAKEN')
  return id
}

const INVITE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const newInviteCode = () => Array.from({ length: 8 }, () => INVITE_LETTERS[randomInt(32)]).join('')
