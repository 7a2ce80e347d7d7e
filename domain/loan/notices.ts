import type { NoticeRules } from '../notice/topics.ts'

export const loanNotices = {
  'loan-issued': {
    topic: 'money',
    params: ['reference', 'amount', 'currency', 'time'],
    amounts: ['amount'],
    bySms: true,
  },
  'loan-rejected': { topic: 'money', params: ['reference', 'why'] },
  /** One for each reminder of a loan: each takes the place of the one before. */
  'loan-due': {
    topic: 'money',
    params: ['reference', 'amount', 'currency', 'time'],
    amounts: ['amount'],
    variants: ['3', '1', '0'],
    alwaysHeard: ['3', '1', '0'],
    bySms: true,
  },
  'loan-overdue': {
    topic: 'money',
    params: ['reference', 'amount', 'currency', 'rate'],
    amounts: ['amount'],
    bySms: true,
  },
  'loan-repaid': { topic: 'money', params: ['reference', 'amount', 'currency'], amounts: ['amount'] },
} as const satisfies Record<string, NoticeRules>
