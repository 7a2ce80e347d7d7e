import type { NoticeRules } from '../notice/topics.ts'

export const copyNotices = {
  /** That a relation ended without its follower's wish. */
  'copy-relation': {
    topic: 'trading',
    params: ['nickname', 'amount', 'currency'],
    amounts: ['amount'],
    results: ['amount'],
    variants: ['stop-loss', 'lead-stopped'],
  },
} as const satisfies Record<string, NoticeRules>
