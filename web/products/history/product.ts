import type { Product } from '../product.ts'

/** Everything of the customer that ended, whatever product it was of. */
export const history: Product = {
  name: 'history',
  pages: { 'pages/historyList/historyList': () => import('./history-page.tsx') },
  texts: ['history_pages'],
  menu: [{ label: 'wallet.history', page: 'pages/historyList/historyList' }],
}
