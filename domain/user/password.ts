import { allowed, type Decision, refused } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'

const SIGN_IN = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9]{6,64}$/
const PAY = /^[A-Za-z0-9]{6,64}$/

/**
 * Checks a new sign-in password and its repetition.
 *
 * Refuses: PASSWORD_RULE, PASSWORDS_DIFFER, PASSWORD_TOO_COMMON.
 * Source: specification section 5: at least 6 characters, digits and letters, no special characters.
 */
export function checkPassword(password: string, repeated: string): Decision<object> {
  if (!SIGN_IN.test(password)) return refused('PASSWORD_RULE')
  if (password !== repeated) return refused('PASSWORDS_DIFFER')
  return isCommonPassword(password) ? refused('PASSWORD_TOO_COMMON') : allowed({})
}

/** Checks a new pay password: at least 6, digits alone are allowed. Refuses: PAY_PASSWORD_RULE, PASSWORDS_DIFFER. */
export function checkPayPassword(password: string, repeated: string): Decision<object> {
  if (!PAY.test(password)) return refused('PAY_PASSWORD_RULE')
  return password === repeated ? allowed({}) : refused('PASSWORDS_DIFFER')
}
