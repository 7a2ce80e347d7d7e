import type { NoticeRules } from '../notice/topics.ts'

export const supportNotices = {
  'support-answer': { topic: 'support', params: ['reference'] },
  // What an operator wrote to this customer alone.
  'support-message': { topic: 'support', params: ['title', 'text'], isAlwaysShown: true },
} as const satisfies Record<string, NoticeRules>
