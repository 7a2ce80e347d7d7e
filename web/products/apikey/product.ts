import type { Product } from '../product.ts'

const page = 'pages/setting/apiKeys'

/** Keys of customers' own programs. */
export const apikey: Product = {
  name: 'apikey',
  texts: ['apikey_pages', 'passkey_pages'],
  pages: { [page]: () => import('./keys-page.tsx') },
  notices: {
    'apikey-added': { page, action: 'profile.api_keys' },
    'apikey-removed': { page, action: 'profile.api_keys' },
  },
}
