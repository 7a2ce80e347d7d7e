import { ownOtcChannel } from '#domain/otc/channel.ts'
import type { PageLink, Product } from '../product.ts'

const order: PageLink = { page: 'pages/otc/order', param: 'id' }
const offer: PageLink = { page: 'pages/otc/offers', param: 'id' }
const action = 'notice.see_sale' as const

/** Coins bought and sold between two persons, with the coin in escrow. */
export const otc: Product = {
  name: 'otc',
  texts: ['otc_pages', 'withdrawal_pages'],
  pages: {
    'pages/otc/otc': () => import('./offers-page.tsx'),
    'pages/otc/order': () => import('./order-page.tsx'),
    'pages/otc/orders': () => import('./orders-page.tsx'),
    'pages/otc/offers': () => import('./own-offers-page.tsx'),
  },
  menu: [{ label: 'otc.menu', page: 'pages/otc/otc' }],
  moneyChannels: [ownOtcChannel],
  reasons: { 'otc-offer': offer, 'otc-order': order, otc: order, 'otc-late': order },
  notices: {
    'otc-placed': { ...order, action },
    'otc-paid': { ...order, action },
    'otc-released': { ...order, action },
    'otc-returned': { ...order, action },
    'otc-disputed': { ...order, action },
  },
  holds: {
    'otc-order': {
      ...order,
      title: 'statement_pages.reason_otc-order',
      action: 'spot.see_order',
      isFinal: true,
    },
    'otc-offer': {
      ...offer,
      title: 'statement_pages.reason_otc-offer',
      action: 'spot.see_order',
      isFinal: true,
    },
  },
}
