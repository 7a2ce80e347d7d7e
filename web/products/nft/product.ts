import type { PageLink, Product } from '../product.ts'

const order: PageLink = { page: 'pages/nft/purchase', param: 'id' }
const margin: PageLink = { page: 'pages/nft/mine', param: 'margin' }
const action = 'notice.see_order' as const
const page = 'nft.menu' as const

/** Artworks: bought at a price that is asked or in an auction, and offered again by who owns them. */
export const nft: Product = {
  name: 'nft',
  pages: {
    'pages/nft/nft': () => import('./nft-page.tsx'),
    'pages/nft/artistDetail': () => import('./artist-page.tsx'),
    'pages/nft/artworkDetail': () => import('./artwork-page.tsx'),
    'pages/nft/artworkDetail_video': () => import('./video-page.tsx'),
    'pages/nft/mine': () => import('./mine-page.tsx'),
    'pages/nft/myNft': () => import('./own-page.tsx'),
    'pages/nft/purchase': () => import('./orders-page.tsx'),
    'pages/nft/purchase_one': () => import('./purchase-page.tsx'),
    'pages/nft/resell': () => import('./resell-page.tsx'),
  },
  texts: ['nft_pages', 'chat_pages'],
  ended: () => import('./ended-sheet.tsx'),
  menu: [{ label: 'nft.menu', page: 'pages/nft/nft' }],
  reasons: {
    'nft-payment': order,
    'nft-fee': order,
    // Of somebody else's order.
    'nft-royalty': null,
    'nft-forfeit': order,
    'nft-margin': margin,
    'nft-margin-return': margin,
  },
  notices: {
    'nft-won': { ...order, action },
    'nft-sold': { ...order, action },
    'nft-forfeited': { ...order, action },
    'nft-outbid': { page: 'pages/nft/mine', param: 'auction', action: page },
    'nft-reopened': { page: 'pages/nft/mine', param: 'auction', action: page },
    'nft-lost': { ...margin, action: page },
    'nft-cancelled': { ...margin, action: page },
    'nft-cancelled-sale': { page: 'pages/nft/myNft', action: page },
    'nft-unsold': { page: 'pages/nft/myNft', action: page },
    'nft-royalty': { page: 'pages/nft/nft', action: page },
  },
  money: { title: 'nft.in_nft', page: 'pages/nft/mine' },
}
