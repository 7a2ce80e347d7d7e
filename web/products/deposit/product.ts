import { ArrowDownToLine } from 'lucide-react'
import { loadArea } from '#web/texts/texts.ts'
import type { PageLink, Product } from '../product.ts'

const record: PageLink = { page: 'pages/fund/receive_withdraw_record', param: 'id' }

/** Whose records are among all: each has its state in the words of its own list. */
const wordsOfAll = ['sale_pages', 'loan_pages', 'otc_pages'] as const

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
    'pages/fund/assets_all_record': async () =>
      (await Promise.all([import('./all-records-page.tsx'), ...wordsOfAll.map(loadArea)]))[0],
  },
  actions: [{ label: 'deposit.title', icon: ArrowDownToLine, page: 'pages/fund/select' }],
  reasons: { deposit: record },
  notices: {
    'deposit-credited': { ...record, action: 'notice.see_deposit' },
    'deposit-rejected': { ...record, action: 'notice.see_deposit' },
  },
}
