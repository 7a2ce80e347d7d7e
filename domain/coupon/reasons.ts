/**
 * Why money of coupons moves. What is set aside for an order and what comes back of it, a trial's principal among it, is
 * between the platform's own accounts.
 */
export const couponReasons = [
  'coupon-reserve',
  'coupon-return',
  'coupon-boost',
  'coupon-trial',
  'coupon-discount',
] as const
