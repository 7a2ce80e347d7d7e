import type { NoticeRules } from '../notice/topics.ts'

export const supportNotices = {
  'support-answer': { topic: 'support', params: ['reference'] },
} as const satisfies Record<string, NoticeRules>
