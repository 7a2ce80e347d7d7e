import type { Product } from '../product.ts'

const page = { page: 'pages/setting/coupon' } as const

/** Coupons: what the customer has, what each gives, and codes to claim. */
export const coupon: Product = {
  name: 'coupon',
  pages: { 'pages/setting/coupon': () => import('./coupon-page.tsx') },
  texts: ['coupon_pages'],
  menu: [{ label: 'wallet.coupons', ...page }],
  reasons: {
    // Of every kind of savings: the page of the one leads on to that of the other.
    'coupon-boost': { page: 'pages/lockming/order', param: 'id' },
    'coupon-trial': { ...page, param: 'order' },
    'coupon-discount': { page: 'pages/transaction/currency_order', param: 'id' },
  },
  notices: {
    'coupon-given': { ...page, action: 'wallet.coupons' },
    'coupon-ends': { ...page, action: 'wallet.coupons' },
    'coupon-paid': { ...page, action: 'wallet.coupons' },
  },
}
