/**
 * The parts of the password rule, so that each can be ticked off while typing. The server decides, and
 * also refuses the most common passwords.
 *
 * Source: specification section 5.
 */
export const passwordParts = ['length', 'letter', 'digit', 'plain'] as const
export type PasswordPart = (typeof passwordParts)[number]

const tests: Record<PasswordPart, RegExp> = {
  length: /^.{6,64}$/s,
  letter: /[A-Za-z]/,
  digit: /\d/,
  plain: /^[A-Za-z0-9]+$/,
}

/** Whether a password keeps one part of the rule. */
export const keeps = (password: string, part: PasswordPart): boolean => tests[part].test(password)
