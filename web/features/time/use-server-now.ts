import { siteConfig } from '#domain/content/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'

/**
 * The server's time as far as the page knows it, for dates that the server will decide: the device's
 * clock may be wrong. Until the server has told its time, the device's.
 */
export function useServerNow(): number {
  const site = useApiQuery(siteConfig, {})
  if (!site.data) return Date.now()
  return site.data.serverTimeMs + (Date.now() - site.dataUpdatedAt)
}
