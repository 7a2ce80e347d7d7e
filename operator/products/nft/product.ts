import { Brush, Gavel, HandCoins, Images, Library, Receipt } from 'lucide-react'
import {
  consoleNftArtists,
  consoleNftArtworks,
  consoleNftAuctions,
  consoleNftBids,
  consoleNftCollections,
  consoleNftOrders,
} from '#domain/nft/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { ArtistsPage } from './artists-page.tsx'
import { ArtworksPage } from './artworks-page.tsx'
import { AuctionsPage } from './auctions-page.tsx'
import { BidsPage, BidsTable } from './bids-page.tsx'
import { CollectionsPage } from './collections-page.tsx'
import { OrdersPage, OrdersTable } from './orders-page.tsx'

/** Where a subject is found: one that is only proposed is among what is proposed. */
const at = (page: string) => (text: string) => (/^\d+$/.test(text) ? `${page}?at=${text}` : page)

/** Artworks: artists, collections and works with their pictures and videos, auctions, bids and orders. */
export const nft: Product = {
  name: 'nft',
  title: t('nft.title'),
  pages: [
    {
      ...{ path: '/nft', name: t('nft.artworks'), icon: Images, component: ArtworksPage },
      endpoint: consoleNftArtworks,
    },
    {
      ...{ path: '/nft/artists', name: t('nft.artists'), icon: Brush, component: ArtistsPage },
      endpoint: consoleNftArtists,
    },
    {
      ...{ path: '/nft/collections', name: t('nft.collections'), icon: Library },
      ...{ component: CollectionsPage, endpoint: consoleNftCollections },
    },
    {
      ...{ path: '/nft/auctions', name: t('nft.auctions'), icon: Gavel, component: AuctionsPage },
      endpoint: consoleNftAuctions,
    },
    {
      ...{ path: '/nft/bids', name: t('nft.bids'), icon: HandCoins, component: BidsPage },
      endpoint: consoleNftBids,
    },
    {
      ...{ path: '/nft/orders', name: t('nft.orders'), icon: Receipt, component: OrdersPage },
      endpoint: consoleNftOrders,
    },
  ],
  customerTabs: [
    { id: 'nft', name: t('nft.orders'), endpoint: consoleNftOrders, Tab: OrdersTable },
    { id: 'nft-bids', name: t('nft.bids'), endpoint: consoleNftBids, Tab: BidsTable },
  ],
  subjects: {
    'nft-artist': { label: (text) => t('nft.subject_artist', { text }), to: at('/nft/artists') },
    'nft-collection': {
      label: (text) => t('nft.subject_collection', { text }),
      to: at('/nft/collections'),
    },
    'nft-artwork': { label: (text) => t('nft.subject_artwork', { text }), to: at('/nft') },
    'nft-run': { label: (text) => t('nft.subject_run', { text }), to: () => '/nft' },
    'nft-auction': { label: (text) => t('nft.subject_auction', { text }), to: at('/nft/auctions') },
    'nft-media': {
      label: (text) => t('nft.subject_media', { text: text.slice(0, 8) }),
      to: () => '/nft',
    },
  },
  proposals: {
    label: t('nft.proposal'),
    tab: 'products',
    kinds: {
      'nft-artist': t('nft.new_artist'),
      'nft-artist-edit': t('nft.kind_artist_edit'),
      'nft-artist-start': t('nft.kind_artist_start'),
      'nft-collection': t('nft.new_collection'),
      'nft-collection-edit': t('nft.kind_collection_edit'),
      'nft-artwork': t('nft.new_artwork'),
      'nft-offer': t('nft.kind_offer'),
      'nft-offer-run': t('nft.kind_offer_run'),
      'nft-open': t('nft.kind_open'),
      'nft-cancel': t('nft.kind_cancel'),
      'nft-media-release': t('nft.kind_release'),
    },
  },
  funds: [
    { name: 'nft-proceeds', label: t('nft.fund_proceeds') },
    {
      name: 'nft-fees',
      label: t('nft.fund_fees'),
    },
  ],
}
