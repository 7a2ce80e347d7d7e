import type { NoticeLink, Product } from '../product.ts'

const keys: NoticeLink = { page: 'pages/setting/apiKeys', action: 'profile.api_keys' }

/** Keys of customers' own programs. */
export const apikey: Product = {
  name: 'apikey',
  texts: ['apikey_pages', 'passkey_pages'],
  pages: { 'pages/setting/apiKeys': () => import('./keys-page.tsx') },
  notices: {
    'apikey-added': keys,
    'apikey-removed': keys,
  },
}
