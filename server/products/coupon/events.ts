import type { LedgerEvents } from '#server/core/ledger/events.ts'

/** Each is called as its reason. */
export const couponLedgerEvents: readonly LedgerEvents[] = [
  { kind: 'coupon-boost' },
  { kind: 'coupon-trial' },
  { kind: 'coupon-discount' },
]
