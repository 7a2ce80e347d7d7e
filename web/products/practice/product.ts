import type { Product } from '../product.ts'

/** Practice: a wallet that is no money, and days of the past to play again. */
export const practice: Product = {
  name: 'practice',
  pages: {
    'pages/setting/practice': () => import('./practice-page.tsx'),
    'pages/setting/replay': () => import('./replay-page.tsx'),
  },
  texts: ['practice_pages', 'contract_pages', 'copy_pages'],
  menu: [{ label: 'practice.menu', page: 'pages/setting/practice' }],
}
