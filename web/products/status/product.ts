import type { Product } from '../product.ts'

/** How the exchange is doing, for everybody. */
export const status: Product = {
  name: 'status',
  texts: ['status_pages'],
  pages: { 'pages/common/status': () => import('./status-page.tsx') },
}
