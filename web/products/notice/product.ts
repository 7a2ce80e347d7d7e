import type { NoticeLink, Product } from '../product.ts'

const sessions: NoticeLink = { page: 'pages/setting/security', action: 'profile.sessions' }

const twoStep: NoticeLink = { page: 'pages/setting/totp', action: 'profile.two_step' }

const privacy: NoticeLink = { page: 'pages/setting/privacy', action: 'profile.privacy' }

const passkeys: NoticeLink = { page: 'pages/setting/passkeys', action: 'profile.passkeys' }

/** What customers are told of, and how. */
export const notice: Product = {
  name: 'notice',
  pages: {
    'pages/news/news': () => import('./notices-page.tsx'),
    'pages/setting/notices': () => import('./notice-settings-page.tsx'),
  },
  texts: ['notice_pages', 'site_pages'],
  notices: {
    'user-sign-in': sessions,
    'user-password': sessions,
    'user-pay-password': sessions,
    'user-contact': sessions,
    'user-second-factor-on': sessions,
    'user-second-factor-off': sessions,
    'user-recovery-codes': sessions,
    'user-rail-loosened': { page: 'pages/setting/guards', action: 'profile.guard_rails' },
    'user-recovery-asked': twoStep,
    'user-recovery-asked-long': twoStep,
    'user-recovery-refused': sessions,
    'user-recovery-cancelled': sessions,
    'user-recovery-done': twoStep,
    'user-frozen': sessions,
    'user-unfrozen': sessions,
    'user-mail-phrase-set': sessions,
    'user-mail-phrase-removed': sessions,
    'user-wallet-linked': sessions,
    'user-wallet-unlinked': sessions,
    'user-passkey-added': passkeys,
    'user-passkey-removed': passkeys,
    'user-data-exported': privacy,
    'user-deletion-asked': privacy,
    'user-deletion-cancelled': privacy,
    'user-deletion-stopped': privacy,
    'user-deletion-done': privacy,
    'alert-reached': { page: 'pages/transaction/index', param: 'symbol', action: 'notice.see_market' },
  },
}
