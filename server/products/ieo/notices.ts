import type { IeoFailure } from '#domain/ieo/words.ts'
import type { NewNotice } from '#server/core/notices/notices.ts'
import type { OrderOfProject } from './store.ts'
import { refundedOf, showCoins, showMoney } from './views.ts'

const about = ({ order }: OrderOfProject) => ({ customer: order.customer_id, subject: String(order.id) })

/** What is told of a subscription that was shared out; `order` as it is then. */
export const allottedNotice = (found: OrderOfProject): NewNotice => ({
  ...about(found),
  kind: 'ieo-allotted',
  params: {
    variant: found.order.allotted === 0n ? 'none' : 'some',
    ...{ currency: found.project.code, quantity: showCoins(found.order.allotted ?? 0n) },
    refund: showMoney(refundedOf(found.order)),
  },
})

/** What is told once coins can be used. */
export const unlockedNotice = (found: OrderOfProject): NewNotice => ({
  ...{ ...about(found), kind: 'ieo-unlocked' },
  params: { currency: found.project.code, quantity: showCoins(found.order.allotted!) },
})

/** What is told when all money comes back; `refund` is what did now. */
export const failedNotice = (found: OrderOfProject, why: IeoFailure, refund: bigint): NewNotice => ({
  ...{ ...about(found), kind: 'ieo-failed' },
  params: { variant: why, currency: found.project.code, refund: showMoney(refund) },
})
