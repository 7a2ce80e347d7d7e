import type { SiteConfig } from '#domain/content/contract.ts'
import { marketRoutes } from '#server/markets/routes.ts'
import type { Route } from '#server/platform/http/route.ts'
import { contentRoutes } from '#server/products/content/routes.ts'
import { spotRoutes } from '#server/products/spot/routes.ts'
import type { Services } from './app.ts'

/** Every call the customer's listener answers. */
export const customerRoutes = (services: Services, site: Omit<SiteConfig, 'serverTimeMs'>): Route[] => [
  ...contentRoutes(site),
  ...marketRoutes(services.markets),
  ...services.users.routes,
  ...spotRoutes(services.spot),
  ...services.uploads.routes,
  ...services.wallet.routes,
  ...services.earn.routes,
]
