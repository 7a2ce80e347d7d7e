import type { NoticeRules } from '../notice/topics.ts'

export const userNotices = {
  'user-sign-in': { topic: 'security', params: ['device', 'ip'] },
  'user-password': { topic: 'security', params: [], hasOwnMail: true },
  'user-pay-password': { topic: 'security', params: [], hasOwnMail: true },
  'user-contact': { topic: 'security', params: ['contact'], hasOwnMail: true },
} as const satisfies Record<string, NoticeRules>
