import type { AccountKind } from '#server/core/ledger/accounts.ts'

export const earnAccounts = {
  /** What a customer has in locked deposits: the principal and the interest earned so far. */
  locked: { number: 16, name: 'locked' },
  /** The free part of the platform's fund that pays interest; what it cannot cover is not sold. */
  interest: { number: 17, name: 'interest' },
  /** Interest set aside for open locked deposits and not yet earned. */
  reserve: { number: 18, name: 'lockedReserve' },
  /** Penalties of early redemptions. */
  penalties: { number: 19, name: 'penalties' },
} as const satisfies Record<string, AccountKind>
