import type { PageLink, Product } from '../product.ts'

const order: PageLink = { page: 'pages/invest/mine', param: 'id' }

/** Dual investments: paid back in one of two currencies, by an average of the tape. */
export const dual: Product = {
  name: 'dual',
  pages: {
    'pages/invest/invest': () => import('./products-page.tsx'),
    'pages/invest/purchase': () => import('./purchase-page.tsx'),
    'pages/invest/mine': () => import('./orders-page.tsx'),
    'pages/invest/help': () => import('./help-page.tsx'),
  },
  texts: ['dual_pages', 'chat_pages'],
  ended: () => import('./ended-sheet.tsx'),
  kept: () => import('./kept.ts'),
  menu: [{ label: 'dual.menu', page: 'pages/invest/invest' }],
  money: { title: 'dual.in_dual', page: 'pages/invest/mine' },
  reasons: {
    'dual-subscription': order,
    'dual-return': order,
    'dual-yield': order,
    'dual-exchange': order,
    'dual-payout': order,
  },
  notices: {
    'dual-settled': { ...order, action: 'notice.see_order' },
    'dual-postponed': { ...order, action: 'notice.see_order' },
  },
}
