import { sql } from 'kysely'
import { nftConsoleEndpoints } from '#domain/nft/console.ts'
import { nftEndpoints, nftFavourites, nftOrders, ownNftBids, ownNfts } from '#domain/nft/contract.ts'
import { PAID_IN } from '#domain/nft/rules.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import type { Product } from '../product.ts'
import { equityCheck } from '../wallet/service.ts'
import { feesOf, nftAccounts, proceedsOf } from './accounts.ts'
import { countOwned } from './artwork-store.ts'
import { auditNft, auditResults } from './audit.ts'
import { nftConsoleRoutes, nftProposals } from './console.ts'
import { consoleBalances, nftOfDay, nftTableRoutes, nftTimeline } from './console-table.ts'
import { endedNft } from './ended.ts'
import { marginEvents, orderEvents } from './events.ts'
import { nftJobs } from './jobs.ts'
import { reopenedAudience } from './notices.ts'
import { nftRoutes } from './routes.ts'
import { seedNft } from './seed.ts'

/** How many auctions a customer's margins lie in. */
const balances: ProductBalances = async (db, customer) => {
  const { rows } = await sql<{ products: number }>`
    select count(*)::int as products from nft_margin where customer_id = ${customer} and status = 'held'`.execute(
    db,
  )
  const { products } = rows[0]!
  return products === 0 ? [] : [{ kind: nftAccounts.margin.number, currency: PAID_IN, products }]
}

/** Artworks: bought at a price, or won in an auction, and sold again by whoever has them. */
export const nft: Product = {
  name: 'nft',
  endpoints: nftEndpoints,
  keeps: [ownNfts, nftOrders, ownNftBids, nftFavourites],
  belongings: async (db, customer) => [{ kind: 'artwork', count: await countOwned(db, customer) }],
  ownOrders: {
    kind: 'nft-order',
    of: (customer) =>
      sql`select id, (select code from nft_artwork a where a.id = artwork_id) as reference, placed_at as at from nft_order where buyer_id = ${customer}`,
  },
  consoleEndpoints: nftConsoleEndpoints,
  accounts: nftAccounts,
  funds: [
    { name: 'nft-fees', label: 'Fees of artwork sales', account: feesOf, isMovable: true },
    { name: 'nft-proceeds', label: 'Paid for the platform’s artworks', account: proceedsOf, isMovable: true },
  ],
  balances,
  events: [orderEvents, marginEvents],
  ended: endedNft,
  notices: { audiences: [reopenedAudience] },
  consoleBalances,
  timeline: nftTimeline,
  dayFigures: [nftOfDay],
  audit: auditNft,
  auditResults: (db, { newest }) => auditResults(db, newest),
  seedDemo: seedNft,
  testing: () => import('./testing.ts').then(({ nftTesting }) => nftTesting),
  open: ({ db, clock, media, markets, products }) => ({
    routes: nftRoutes({ db, clock, media, equity: equityCheck(products, markets) }),
    consoleRoutes: [...nftConsoleRoutes({ db, clock, media }), ...nftTableRoutes],
    proposals: Object.values(nftProposals(media)),
    jobs: nftJobs({ db, clock, media }),
  }),
}
