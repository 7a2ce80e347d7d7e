import type { PageLink, Product } from '../product.ts'

const record: PageLink = { page: 'pages/fund/withdraw', param: 'id' }

/** Money out: to a saved address, held at once and sent after the review. */
export const withdrawal: Product = {
  name: 'withdrawal',
  texts: ['withdrawal_pages', 'passkey_pages', 'chat_pages'],
  pages: {
    'pages/fund/withdraw': () => import('./withdraw-page.tsx'),
    'pages/setting/wallet': () => import('./wallet-page.tsx'),
    'pages/setting/addWallet': () => import('./add-wallet-page.tsx'),
  },
  reasons: { 'withdrawal-hold': record, withdrawal: record, 'withdrawal-fee': record },
  notices: {
    'withdrawal-requested': { ...record, action: 'notice.see_withdrawal' },
    'withdrawal-done': { ...record, action: 'notice.see_withdrawal' },
    'withdrawal-paid': { ...record, action: 'notice.see_withdrawal' },
    'withdrawal-rejected': { ...record, action: 'notice.see_withdrawal' },
    'withdrawal-failed': { ...record, action: 'notice.see_withdrawal' },
    'withdrawal-address': { page: 'pages/fund/withdraw', action: 'notice.see_addresses' },
  },
  holds: {
    withdrawal: {
      ...record,
      title: 'statement_pages.reason_withdrawal-hold',
      action: 'notice.see_withdrawal',
    },
  },
}
