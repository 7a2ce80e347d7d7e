import type { Product } from '../product.ts'

/** Bank cards in the customer's own name, that they are paid to. */
export const card: Product = {
  name: 'card',
  texts: ['card_pages'],
  pages: {
    'pages/setting/bank': () => import('./domestic-page.tsx'),
    'pages/setting/bank_international': () => import('./international-page.tsx'),
  },
  notices: { 'card-saved': { page: 'pages/setting/bank', action: 'notice.see_cards' } },
}
