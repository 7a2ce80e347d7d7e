import type { Product } from '../product.ts'

/** What guards the account beside its password. */
export const security: Product = {
  name: 'security',
  texts: ['security_pages', 'sign_in_wallet_pages', 'passkey_pages'],
  pages: {
    'pages/setting/totp': () => import('./second-factor-page.tsx'),
    'pages/setting/phrase': () => import('./mail-phrase-page.tsx'),
    'pages/setting/freeze': () => import('./freeze-page.tsx'),
    'pages/common/recover': () => import('./recover-page.tsx'),
    'pages/setting/guards': () => import('./guard-rails-page.tsx'),
    'pages/setting/passkeys': () => import('./passkeys-page.tsx'),
    'pages/setting/wallets': () => import('./wallets-page.tsx'),
  },
}
