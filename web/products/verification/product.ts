import type { Product } from '../product.ts'

/** Verification of identity: what each level unlocks, its two forms, and what became of them. */
export const verification: Product = {
  name: 'verification',
  texts: ['verification_pages', 'passkey_pages'],
  pages: {
    'pages/StartVerification/StartVerification': () => import('./start-page.tsx'),
    'pages/setting/real': () => import('./basic-page.tsx'),
    'pages/setting/real_mark': () => import('./advanced-page.tsx'),
    'pages/pendingReview/pendingReview': () => import('./review-page.tsx'),
    'pages/setting/areas': () => import('./areas-page.tsx'),
    'pages/system/choose-location': () => import('./choose-location-page.tsx'),
    'pages/system/open-location': () => import('./open-location-page.tsx'),
  },
  notices: {
    'verification-decided': { page: 'pages/pendingReview/pendingReview', action: 'notice.see_verification' },
    'verification-erased': {
      page: 'pages/StartVerification/StartVerification',
      action: 'notice.see_verification',
    },
  },
}
