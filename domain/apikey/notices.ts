import type { NoticeRules } from '../notice/topics.ts'

export const apiKeyNotices = {
  'apikey-added': { topic: 'security', params: ['label'], bySms: true },
  'apikey-removed': { topic: 'security', params: ['label'] },
} as const satisfies Record<string, NoticeRules>
