import type { EventRules } from '../statement/event-rules.ts'

export const couponEvents = {
  /** What a coupon added to one savings order. */
  'coupon-boost': { reasons: ['coupon-boost'], params: [] },
  /** The interest of principal to try savings with. */
  'coupon-trial': { reasons: ['coupon-trial'], params: [] },
  /** What a coupon paid of one spot order's fee. */
  'coupon-discount': { reasons: ['coupon-discount'], params: [] },
} as const satisfies Record<string, EventRules>
