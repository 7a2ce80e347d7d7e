import type { Product } from '../product.ts'

/** What the customer keeps in products for a time, over all of them: income, and what each would pay to end now. */
export const financial: Product = {
  name: 'financial',
  pages: {
    'pages/financial/index': () => import('./overview-page.tsx'),
    'pages/financial/exits': () => import('./exits-page.tsx'),
  },
  // The names of holds are the statement's.
  texts: ['financial_pages', 'statement_pages'],
}
