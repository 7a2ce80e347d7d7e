import type { NoticeRules } from '../notice/topics.ts'

const order = {
  topic: 'money',
  params: ['reference', 'amount', 'currency'],
  amounts: ['amount'],
} as const

export const otcNotices = {
  'otc-placed': order,
  'otc-paid': { ...order, bySms: true },
  'otc-released': order,
  'otc-returned': order,
  'otc-disputed': { topic: 'money', params: ['reference'], bySms: true },
  'otc-merchant': { topic: 'money', params: [] },
  'otc-merchant-refused': { topic: 'money', params: ['why'] },
} as const satisfies Record<string, NoticeRules>
