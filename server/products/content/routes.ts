import { type SiteConfig, siteConfig } from '#domain/content/contract.ts'
import { type Route, route } from '#server/platform/http/route.ts'

/** What the site says of itself. */
export const contentRoutes = (site: Omit<SiteConfig, 'serverTimeMs'>): Route[] => [
  route(siteConfig, (_, { clock }) => ({ ...site, serverTimeMs: clock.nowMs() })),
]
