import type { PageRoute } from '#web/app/page-list.ts'

/** The pages of a customer's account that the settings lead to. */
export const settingsPages = {
  display: 'pages/setting/setting',
  profile: 'pages/setting/userInfo',
  security: 'pages/setting/security',
  verification: 'pages/StartVerification/StartVerification',
  notices: 'pages/setting/notices',
  statement: 'pages/setting/bill',
  orders: 'pages/transaction/currency_order',
} as const satisfies Record<string, PageRoute>

const ids = ['profile', 'security', 'verification', 'notices', 'statement', 'orders'] as const

/** Those beside the settings' own, in their order. */
export const ownPages = ids.map((id) => ({ id, route: settingsPages[id] }))
