import type { NoticeRules } from '../notice/topics.ts'

export const adjustmentNotices = {
  /** The reason is what the operator wrote, in whichever language. */
  adjustment: {
    topic: 'money',
    params: ['amount', 'currency', 'reference', 'reason'],
    amounts: ['amount'],
    variants: ['take', 'give', 'return'],
    isAlwaysShown: true,
  },
} as const satisfies Record<string, NoticeRules>
