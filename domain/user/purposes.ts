/**
 * The purpose of a code. A code is valid only for the purpose it was sent for.
 *
 * Anyone may ask for the first two; the others need a signed-in customer and, where they prove the
 * customer rather than a new contact, go to the contact the account already has.
 */
export const publicPurposes = ['register', 'forget'] as const
export const ownPurposes = ['password', 'pay-password', 'email', 'mobile'] as const
export const purposes = [...publicPurposes, ...ownPurposes] as const

export type Purpose = (typeof purposes)[number]
