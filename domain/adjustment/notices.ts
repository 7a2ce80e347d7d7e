import type { NoticeRules } from '../notice/topics.ts'

export const adjustmentNotices = {
  /** The reason is what the operator wrote, in whichever language. `given`: what was taken from this customer, to another. */
  adjustment: {
    topic: 'money',
    params: ['amount', 'currency', 'reference', 'reason'],
    amounts: ['amount'],
    variants: ['take', 'give', 'given', 'return'],
    isAlwaysShown: true,
  },
} as const satisfies Record<string, NoticeRules>
