import type { useNewPassword } from './new-password.tsx'
import { keeps, passwordParts } from './password-rule.ts'
import { CODE_LENGTH } from './use-code.ts'
import type { useCodeStep } from './use-code-step.ts'

/** What is still missing in a form with a contact, a code and a new password, in the order of its fields. */
export function missingIn(
  { contact, codes, code }: Pick<ReturnType<typeof useCodeStep>, 'contact' | 'codes' | 'code'>,
  { password, repeated, isReady }: ReturnType<typeof useNewPassword>,
): 'contact' | 'send_code' | 'code' | 'password' | 'repeat' | undefined {
  if (contact.contact === '') return 'contact'
  if (codes.sentTo === undefined && code === '') return 'send_code'
  if (code.length < CODE_LENGTH) return 'code'
  if (!passwordParts.every((part) => keeps(password, part))) return 'password'
  if (password !== repeated) return 'repeat'
  // What is left is a password that too many others have.
  return isReady ? undefined : 'password'
}
