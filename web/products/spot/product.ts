import { lazy } from 'react'
import { ownOrdersChannel } from '#domain/spot/contract.ts'
import type { PageLink, Product } from '../product.ts'

const order: PageLink = { page: 'pages/transaction/currency_order', param: 'id' }

/** Spot trading on an order book. */
export const spot: Product = {
  name: 'spot',
  pages: {
    'pages/transaction/currency': () => import('./trade-page.tsx'),
    'pages/transaction/currency_order': () => import('./orders-page.tsx'),
  },
  ended: () => import('./ended-sheet.tsx'),
  menu: [{ label: 'spot.menu', page: 'pages/transaction/currency_order' }],
  reasons: {
    'spot-hold': order,
    'spot-release': order,
    // What a trade moved refers to the trade, not to one of its two orders.
    'spot-trade': { ...order, param: 'trade' },
    'spot-fee': order,
  },
  notices: {
    'spot-fill': { ...order, action: 'notice.see_order' },
    'spot-stop': { ...order, action: 'notice.see_order' },
  },
  holds: { 'spot-order': { ...order, title: 'spot.hold_order', action: 'spot.see_order' } },
  OwnMarks: lazy(() => import('./own-marks.tsx')),
  moneyChannels: [ownOrdersChannel],
}
