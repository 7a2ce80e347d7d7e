import type { PageLink, Product } from '../product.ts'

const order: PageLink = { page: 'pages/saleCoin/dollarOrderList', param: 'id' }

/** Coins sold for US dollars, which are paid to a bank card. */
export const sale: Product = {
  name: 'sale',
  texts: ['sale_pages', 'withdrawal_pages', 'passkey_pages', 'chat_pages'],
  pages: {
    'pages/saleCoin/saleCoin': () => import('./sale-page.tsx'),
    'pages/saleCoin/dollarOrderList': () => import('./orders-page.tsx'),
  },
  menu: [{ label: 'sale.menu', page: 'pages/saleCoin/saleCoin' }],
  reasons: { 'sale-hold': order, sale: order, 'sale-fee': order },
  notices: {
    'sale-placed': { ...order, action: 'notice.see_sale' },
    'sale-paid': { ...order, action: 'notice.see_sale' },
    'sale-returned': { ...order, action: 'notice.see_sale' },
  },
  holds: {
    sale: { ...order, title: 'statement_pages.reason_sale-hold', action: 'spot.see_order', isFinal: true },
  },
}
