import type { NoticeRules } from '../notice/topics.ts'

export const verificationNotices = {
  'verification-decided': {
    topic: 'security',
    params: [],
    variants: ['basic-verified', 'basic-rejected', 'advanced-verified', 'advanced-rejected'],
    bySms: true,
  },
  'verification-erased': { topic: 'security', params: [] },
} as const satisfies Record<string, NoticeRules>
