import type { PageLink, Product } from '../product.ts'

const link: PageLink = { page: 'pages/nft/myBoxes', param: 'id' }
const notice = { ...link, action: 'notice.see_order' } as const

/** Blind boxes: an artwork each, drawn so that neither side can choose. */
export const box: Product = {
  name: 'box',
  pages: {
    'pages/nft/boxes': () => import('./series-list-page.tsx'),
    'pages/nft/box': () => import('./series-page.tsx'),
    'pages/nft/myBoxes': () => import('./boxes-page.tsx'),
  },
  texts: ['box_pages', 'chat_pages'],
  ended: () => import('./ended-sheet.tsx'),
  menu: [{ label: 'box.menu', page: 'pages/nft/boxes' }],
  money: { title: 'box.menu', page: 'pages/nft/myBoxes' },
  reasons: { 'box-payment': link, 'box-refund': link, 'box-settlement': link },
  notices: { 'box-refunded': notice, 'box-opened': notice },
}
