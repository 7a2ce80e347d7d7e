import type { NoticeRules } from '../notice/topics.ts'

export const depositNotices = {
  'deposit-credited': {
    topic: 'money',
    params: ['reference', 'amount', 'currency'],
    amounts: ['amount'],
    bySms: true,
  },
  'deposit-rejected': { topic: 'money', params: ['reference', 'why'], bySms: true },
} as const satisfies Record<string, NoticeRules>
