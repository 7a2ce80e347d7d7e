import type { Product } from '../product.ts'

/** What a customer can do with all that is kept about them: have a copy of it, and end the account. */
export const privacy: Product = {
  name: 'privacy',
  texts: ['privacy_pages'],
  pages: { 'pages/setting/privacy': () => import('./privacy-page.tsx') },
}
