import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { type ChallengeUse, consumePasskey, type PasskeyProof, provePasskey } from './passkey-proof.ts'
import { passkeysOf } from './passkey-store.ts'
import {
  clearFailures,
  consumeRecoveryCode,
  consumeStep,
  factorOf,
  hasRecoveryCode,
  isTrusted,
  spendTry,
  trustDevice,
} from './second-factor-store.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

/** How long a device on which the second factor was given is not asked again. */
export const TRUST_MS = 30 * DAY_MS

/** What checking a second factor needs. */
export interface FactorDeps {
  readonly db: Db
  readonly clock: Clock
  readonly privateData: PrivateData
}

/** A right code of a second factor, or what a passkey signed, not used up yet. */
export type RightFactor = { readonly customer: CustomerId } & (
  | { readonly sealed: string; readonly step: bigint }
  | { readonly recoveryHash: string }
  | { readonly proof: PasskeyProof }
)

/** Whether a customer is asked for a second factor: the authenticator, or a passkey. */
export const hasSecondFactor = async (db: Db | Tx, customer: CustomerId): Promise<boolean> =>
  (await factorOf(db, customer))?.isOn === true || (await passkeysOf(db, customer)).length > 0

/**
 * Checks the second factor of a customer who has set one; `undefined` for who has none. Either one serves: a code of the
 * authenticator, or what a passkey signed, which begins as JSON does. What it allows uses the code up
 * with `consumeSecondFactor`, in its own transaction.
 *
 * Runs outside the caller's transaction: a rollback must not restore the try.
 *
 * Refuses: without one SECOND_FACTOR_NEEDED, or PASSKEY_NEEDED where there is no authenticator; SECOND_FACTOR_WRONG, the same
 * for a wrong and a used one; TOO_MANY_REQUESTS after five wrong ones in a row, with a wait that doubles from a minute to a
 * day; PASSKEY_WRONG.
 */
export async function requireSecondFactor(
  deps: FactorDeps,
  customer: CustomerId,
  code: string | undefined,
  use: ChallengeUse = { use: 'confirm', customer },
): Promise<RightFactor | undefined> {
  if (!(await hasSecondFactor(deps.db, customer))) return undefined
  const takesCodes = (await factorOf(deps.db, customer))?.isOn === true
  if (code === undefined) throw refusal(takesCodes ? 'SECOND_FACTOR_NEEDED' : 'PASSKEY_NEEDED')
  if (code.startsWith('{')) {
    const proof = await provePasskey(deps, code, use)
    if (proof.passkey.customer_id !== customer) throw refusal('PASSKEY_WRONG')
    return { customer, proof }
  }
  if (!takesCodes) throw refusal('PASSKEY_NEEDED')
  return tryFactor(deps, customer, code)
}

/**
 * Uses up a right code in the transaction of what it allows; nothing where there was none.
 *
 * Refuses: SECOND_FACTOR_WRONG or PASSKEY_WRONG when somebody else used it first.
 */
export async function consumeSecondFactor(
  tx: Tx,
  right: RightFactor | undefined,
  nowMs: number,
): Promise<void> {
  if (!right) return
  if ('proof' in right) return consumePasskey(tx, right.proof, nowMs)
  const isUsed =
    'step' in right
      ? await consumeStep(tx, right.customer, right)
      : await consumeRecoveryCode(tx, right.customer, right.recoveryHash, nowMs)
  if (!isUsed) throw refusal('SECOND_FACTOR_WRONG')
}

/**
 * Takes back the tries of a right code that what it was for did not use up: without it, refusals of something else would
 * count as wrong codes. Nothing where the code was used meanwhile, or where there was none.
 */
export async function forgiveTries(db: Db, right: RightFactor | undefined): Promise<void> {
  // A passkey is not guessed, so its tries are not counted.
  if (!right || 'proof' in right) return
  if ('step' in right) await clearFailures(db, right.customer, right)
  else if (await hasRecoveryCode(db, right.customer, right.recoveryHash))
    await clearFailures(db, right.customer)
}

/** Checks a code also of an authenticator that is not confirmed yet. Refuses: as `requireSecondFactor`. */
export async function tryFactor(deps: FactorDeps, customer: CustomerId, given: string): Promise<RightFactor> {
  const { db, privateData } = deps
  const nowMs = deps.clock.nowMs()
  const code = given.replace(/\s/g, '')
  if (!(await spendTry(db, customer, nowMs))) {
    const blockedUntilMs = (await factorOf(db, customer))?.blockedUntilMs ?? 0
    const seconds = Math.max(1, Math.ceil((blockedUntilMs - nowMs) / SECOND_MS))
    throw refusal('TOO_MANY_REQUESTS', { seconds })
  }
  // Read after the try was spent, so that a secret replaced meanwhile is not the one compared.
  const factor = await factorOf(db, customer)
  if (!factor) throw refusal('SECOND_FACTOR_WRONG')
  if (/^\d{6}$/.test(code)) {
    const step = totpStep(openSecret(privateData, customer, factor.sealed), code, nowMs)
    if (step !== undefined) return { customer, sealed: factor.sealed, step }
  } else {
    const recoveryHash = hashRecoveryCode(privateData, customer, code)
    if (factor.isOn && (await hasRecoveryCode(db, customer, recoveryHash))) return { customer, recoveryHash }
  }
  throw refusal('SECOND_FACTOR_WRONG')
}

/**
 * Checks the second factor at sign-in, after the password: not on a device where it was given within 30 days and since
 * the account's guards last changed.
 */
export async function factorAtSignIn(
  deps: FactorDeps,
  customer: CustomerId,
  { factorCode, device }: { factorCode?: string | undefined; device?: string | undefined },
): Promise<RightFactor | undefined> {
  if (device !== undefined) {
    const sinceMs = deps.clock.nowMs() - TRUST_MS
    if (await isTrusted(deps.db, customer, hashDevice(deps.privateData, device), sinceMs)) return undefined
  }
  return requireSecondFactor(deps, customer, factorCode, { use: 'sign-in', device })
}

/** Remembers the device on which a second factor was given, in the transaction that used the code up. */
export async function rememberDevice(
  tx: Tx,
  deps: FactorDeps,
  right: RightFactor | undefined,
  device: string | undefined,
): Promise<void> {
  if (!right || device === undefined) return
  await trustDevice(tx, right.customer, hashDevice(deps.privateData, device), deps.clock.nowMs())
}

/** The device of a sign-in as it is kept, where it says one. */
export const hashGiven = ({ privateData }: Pick<FactorDeps, 'privateData'>, device: string | undefined) =>
  device === undefined ? undefined : hashDevice(privateData, device)

/** A new secret for an authenticator app: to be shown once, to be scanned, and as it is kept. */
export function newSecret({ sealer }: PrivateData, customer: CustomerId) {
  const secret = newTotpSecret()
  return {
    setupKey: secret,
    uri: totpUri(String(customer), secret),
    sealed: sealer.seal(Buffer.from(secret), boundTo(customer)).toString('base64'),
  }
}

const openSecret = ({ sealer }: PrivateData, customer: CustomerId, sealed: string): string =>
  sealer.unseal(Buffer.from(sealed, 'base64'), boundTo(customer)).toString()

/** A recovery code as it is kept. */
export const hashRecoveryCode = ({ fingerprint }: PrivateData, customer: CustomerId, code: string): string =>
  fingerprint(`recovery code of ${customer}: ${code.replace(/[\s-]/g, '').toLowerCase()}`)

const hashDevice = ({ fingerprint }: PrivateData, device: string): string => fingerprint(`device ${device}`)

const boundTo = (customer: CustomerId): string => `customer ${customer}, second factor`
