import { lazy, Suspense } from 'react'
import { loadArea } from '#web/texts/texts.ts'

const Loaded = lazy(
  async () => (await Promise.all([import('./order-coupon.tsx'), loadArea('coupon_pages')]))[0],
)

/** What a coupon did in an order: it comes after the order itself, with its words. */
export const OrderCoupon = ({ id }: { id: string }) => (
  <Suspense>
    <Loaded id={id} />
  </Suspense>
)
