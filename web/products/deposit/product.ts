import { ArrowDownToLine } from 'lucide-react'
import type { PageLink, Product } from '../product.ts'

const record: PageLink = { page: 'pages/fund/receive_withdraw_record', param: 'id' }

/** Money in: to an address or a bank account of ours, with a proof that operators match; and the ways in and out. */
export const deposit: Product = {
  name: 'deposit',
  texts: ['deposit_pages', 'withdrawal_pages', 'bank_pages', 'chat_pages', 'status_pages'],
  pages: {
    'pages/fund/select': () => import('./select-page.tsx'),
    'pages/TelegraphicMoney/TelegraphicMoney': () => import('./wire-page.tsx'),
    'pages/certificateDeposit/certificateDeposit': () => import('./certificate-page.tsx'),
    'pages/fund/receive': () => import('./deposit-page.tsx'),
    'pages/fund/receive_withdraw_record': () => import('./records-page.tsx'),
    'pages/fund/assets_all_record': () => import('./all-records-page.tsx'),
  },
  actions: [{ label: 'deposit.title', icon: ArrowDownToLine, page: 'pages/fund/select' }],
  reasons: { deposit: record },
  notices: {
    'deposit-credited': { ...record, action: 'notice.see_deposit' },
    'deposit-rejected': { ...record, action: 'notice.see_deposit' },
  },
}
