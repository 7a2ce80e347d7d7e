import { isSameName } from '#domain/card/rules.ts'
import type { Details } from '#domain/verification/rules.ts'

/** The name that details say. */
export const nameOf = ({ name, firstName, lastName }: Details): string =>
  name ?? [firstName, lastName].filter(Boolean).join(' ')

/** The first of some names that is not the one that details say; `undefined` where all are. */
export function otherName(details: Details, names: readonly string[]): string | undefined {
  const { firstName = '', lastName = '' } = details
  // Some scripts write the last name first, and no space.
  const own = [nameOf(details), lastName + firstName]
  return names.find((name) => !own.some((one) => isSameName(one, name)))
}
