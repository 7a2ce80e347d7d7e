import type { NoticeRules } from '../notice/topics.ts'

const money = {
  topic: 'money',
  params: ['reference', 'amount', 'currency'],
  amounts: ['amount'],
  bySms: true,
} as const
const moneyBack = { topic: 'money', params: ['reference', 'why'], bySms: true } as const

export const withdrawalNotices = {
  'withdrawal-requested': money,
  'withdrawal-done': money,
  /** To a card, by its bank. */
  'withdrawal-paid': { ...money, params: ['reference', 'amount', 'currency', 'card'] },
  'withdrawal-rejected': moneyBack,
  'withdrawal-failed': { topic: 'money', params: ['reference'], bySms: true },
  'withdrawal-address': { topic: 'security', params: ['address', 'network'], bySms: true },
} as const satisfies Record<string, NoticeRules>
