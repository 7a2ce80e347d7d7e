import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, plainText, text } from '../fields.ts'
import { wholeListOf } from '../list.ts'
import { freezeEndpoints } from './freeze.ts'
import { railEndpoints } from './guard-rails.ts'
import { mailPhraseEndpoints } from './mail-phrase.ts'
import { ownerProofEndpoints } from './owner-proof.ts'
import { passkeyEndpoints } from './passkey.ts'
import { purposes } from './purposes.ts'
import { recoveryEndpoints } from './recovery.ts'
import { deviceKey, factorCode, secondFactorEndpoints } from './second-factor.ts'
import { tiers } from './tiers.ts'
import { signedMessage, walletSignInEndpoints } from './wallet-sign-in.ts'

/**
 * Accounts and sign-in.
 *
 * A contact is an email address or a mobile number; on the wire `user_string`. A mobile number is
 * written with its country in front (`+34…`), or without and the country in `area_code` (86 when absent).
 */

const contact = text(120)
const areaCode = z.optional(z.string().check(z.regex(/^\+?\d{1,4}$/, 'a country’s calling code')))
const contactKind = z.optional(z.enum(['email', 'mobile']))
/** The kind of contact, or a purpose, as `readPurpose` understands it. */
const kindOrPurpose = z.optional(z.enum(purposes))
/** Without it, see `readPurpose`. */
const purpose = z.optional(z.enum(purposes))
const code = z.string().check(z.regex(/^\d{6}$/, 'six digits'))
/** The challenge that `CODE_WORK_NEEDED` came with, a dot and its solution: see `solveWork`. */
const work = z.optional(z.string().check(z.regex(/^[\w.-]{1,250}$/, 'a challenge with its solution')))
/** What was typed, to the last space; the rule is `validatePassword`'s to say. */
const password = z.string().check(z.minLength(1), z.maxLength(128))
const inviteCode = z.optional(plainText(20))

const contactOnWire = { contact: 'user_string', areaCode: 'area_code', kind: 'type' } as const
const newPasswordOnWire = { repeated: 're_password' } as const

/** The second factor, and the key of the device, which is not asked for it again for a while. */
const atNewDevice = { factorCode: z.optional(factorCode), device: deviceKey }
const loginOnWire = { ...contactOnWire, factorCode: 'totp' } as const

/** A sign-in token. It is the whole payload, so that `message` is the token, as the specification has it. */
const token = z.string()
const done = z.object({ done: z.literal(true) })

const codeSent = z.object({
  /** The contact as it was understood, partly hidden. */
  contact: z.string(),
  expiresInSeconds: z.number(),
  /** How long until the next one may be asked for. */
  waitSeconds: z.number(),
})

export const sendCode = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/sms_mail',
  access: 'public',
  rate: 'code',
  summary:
    'Send a code to an email address or mobile; the answer is the same whether or not it has an account',
  input: {
    /** Not needed for `password`, `pay-password`, `withdraw` and `unfreeze`: those go to the contact the account has. */
    contact: z.optional(contact),
    areaCode,
    kind: kindOrPurpose,
    purpose,
    work,
  },
  wire: { ...contactOnWire, purpose: 'scene' },
  output: codeSent,
})

export const sendMobileCode = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/sms_send',
  access: 'public',
  rate: 'code',
  summary: 'Send a code to a mobile number',
  input: { contact, areaCode, purpose, work },
  wire: { contact: 'mobile', areaCode: 'area_code', purpose: 'scene' },
  output: codeSent,
})

export const checkCode = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/user/check_email',
  access: 'public',
  rate: 'sign-in',
  summary: 'Whether a code is right, before the next step asks for a password; it stays usable',
  input: { contact, areaCode, kind: kindOrPurpose, code, purpose },
  wire: { ...contactOnWire, purpose: 'scene' },
  output: done,
})

export const register = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/user/register',
  access: 'public',
  rate: 'sign-in',
  summary: 'Open an account; signed in at once',
  input: { contact, areaCode, kind: contactKind, code, password, repeated: password, inviteCode },
  wire: { ...contactOnWire, ...newPasswordOnWire, inviteCode: 'extension_code' },
  output: token,
})

export const login = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/user/login',
  access: 'public',
  rate: 'sign-in',
  summary: 'Sign in with a password',
  input: {
    contact,
    areaCode,
    password,
    ...atNewDevice,
    /** Changes nothing: who signs in has an account, and an inviter is recorded when one is opened, then or never. */
    inviteCode,
  },
  wire: { ...loginOnWire, inviteCode: 'extension_code' },
  output: token,
})

export const loginEitherWay = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/user/dologin',
  access: 'public',
  rate: 'sign-in',
  summary: 'Sign in with a password, or with a message that a linked wallet signed',
  input: {
    contact: z.optional(contact),
    areaCode,
    password: z.optional(password),
    address: z.optional(signedMessage.address),
    message: z.optional(signedMessage.message),
    signature: z.optional(signedMessage.signature),
    ...atNewDevice,
  },
  wire: loginOnWire,
  output: token,
})

export const forgottenPassword = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/user/forget',
  access: 'public',
  rate: 'sign-in',
  summary: 'Set a new password with a code; every session ends',
  input: { contact, areaCode, kind: contactKind, code, password, repeated: password },
  wire: { ...contactOnWire, ...newPasswordOnWire },
  output: done,
})

export const logout = endpoint({
  area: 'auth',
  method: 'GET',
  path: '/user/logout',
  access: 'user',
  summary: 'End this session',
  output: done,
})

export const changePassword = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/safe/update_password',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'Change the sign-in password with the old one or a code, and the second factor where one is set; every session ends, a new one is answered',
  input: {
    oldPassword: z.optional(password),
    password,
    repeated: password,
    code: z.optional(code),
    factorCode: z.optional(factorCode),
  },
  wire: { ...newPasswordOnWire, oldPassword: 'old_password', factorCode: 'totp' },
  output: token,
})

export const bindMobile = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/safe/mobile',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'Set or change the mobile number: a code sent to it (scene `mobile`), the sign-in password and, where one is set, the second factor',
  input: {
    mobile: contact,
    areaCode,
    code,
    password: z.optional(password),
    factorCode: z.optional(factorCode),
  },
  wire: { areaCode: 'area_code', factorCode: 'totp' },
  output: done,
})

export const bindEmail = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/safe/email',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'Set or change the email address: a code sent to it (scene `email`), the sign-in password and, where one is set, the second factor',
  input: { email: contact, code, password: z.optional(password), factorCode: z.optional(factorCode) },
  wire: { factorCode: 'totp' },
  output: done,
})

export const setPayPassword = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/safe/pay_password',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'Set the pay password with the sign-in password, or change it with the old one or a code; with the second factor where one is set',
  input: {
    payPassword: password,
    repeated: password,
    /** The one for signing in, where there is no pay password yet. */
    password: z.optional(password),
    /** The pay password so far. */
    oldPassword: z.optional(password),
    code: z.optional(code),
    factorCode: z.optional(factorCode),
  },
  wire: {
    ...{ payPassword: 'pay_password', repeated: 're_pay_password' },
    ...{ oldPassword: 'old_password', factorCode: 'totp' },
  },
  output: done,
})

export const profileView = z.object({
  /** The customer's number; pages show it, and it grants nothing. */
  uid: z.string(),
  nickname: z.nullable(z.string()),
  signature: z.nullable(z.string()),
  /** An upload's id, to be viewed with `/upload/view`. */
  portrait: z.nullable(z.string()),
  /** Partly hidden. */
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  /** Who came by wallet has none, until they set one. */
  hasPassword: z.boolean(),
  hasPayPassword: z.boolean(),
  verification: z.enum(tiers),
  /** What loans make of how earlier ones were repaid. */
  creditScore: z.number(),
  inviteCode: z.string(),
  /** 0: a real account. 1 is for practice. Source: rulings, section 1. */
  accountType: z.literal(0),
  /** Balances are play money. */
  isDemo: z.boolean(),
  createdAtMs: z.number(),
})
export type ProfileView = z.output<typeof profileView>
const profileOnWire = {
  portrait: 'head_portrait',
  accountType: 'account_type',
  inviteCode: 'extension_code',
} as const

export const profile = endpoint({
  area: 'user',
  method: 'GET',
  path: '/user/info',
  access: 'user',
  summary: 'The signed-in customer',
  wire: profileOnWire,
  output: profileView,
})

export const editProfile = endpoint({
  area: 'user',
  method: 'POST',
  path: '/user/editNickname',
  access: 'user',
  rate: 'write',
  summary: 'Change the nickname (2 to 10 characters) or the signature (2 to 30); - clears one',
  input: { nickname: z.optional(text(120)), signature: z.optional(text(240)) },
  wire: profileOnWire,
  output: profileView,
})

export const setPortrait = endpoint({
  area: 'user',
  method: 'POST',
  path: '/user/uploadHeadPortrait',
  access: 'user',
  rate: 'write',
  summary: 'Show an uploaded image as portrait, or with - none',
  input: { portrait: plainText(40) },
  wire: profileOnWire,
  output: profileView,
})

export const invite = endpoint({
  area: 'auth',
  method: 'GET',
  path: '/user/invite',
  access: 'user',
  summary: 'The customer’s invite code and link',
  output: z.object({ code: z.string(), link: z.string(), invited: z.number() }),
  wire: { code: 'extension_code' },
})

export const sessionView = z.object({
  id: z.string(),
  /** What the browser said of itself. */
  device: z.string(),
  ip: z.string(),
  createdAtMs: z.number(),
  lastSeenAtMs: z.number(),
  isThisOne: z.boolean(),
})
export type SessionView = z.output<typeof sessionView>

export const sessions = endpoint({
  area: 'user',
  method: 'GET',
  path: '/user/sessions',
  access: 'user',
  summary: 'Where the customer is signed in',
  output: wholeListOf(sessionView),
})

export const revokeSession = endpoint({
  area: 'user',
  method: 'POST',
  path: '/user/sessions/revoke',
  access: 'user',
  rate: 'write',
  summary: 'End one session by its id, or without an id all others',
  input: { id: z.optional(id) },
  output: z.object({ revoked: z.number() }),
})

export const userEndpoints = [
  sendCode,
  sendMobileCode,
  checkCode,
  register,
  login,
  loginEitherWay,
  forgottenPassword,
  logout,
  changePassword,
  bindMobile,
  bindEmail,
  setPayPassword,
  profile,
  editProfile,
  setPortrait,
  invite,
  sessions,
  revokeSession,
  ...secondFactorEndpoints,
  ...mailPhraseEndpoints,
  ...freezeEndpoints,
  ...recoveryEndpoints,
  ...railEndpoints,
  ...walletSignInEndpoints,
  ...passkeyEndpoints,
  ...ownerProofEndpoints,
] as const
