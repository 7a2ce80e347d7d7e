import type { Clock } from '#server/platform/clock.ts'
import { findKey, isKeyFormat, type KeyDeps, noteUse } from '#server/products/apikey/service.ts'
import {
  createSeenSignatures,
  DEFAULT_WINDOW_MS,
  isInTime,
  isSignatureOf,
  MAX_WINDOW_MS,
  rememberedUntil,
} from '../signing.ts'
import type { Authenticate, Refused } from './requests.ts'

/** What a request on a connection is signed as: its parameters in the order of their names. */
export const signedText = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .filter(([name]) => name !== 'signature')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const refused = (code: number, msg: string, status = 400): Refused => ({ refused: { status, code, msg } })
const NO_KEY = refused(-2015, 'Invalid API-key, IP, or permissions for action.', 401)

/**
 * Says whose key signed a request, in the same words as the calls do. A key that may look at the account opens its streams.
 */
export function createAuthenticate(deps: {
  readonly keys: KeyDeps
  readonly clock: Clock
  /** Refuses an address that has had too many keys looked up. */
  readonly beforeLookUp: (ip: string) => Promise<void>
}): Authenticate {
  const { keys, clock } = deps
  const seen = createSeenSignatures()
  // What was signed before this server began could have been served by the one before it.
  const startedAtMs = clock.nowMs()

  return async (params, ip) => {
    const { apiKey = '', signature = '', timestamp = '', recvWindow = String(DEFAULT_WINDOW_MS) } = params
    if (!isKeyFormat(apiKey)) return refused(-2014, 'API-key format invalid.', 401)
    if (!/^\d{13}$/.test(timestamp))
      return refused(-1102, "Mandatory parameter 'timestamp' was not sent, was empty/null, or malformed.")
    const windowMs = Number(recvWindow)
    if (!/^\d{1,5}$/.test(recvWindow) || windowMs > MAX_WINDOW_MS)
      return refused(-1131, `recvWindow must be no more than ${MAX_WINDOW_MS}.`)
    const nowMs = clock.nowMs()
    if (!isInTime(Number(timestamp), windowMs, nowMs) || Number(timestamp) < startedAtMs)
      return refused(-1021, 'Timestamp for this request is outside of the recvWindow.')
    const isTooMany = await deps.beforeLookUp(ip).then(
      () => false,
      () => true,
    )
    if (isTooMany) return refused(-1003, 'Too many requests.', 429)
    const key = await findKey(keys, apiKey)
    if (key?.status !== 'active' || !key.isAllowedFrom(ip) || !key.scopes.includes('read')) return NO_KEY
    if (!isSignatureOf(key.secret(), signedText(params), signature))
      return refused(-1022, 'Signature for this request is not valid.')
    // Whoever has read along is not to open the same stream by the same request.
    const untilMs = rememberedUntil(Number(timestamp))
    if (seen.take(key.id, signature.toLowerCase(), untilMs, nowMs) !== 'first')
      return refused(-1022, 'Signature for this request is not valid: it was used before.')
    await noteUse(keys, key, ip)
    return { access: { customer: key.customer, keyId: key.id } }
  }
}
