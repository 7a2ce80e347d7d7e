import { generateSecret, generateURI, verifySync } from 'otplib'
import { SECOND_MS } from '#domain/time.ts'

/** The codes of authenticator apps (RFC 6238), of customers and of operators. */

const PERIOD_SECONDS = 30

/** A new secret, which the app and the server have alone. */
export const newTotpSecret = (): string => generateSecret()

/** A secret as an app scans it. */
export const totpUri = (label: string, secret: string): string =>
  generateURI({ issuer: 'Plumb', label, secret })

/** Which 30 seconds a code belongs to, one step of grace either way; `undefined` for a wrong one. */
export function totpStep(secret: string, code: string, nowMs: number): bigint | undefined {
  const checked = verifySync({
    ...{ secret, token: code },
    epoch: Math.floor(nowMs / SECOND_MS),
    epochTolerance: PERIOD_SECONDS,
  })
  return checked.valid && 'timeStep' in checked ? BigInt(checked.timeStep) : undefined
}
