import type { ApiError } from '#web/app/api-error.ts'

/** What the parts of a form need of its call: what it refused, and how to take that back while typing. */
export interface FormMutation {
  readonly error: ApiError | null
  reset(): void
}

/** Which refusals belong at which field of a form; all others are said above its button. */
const places = {
  contact: ['CONTACT_INVALID', 'CONTACT_TAKEN', 'CONTACT_IN_USE'],
  code: ['CODE_WRONG'],
  factorCode: ['SECOND_FACTOR_WRONG', 'PASSKEY_WRONG'],
  password: ['PASSWORD_RULE', 'PASSWORD_TOO_COMMON', 'PAY_PASSWORD_RULE', 'PAY_PASSWORD_SAME'],
  oldPassword: ['PASSWORD_WRONG', 'PAY_PASSWORD_WRONG', 'PAY_PASSWORD_LOCKED'],
  repeated: ['PASSWORDS_DIFFER'],
  idNumber: ['RECOVERY_ID_WRONG', 'RECOVERY_ID_NEEDED'],
  inviteCode: ['INVITE_CODE_UNKNOWN'],
  addresses: ['APIKEY_ADDRESS_INVALID', 'APIKEY_ADDRESSES_TOO_MANY'],
} as const satisfies Record<string, readonly string[]>

export type ErrorPlace = keyof typeof places

/** What a refusal says, if it belongs at this field. */
export const fieldError = (error: ApiError | null, place: ErrorPlace): string | undefined =>
  error && (places[place] as readonly string[]).includes(error.code) ? error.message : undefined

const placed: readonly string[] = Object.values(places).flatMap((codes) => [...codes])

/** What a refusal says, if it belongs at none of the fields. */
export const formError = (error: ApiError | null): string | undefined =>
  error && !placed.includes(error.code) ? error.message : undefined
