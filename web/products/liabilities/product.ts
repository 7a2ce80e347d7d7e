import type { Product } from '../product.ts'

/** What the platform owes all customers, and that one's own balance is part of it. */
export const liabilities: Product = {
  name: 'liabilities',
  pages: { 'pages/verify/balance': () => import('./balance-page.tsx') },
  texts: ['liabilities_pages', 'verify_pages'],
}
