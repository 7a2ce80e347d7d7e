import type { Product } from '../product.ts'

/** What customers compute again in their browser: outcomes by their proofs, and that the price tape only grows. */
export const verify: Product = {
  name: 'verify',
  pages: {
    'pages/verify/verify': () => import('./verify-page.tsx'),
    'pages/verify/tape': () => import('./tape-page.tsx'),
  },
  texts: ['verify_pages'],
}
