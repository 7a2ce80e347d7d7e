/**
 * The purpose of a code. A code is valid only for the purpose it was sent for.
 *
 * Anyone may ask for the first two; the others need a signed-in customer and, where they prove the
 * customer rather than a new contact, go to the contact the account already has.
 */
export const publicScenes = ['register', 'forget'] as const
export const ownScenes = ['password', 'pay-password', 'email', 'mobile'] as const
export const scenes = [...publicScenes, ...ownScenes] as const

export type Scene = (typeof scenes)[number]
