/**
 * The purpose of a code. A code is valid only for the purpose it was sent for.
 *
 * Anyone may ask for the first four; the others need a signed-in customer and, where they prove the
 * customer rather than a new contact, go to the contact the account already has.
 *
 * Source: rulings, section 1, which name `login` and `withdraw` among the scenes. A code is sent and checked for both, and no
 * call asks for one: the specification signs in with a password, and a withdrawal takes the pay password and the second
 * factor, beside which a code to the same contact would prove nothing more.
 */
export const publicPurposes = ['register', 'forget', 'login', 'recover'] as const
export const ownPurposes = ['password', 'pay-password', 'withdraw', 'unfreeze', 'email', 'mobile'] as const
export const purposes = [...publicPurposes, ...ownPurposes] as const

export type Purpose = (typeof purposes)[number]

/**
 * The purpose of a code that a call asks for: the one it names, in `scene` or as a word of `type`; else who is
 * signed in proves a new contact, and who is not registers. `email` and `mobile` in a visitor's `type` say what
 * kind of contact is meant and nothing more.
 *
 * Source: rulings, section 1.
 */
export function readPurpose(
  { purpose, kind }: { purpose?: Purpose | undefined; kind?: Purpose | undefined },
  { isSignedIn, contactKind }: { isSignedIn: boolean; contactKind: 'email' | 'mobile' },
): Purpose {
  const isContactKind = kind === 'email' || kind === 'mobile'
  if (purpose) return purpose
  if (kind && (isSignedIn || !isContactKind)) return kind
  return isSignedIn ? contactKind : 'register'
}
