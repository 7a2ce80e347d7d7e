import type { Product } from '../product.ts'

/** What the site says of itself. */
export const content: Product = {
  name: 'content',
  pages: { 'pages/setting/powers': () => import('./powers-page.tsx') },
  texts: ['content_pages'],
}
