import type { NoticeRules } from '../notice/topics.ts'
import { termKinds } from './kinds.ts'

export const earnNotices = {
  'earn-maturing': {
    topic: 'money',
    params: ['amount', 'currency', 'time'],
    amounts: ['amount'],
    variants: termKinds,
  },
  'earn-matured': {
    topic: 'money',
    params: ['amount', 'currency', 'interest', 'rewardCurrency'],
    amounts: ['amount', 'interest'],
    variants: termKinds,
  },
  'earn-redeemed': {
    topic: 'money',
    params: ['amount', 'currency', 'penalty'],
    amounts: ['amount', 'penalty'],
    variants: termKinds,
  },
  'earn-terms': { topic: 'terms', params: ['currency', 'days', 'rate'], variants: termKinds },
} as const satisfies Record<string, NoticeRules>
