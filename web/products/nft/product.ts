import type { Product } from '../product.ts'

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
  texts: ['nft_pages'],
  menu: [{ label: 'nft.menu', page: 'pages/nft/nft' }],
  money: { title: 'nft.in_nft', page: 'pages/nft/mine' },
}
