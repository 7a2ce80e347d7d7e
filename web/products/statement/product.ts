import type { Product } from '../product.ts'

/** The statement: every entry of a customer's wallets. */
export const statement: Product = {
  name: 'statement',
  pages: { 'pages/setting/bill': () => import('./statement-page.tsx') },
  texts: ['statement_pages'],
  // Adjustments have no page of their own: an entry says all there is.
  reasons: { 'adjustment-take': null, 'adjustment-give': null },
  notices: { adjustment: { page: 'pages/setting/bill', action: 'wallet.open_statement' } },
  menu: [{ label: 'wallet.statement', page: 'pages/setting/bill' }],
}
