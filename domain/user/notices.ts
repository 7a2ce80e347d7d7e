import type { NoticeRules } from '../notice/topics.ts'

export const userNotices = {
  'user-sign-in': { topic: 'security', params: ['device', 'ip'] },
  'user-password': { topic: 'security', params: [], hasOwnMail: true },
  'user-pay-password': { topic: 'security', params: [], hasOwnMail: true },
  'user-contact': { topic: 'security', params: ['contact'], hasOwnMail: true },
  'user-second-factor-on': { topic: 'security', params: [], hasOwnMail: true },
  'user-second-factor-off': { topic: 'security', params: [], hasOwnMail: true },
  'user-wallet-linked': { topic: 'security', params: ['address'], hasOwnMail: true },
  'user-wallet-unlinked': { topic: 'security', params: ['address'], hasOwnMail: true },
  'user-frozen': { topic: 'security', params: [], hasOwnMail: true },
  'user-unfrozen': { topic: 'security', params: [], hasOwnMail: true },
  'user-mail-phrase-set': { topic: 'security', params: [], hasOwnMail: true },
  'user-mail-phrase-removed': { topic: 'security', params: [], hasOwnMail: true },
  'user-recovery-asked': { topic: 'security', params: [], hasOwnMail: true },
  'user-recovery-refused': { topic: 'security', params: [], hasOwnMail: true },
  'user-recovery-cancelled': { topic: 'security', params: [], hasOwnMail: true },
  'user-recovery-done': { topic: 'security', params: [], hasOwnMail: true },
  'user-rail-loosened': { topic: 'security', params: [], hasOwnMail: true },
  'user-recovery-codes': { topic: 'security', params: [], hasOwnMail: true },
} as const satisfies Record<string, NoticeRules>
