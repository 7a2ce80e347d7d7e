import { siteConfig } from '#domain/content/contract.ts'
import { http } from './api.ts'
import { useClient } from './client-state.ts'

/** What the site is called and its logo, by the server; what was known before stays where it does not answer. */
export async function loadSite(): Promise<void> {
  const site = await http.request(siteConfig, {}).catch(() => undefined)
  if (!site) return
  const { site: before } = useClient.getState()
  if (site.site_name !== before.name || site.site_logo !== before.logo)
    useClient.setState({ site: { name: site.site_name, logo: site.site_logo } })
}
