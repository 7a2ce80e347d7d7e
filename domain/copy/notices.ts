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
  /** What an operator decided of somebody who applied to lead, or leads. */
  'copy-lead': { topic: 'money', params: ['why'], variants: ['accepted', 'refused', 'stopped'] },
  /** What was copied of one lead on a day: one notice however much they do. */
  'copy-day': {
    topic: 'copying',
    params: ['relation', 'nickname', 'date', 'opened', 'closed', 'skipped'],
    linkedBy: 'relation',
  },
} as const satisfies Record<string, NoticeRules>
