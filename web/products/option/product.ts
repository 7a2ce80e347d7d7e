import type { PageLink, Product } from '../product.ts'

const order: PageLink = { page: 'pages/transaction/seconds_order', param: 'id' }

/** Seconds options: whether a price is higher or lower after a period. */
export const option: Product = {
  name: 'option',
  pages: {
    'pages/transaction/index2': () => import('./ticket-page.tsx'),
    'pages/transaction/seconds_order': () => import('./orders-page.tsx'),
    'pages/verify/outcomes': () => import('./outcomes-page.tsx'),
  },
  texts: ['option_pages'],
  ended: () => import('./ended-sheet.tsx'),
  menu: [{ label: 'option.menu', page: 'pages/transaction/index2' }],
  reasons: {
    'option-stake': order,
    'option-return': order,
    'option-winnings': order,
    'option-loss': order,
  },
  notices: { 'option-result': { ...order, action: 'notice.see_order' } },
  holds: { 'option-order': { ...order, title: 'option.hold_order', action: 'spot.see_order' } },
}
