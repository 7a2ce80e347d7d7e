import type { NoticeRules } from '../notice/topics.ts'

export const couponNotices = {
  'coupon-given': { topic: 'money', params: ['date'] },
  'coupon-ends': { topic: 'money', params: ['date'] },
  /** What a coupon's savings order brought: a discount is paid with each order, and told of there. */
  'coupon-paid': { topic: 'money', params: ['amount', 'currency'], amounts: ['amount'] },
} as const satisfies Record<string, NoticeRules>
