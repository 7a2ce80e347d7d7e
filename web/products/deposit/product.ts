import { ArrowDownToLine } from 'lucide-react'
import type { Product } from '../product.ts'

/** Money in: to an address of ours, with a proof that operators match. */
export const deposit: Product = {
  name: 'deposit',
  pages: {
    'pages/fund/receive': () => import('./deposit-page.tsx'),
    'pages/fund/receive_withdraw_record': () => import('./records-page.tsx'),
  },
  actions: [{ label: 'deposit.title', icon: ArrowDownToLine, page: 'pages/fund/receive' }],
  reasons: { deposit: { page: 'pages/fund/receive_withdraw_record', param: 'id' } },
}
