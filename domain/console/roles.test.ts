import { expect, test } from 'vitest'
import * as powers from './roles.ts'

/** Who may do what, written out by hand: a power that somebody gains or loses is a decision, not a detail. */
const expected: Readonly<Record<powers.Role, readonly string[]>> = {
  support: [
    'canAnswerSupport',
    'canViewSupport',
    'canViewCustomers',
    'canViewLeads',
    'canViewProducts',
    'canViewVerification',
    'canReview',
    'canViewContent',
    'canHideNicknames',
  ],
  compliance: [
    'canViewOperators',
    'canAnswerSupport',
    'canViewSupport',
    'canViewCustomers',
    'canBrowseCustomers',
    'canMatchDeposits',
    'canReviewWithdrawals',
    'canCloseNetworks',
    'canReviewLeads',
    'canViewLeads',
    'canReviewVerification',
    'canViewVerification',
    'canReviewRecoveries',
    'canManageQueues',
    'canViewTreasury',
    'canPropose',
    'canReview',
    'canReadAuditLog',
    'canWriteContent',
    'canViewContent',
    'canWithdrawContent',
    'canHideNicknames',
  ],
  finance: [
    'canViewCustomers',
    'canMatchDeposits',
    'canReviewWithdrawals',
    'canCloseNetworks',
    'canManageProducts',
    'canManageQueues',
    'canViewProducts',
    'canUploadMedia',
    'canCloseProducts',
    'canManageTreasury',
    'canViewTreasury',
    'canPropose',
    'canReview',
  ],
  content: [
    'canViewProducts',
    'canWriteContent',
    'canViewContent',
    'canWithdrawContent',
    'canPropose',
    'canReview',
    'canUploadMedia',
  ],
  risk: [
    'canCloseNetworks',
    'canUploadMedia',
    'canManageProducts',
    'canViewProducts',
    'canCloseProducts',
    'canReviewLeads',
    'canViewLeads',
    'canViewTreasury',
    'canPropose',
    'canReview',
  ],
  // Who administers operators sees everything and moves nothing; what they propose is about operators and service levels alone.
  admin: [
    'canCloseNetworks',
    'canPropose',
    'canManageQueues',
    'canManageOperators',
    'canViewOperators',
    'canViewSupport',
    'canViewCustomers',
    'canBrowseCustomers',
    'canViewProducts',
    'canCloseProducts',
    'canViewLeads',
    'canViewVerification',
    'canViewTreasury',
    'canReview',
    'canReadAuditLog',
    'canViewContent',
    'canWithdrawContent',
  ],
}

test('each role has its powers and no others', () => {
  const all = Object.entries(powers).filter(([name]) => name.startsWith('can')) as [string, powers.Role[]][]
  for (const role of powers.roles) {
    const own = all.filter(([, allowed]) => allowed.includes(role)).map(([name]) => name)
    expect([role, own.sort()]).toEqual([role, [...expected[role]].sort()])
  }
  expect([...powers.anyOperator]).toEqual([...powers.roles])
})
