import { type SiteConfig, siteConfig } from '#domain/content/contract.ts'
import { type OperatorPower, operatorPowers } from '#domain/content/powers.ts'
import { type Route, route } from '#server/platform/http/route.ts'

/** What the site says of itself. */
export const contentRoutes = (
  site: Omit<SiteConfig, 'serverTimeMs'>,
  powers: readonly OperatorPower[],
): Route[] => [
  route(siteConfig, (_, { clock }) => ({ ...site, serverTimeMs: clock.nowMs() })),
  route(operatorPowers, () => ({ powers: [...powers] })),
]
