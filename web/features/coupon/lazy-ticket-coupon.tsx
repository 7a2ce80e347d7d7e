import { lazy, Suspense } from 'react'
import { loadArea } from '#web/texts/texts.ts'
import type { ExpectedFee } from './expected-rebate.ts'

const Loaded = lazy(
  async () => (await Promise.all([import('./ticket-coupon.tsx'), loadArea('coupon_pages')]))[0],
)

/** What a coupon gives back of a ticket's fee: it comes after the ticket itself, with its words. */
export const TicketCoupon = ({ fee }: { fee: ExpectedFee }) => (
  <Suspense>
    <Loaded fee={fee} />
  </Suspense>
)
