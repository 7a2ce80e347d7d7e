import type { NoticeRules } from '../notice/topics.ts'

export const inviteNotices = {
  /** One for what was earned on a day, whoever traded and in whichever coins. */
  'invite-paid': { topic: 'money', params: ['value'], amounts: ['value'] },
} as const satisfies Record<string, NoticeRules>
