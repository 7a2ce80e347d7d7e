import type { Product } from '../product.ts'

/** Practice: contracts on a wallet that is no money. */
export const practice: Product = {
  name: 'practice',
  pages: { 'pages/setting/practice': () => import('./practice-page.tsx') },
  texts: ['practice_pages'],
  menu: [{ label: 'practice.menu', page: 'pages/setting/practice' }],
}
