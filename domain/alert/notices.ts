import type { NoticeRules } from '../notice/topics.ts'

export const alertNotices = {
  'alert-reached': {
    topic: 'alert',
    params: ['pair', 'symbol', 'price', 'target', 'percent'],
    amounts: ['price', 'target'],
    variants: ['above', 'below', 'rise', 'fall'],
    linkedBy: 'symbol',
  },
} as const satisfies Record<string, NoticeRules>
