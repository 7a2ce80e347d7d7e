import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { notePasskeyUse, type PasskeyRow, passkeyByCredential } from './passkey-store.ts'
import { insertMessage, isMessageGood, takeMessage } from './wallet-sign-in-store.ts'

/** Challenges that passkeys sign, and whose passkey it was. Source: WebAuthn, sections 7.1 and 7.2. */

const CHALLENGE_LIFE_MS = 5 * MINUTE_MS
const CHALLENGE_BYTES = 32
/** Ed25519, ECDSA with P-256, RSA: what authenticators have. */
export const ALGORITHMS = [-8, -7, -257]

interface ProofDeps {
  readonly db: Db
  readonly clock: Clock
  readonly privateData: PrivateData
}

/** What a challenge was given out for. */
export type ChallengeUse =
  /** Whoever signs in, in this browser. */
  | { readonly use: 'sign-in'; readonly device: string | undefined }
  | { readonly use: 'confirm'; readonly customer: CustomerId }
  /** In this session, as long as what guards the account is what it was when its owner was proved. */
  | {
      readonly use: 'add'
      readonly customer: CustomerId
      readonly sessionId: bigint
      readonly changedAtMs: number | null
    }

/** What a passkey of a customer signed; not used up yet. */
export interface PasskeyProof {
  readonly passkey: PasskeyRow
  readonly counter: bigint
  readonly fingerprint: string
}

/**
 * Where passkeys are good: the app's origin, and its host as what browsers call the relying party. That is a name and never
 * an address; who serves the app at home reaches it as `localhost`.
 *
 * Refuses: PASSKEYS_NOT_HERE where customers reach the app at an address.
 */
export function relyingParty(publicUrl: string): { id: string; origin: string } {
  const url = new URL(publicUrl)
  if (/^127\.|^\[::1\]$/.test(url.hostname)) url.hostname = 'localhost'
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw refusal('PASSKEYS_NOT_HERE')
  return { id: url.hostname, origin: url.origin }
}

/** Gives out a challenge. Refuses: PASSKEYS_NOT_HERE. */
export async function giveChallenge(
  deps: ProofDeps & { readonly publicUrl: string },
  db: Db | Tx,
  use: ChallengeUse,
): Promise<{ challenge: string; rpId: string; expiresAtMs: number; timeout: number }> {
  const { id: rpId, origin } = relyingParty(deps.publicUrl)
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const expiresAtMs = deps.clock.nowMs() + CHALLENGE_LIFE_MS
  await insertMessage(db, fingerprintOf(deps, { challenge, origin }, use), expiresAtMs)
  return { challenge, rpId, expiresAtMs, timeout: CHALLENGE_LIFE_MS }
}

/**
 * Finds out whose passkey signed a challenge of ours. The work is the same for a passkey that is nobody's.
 *
 * Refuses: PASSKEY_WRONG, the same for whatever is wrong.
 */
export async function provePasskey(deps: ProofDeps, text: string, use: ChallengeUse): Promise<PasskeyProof> {
  const given = readResponse<AuthenticationResponseJSON>(text)
  const said = given && readClientData(given.response.clientDataJSON)
  if (!given || !said) throw refusal('PASSKEY_WRONG')
  const fingerprint = fingerprintOf(deps, said, use)
  const isOurs = await isMessageGood(deps.db, fingerprint, deps.clock.nowMs())
  const known = await passkeyByCredential(deps.db, given.id)
  const counter = await signedCounter(given, said, known ?? nobodys)
  if (!isOurs || !known || counter === undefined) throw refusal('PASSKEY_WRONG')
  const { userHandle } = given.response
  if (userHandle && userHandle !== userHandleOf(deps, known.customer_id)) throw refusal('PASSKEY_WRONG')
  if (use.use === 'confirm' && known.customer_id !== use.customer) throw refusal('PASSKEY_WRONG')
  return { passkey: known, counter, fingerprint }
}

/** Uses up a challenge and notes the counter, in the transaction of what it allows. Refuses: PASSKEY_WRONG when another was first. */
export async function consumePasskey(tx: Tx, proof: PasskeyProof, nowMs: number): Promise<void> {
  const isFirst = await takeMessage(tx, proof.fingerprint, nowMs)
  if (!isFirst || !(await notePasskeyUse(tx, proof.passkey.id, proof.counter, nowMs)))
    throw refusal('PASSKEY_WRONG')
}

/**
 * Reads a new passkey that answers a challenge of ours. Who made the device is not asked.
 *
 * Refuses: PASSKEY_WRONG.
 */
export async function readNewPasskey(
  deps: ProofDeps,
  text: string,
  use: ChallengeUse & { use: 'add' },
): Promise<{
  fingerprint: string
  made: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>
}> {
  const given = readResponse<RegistrationResponseJSON>(text)
  const said = given && readClientData(given.response.clientDataJSON)
  if (!given || !said) throw refusal('PASSKEY_WRONG')
  const fingerprint = fingerprintOf(deps, said, use)
  if (!(await isMessageGood(deps.db, fingerprint, deps.clock.nowMs()))) throw refusal('PASSKEY_WRONG')
  const { credential } = await verified(given, said)
  const { transports = [] } = credential
  return {
    fingerprint,
    made: {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: BigInt(credential.counter),
      transports: transports
        .filter((one) => /^[a-z-]{1,20}$/.test(one))
        .slice(0, 8)
        .join(','),
    },
  }
}

/** The same for every passkey of a customer, and telling nothing of who that is. */
export const userHandleOf = ({ privateData }: Pick<ProofDeps, 'privateData'>, customer: CustomerId): string =>
  privateData.fingerprint(`passkeys of ${customer}`)

interface Said {
  readonly challenge: string
  readonly origin: string
}

/** The origin is a part of what a challenge was given out for: said of another one, it is not found. */
const fingerprintOf = (
  { privateData }: Pick<ProofDeps, 'privateData'>,
  { challenge, origin }: Said,
  use: ChallengeUse,
): string => {
  const { use: name, ...bound } = use
  const values = Object.entries(bound).map(([key, value]) => [key, value == null ? null : String(value)])
  return privateData.fingerprint(JSON.stringify(['passkey challenge', name, challenge, origin, values]))
}

/** A credential's id as base64url, of 1,023 bytes at most: nothing else is looked up. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/

/** The parts of a browser's answer that are read before anything is verified; undefined for anything else. */
function readResponse<Response extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  text: string,
): Response | undefined {
  const given = parse(text) as Partial<Response> | undefined
  const isWhole =
    typeof given?.id === 'string' &&
    CREDENTIAL_ID.test(given.id) &&
    typeof given.response === 'object' &&
    typeof given.response?.clientDataJSON === 'string'
  return isWhole ? (given as Response) : undefined
}

/** What the browser says it signed for. A page inside another one is refused. */
function readClientData(encoded: string): Said | undefined {
  const said = parse(Buffer.from(encoded, 'base64url').toString()) as
    | (Partial<Said> & { crossOrigin?: unknown })
    | undefined
  if (typeof said?.challenge !== 'string' || typeof said.origin !== 'string') return undefined
  if (said.crossOrigin) return undefined
  return { challenge: said.challenge, origin: said.origin }
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** What is expected of either answer, once the challenge is known to be ours: then the origin that it says is, too. */
function expected({ challenge, origin }: Said) {
  return {
    ...{ expectedChallenge: challenge, expectedOrigin: origin, requireUserVerification: true },
    expectedRPID: URL.canParse(origin) ? new URL(origin).hostname : '',
  }
}

/** The passkey's counter when it signed this; undefined when it did not. */
async function signedCounter(
  response: AuthenticationResponseJSON,
  said: Said,
  { credential_id, public_key, counter }: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>,
): Promise<bigint | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(said),
      response,
      credential: {
        id: credential_id,
        publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
        counter: Number(counter),
      },
    })
    return verified ? BigInt(authenticationInfo.newCounter) : undefined
  } catch {
    // The library throws for each thing that is not as it has to be, and for what cannot be read.
    return undefined
  }
}

/** Refuses: PASSKEY_WRONG. */
async function verified(
  response: RegistrationResponseJSON,
  said: Said,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected(said),
      response,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (verified && registrationInfo) return registrationInfo
  } catch (error) {
    throw refusal('PASSKEY_WRONG', {}, error)
  }
  throw refusal('PASSKEY_WRONG')
}

/** A key whose private half nobody kept: what a signature of an unknown passkey is compared with. COSE, P-256. */
const nobodys = {
  credential_id: 'nobody',
  public_key:
    'pQECAyYgASFYICodzFKe89GqOJGYGAWmxcGyM7uWH6oKeCM7GLBbZ_8UIlggy9QxUoeXd8Gib-adBFSYyac17cIrp6zEj5CN4M5Beiw',
  counter: 0n,
}
