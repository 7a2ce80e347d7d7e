import type { SiteConfig } from '#domain/content/contract.ts'
import { marketRoutes } from '#server/markets/routes.ts'
import type { Route } from '#server/platform/http/route.ts'
import { contentRoutes } from '#server/products/content/routes.ts'
import { spotRoutes } from '#server/products/spot/routes.ts'
import type { World } from './world.ts'

/** Every call the customer's listener answers. */
export const customerRoutes = (world: World, site: Omit<SiteConfig, 'serverTimeMs'>): Route[] => [
  ...contentRoutes(site),
  ...marketRoutes(world.markets),
  ...world.users.routes,
  ...spotRoutes(world.spot),
  ...world.uploads.routes,
  ...world.wallet.routes,
  ...world.earn.routes,
]
