import { kindsOfTopic } from '#domain/notice/kinds.ts'
import type { TimelineSource } from '#server/console/timeline.ts'
import { wordsOf } from './words.ts'

/** What happened to a customer's account, as they were told of it: what products have records of is told by these. */
const recorded = ['user-sign-in', 'user-rail-loosened', 'withdrawal-address']
const kinds = kindsOfTopic('security').filter(
  (kind) => !recorded.includes(kind) && !/^(card|verification|user-recovery)-/.test(kind),
)

export const noticeTimeline: readonly TimelineSource[] = [
  {
    ...{ kind: 'security-notice', topic: 'security', table: 'notice', at: 'r.created_at', detail: 'r.kind' },
    title: (kind) => wordsOf({ kind, params: {} }, 'en').title,
    where: `r.is_shown and r.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
  },
]
