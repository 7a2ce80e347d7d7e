import { isCommonPassword } from './common-passwords.ts'

/** What is wrong with a new sign-in password, as the refusal to answer. */
export type PasswordFault = 'PASSWORD_RULE' | 'PASSWORD_TOO_COMMON' | 'PASSWORDS_DIFFER'

const SIGN_IN = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9]{6,64}$/
const PAY = /^[A-Za-z0-9]{6,64}$/

/**
 * Checks a new sign-in password and its repetition.
 *
 * Source: specification section 5: at least 6 characters, digits and letters, no special characters.
 */
export function passwordFault(password: string, repeated: string): PasswordFault | undefined {
  if (!SIGN_IN.test(password)) return 'PASSWORD_RULE'
  if (password !== repeated) return 'PASSWORDS_DIFFER'
  return isCommonPassword(password) ? 'PASSWORD_TOO_COMMON' : undefined
}

/** Checks a new pay password: at least 6, digits alone are allowed. */
export function payPasswordFault(
  password: string,
  repeated: string,
): 'PAY_PASSWORD_RULE' | 'PASSWORDS_DIFFER' | undefined {
  if (!PAY.test(password)) return 'PAY_PASSWORD_RULE'
  return password === repeated ? undefined : 'PASSWORDS_DIFFER'
}
