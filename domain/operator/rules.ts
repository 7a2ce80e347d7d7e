import { type Role, roles } from '../console/roles.ts'

/** What an operator's new password needs at least; beside it there is always a second factor. */
export const MIN_OPERATOR_PASSWORD = 12

/**
 * Roles as they are sent, with commas between, in the order of the list and each once.
 *
 * Returns: undefined for none, and for a word that is no role.
 * @example rolesIn('risk,finance') // ['finance', 'risk']
 */
export function rolesIn(text: string): readonly Role[] | undefined {
  const words = text.split(',')
  return words.every((word) => (roles as readonly string[]).includes(word))
    ? roles.filter((role) => words.includes(role))
    : undefined
}
