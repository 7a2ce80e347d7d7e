import type { Product } from '../product.ts'

/** Coins sold for US dollars, which are paid to a bank card. */
export const sale: Product = {
  name: 'sale',
  pages: {},
  reasons: { 'sale-hold': null, sale: null, 'sale-fee': null },
  notices: {
    'sale-paid': { page: 'pages/setting/bill', action: 'notice.see_sale' },
    'sale-returned': { page: 'pages/setting/bill', action: 'notice.see_sale' },
  },
}
