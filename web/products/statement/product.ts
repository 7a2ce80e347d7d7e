import type { Product } from '../product.ts'

/** The statement: every entry of a customer's wallets. */
export const statement: Product = {
  name: 'statement',
  pages: { 'pages/setting/bill': () => import('./statement-page.tsx') },
  texts: ['statement_pages'],
  menu: [{ label: 'wallet.statement', page: 'pages/setting/bill' }],
}
