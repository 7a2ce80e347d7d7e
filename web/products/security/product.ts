import type { Product } from '../product.ts'

/** What guards the account beside its password. */
export const security: Product = {
  name: 'security',
  texts: ['security_pages'],
  pages: {
    'pages/setting/totp': () => import('./second-factor-page.tsx'),
  },
}
