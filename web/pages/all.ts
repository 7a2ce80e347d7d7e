import type { Pages } from '#web/app/page-list.ts'
import { loadArea } from '#web/texts/texts.ts'

/** With the words of wallets and passkeys. */
const withProofs = async <Page>(page: Promise<Page>): Promise<Page> =>
  (await Promise.all([page, loadArea('sign_in_wallet_pages'), loadArea('passkey_pages')]))[0]

/** The pages that are no product's, by the specification's routes. */
export const appPages: Pages = {
  'pages/index/index': () => import('./home/home-page.tsx'),
  'pages/market/market': () => import('./market/market-page.tsx'),
  'pages/market/search': () => import('./market/search-page.tsx'),
  'pages/transaction/index': () => import('./market/instrument-page.tsx'),
  'pages/common/login': () => withProofs(import('./access/sign-in-page.tsx')),
  'pages/common/register': () => import('./access/register-page.tsx'),
  'pages/common/area': () => import('./access/country-page.tsx'),
  'pages/setting/password': () => withProofs(import('./access/password-page.tsx')),
  'pages/setting/payPassword': () => withProofs(import('./access/pay-password-page.tsx')),
  'pages/empty/empty': () => import('./access/no-wallet-page.tsx'),
  'pages/setting/setting': () => import('./settings/settings-page.tsx'),
  'pages/setting/userInfo': () => import('./settings/profile-page.tsx'),
  'pages/setting/security': async () =>
    (await Promise.all([withProofs(import('./settings/security-page.tsx')), loadArea('security_pages')]))[0],
  'pages/language/language': () => import('./settings/language-page.tsx'),
}
