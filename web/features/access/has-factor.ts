import type { OutputOf } from '#domain/endpoint.ts'
import type { secondFactor } from '#domain/user/second-factor.ts'

/** Whether an account asks for a second factor: a passkey counts as one. */
export const hasFactor = ({ isOn, passkeys }: OutputOf<typeof secondFactor>): boolean => isOn || passkeys > 0
