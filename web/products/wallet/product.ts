import { ArrowLeftRight, ArrowUpFromLine, RefreshCw } from 'lucide-react'
import { ownBalanceChannel } from '#domain/wallet/contract.ts'
import type { Product } from '../product.ts'

/** The four wallets: what is in them, and transfers between them. */
export const wallet: Product = {
  name: 'wallet',
  pages: {
    'pages/fund/assets': () => import('./assets-page.tsx'),
    'pages/fund/assets_record': () => import('./holdings-page.tsx'),
    'pages/fund/fundTransfer': () => import('./transfer-page.tsx'),
  },
  texts: ['statement_pages'],
  actions: [
    {
      ...{ label: 'wallet.withdraw', icon: ArrowUpFromLine, page: 'pages/fund/select' },
      params: { type: 'out' },
    },
    { label: 'wallet.transfer', icon: ArrowLeftRight, page: 'pages/fund/fundTransfer' },
    { label: 'wallet.convert', icon: RefreshCw, page: 'pages/fund/transfer' },
  ],
  moneyChannels: [ownBalanceChannel],
  reasons: { 'demo-grant': null, 'account-transfer': null },
}
