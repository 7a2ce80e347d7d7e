import type { PageLink, Product } from '../product.ts'

const order: PageLink = { page: 'pages/ieo/order', param: 'id' }
const notice = { ...order, action: 'notice.see_order' } as const

/** New-coin sales: at a fixed price, and by subscription. */
export const ieo: Product = {
  name: 'ieo',
  pages: {
    'pages/ieo/ieo': () => import('./projects-page.tsx'),
    'pages/ieo/subscribe': () => import('./project-page.tsx'),
    'pages/ieo/order': () => import('./orders-page.tsx'),
  },
  texts: ['ieo_pages', 'chat_pages'],
  ended: () => import('./ended-sheet.tsx'),
  menu: [{ label: 'ieo.menu', page: 'pages/ieo/ieo' }],
  money: { title: 'ieo.in_ieo', page: 'pages/ieo/order' },
  reasons: {
    'ieo-payment': order,
    'ieo-refund': order,
    'ieo-settlement': order,
    'ieo-delivery': order,
    'ieo-unlock': order,
  },
  notices: { 'ieo-allotted': notice, 'ieo-unlocked': notice, 'ieo-failed': notice },
}
