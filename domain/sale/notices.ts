import type { NoticeRules } from '../notice/topics.ts'

export const saleNotices = {
  'sale-placed': {
    topic: 'money',
    params: ['reference', 'amount', 'currency'],
    amounts: ['amount'],
    bySms: true,
  },
  'sale-paid': {
    topic: 'money',
    params: ['reference', 'amount', 'currency', 'card'],
    amounts: ['amount'],
    bySms: true,
  },
  'sale-returned': { topic: 'money', params: ['reference', 'why'], bySms: true },
} as const satisfies Record<string, NoticeRules>
