import type { AccountKind } from '#server/core/ledger/accounts.ts'

export const earnAccounts = {
  /** What a customer has in earn products: the principal and the interest earned so far. */
  earn: { number: 16, name: 'earn', isInProduct: true },
  /** The free part of the platform's fund that pays interest; what it cannot cover is not sold. */
  interest: { number: 17, name: 'earnInterest' },
  /** Interest set aside for open subscriptions and not yet earned. */
  reserve: { number: 18, name: 'earnReserve' },
  /** Penalties of early redemptions. */
  penalties: { number: 19, name: 'earnPenalties' },
} as const satisfies Record<string, AccountKind>
