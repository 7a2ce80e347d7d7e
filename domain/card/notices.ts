import type { NoticeRules } from '../notice/topics.ts'

export const cardNotices = {
  'card-saved': { topic: 'security', params: ['card'], bySms: true },
} as const satisfies Record<string, NoticeRules>
