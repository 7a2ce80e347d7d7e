import { type PageRoute, toPage } from './page-list.ts'

/** How long a message is left to be read before one is led elsewhere. Source: specification sections 7 and 8. */
export const REDIRECT_DELAY_MS = 1_200

/** Opens a page from code outside React; inside, use the router's `useNavigate` and `Link`. */
export function goTo(route: PageRoute, params?: Readonly<Record<string, string | undefined>>): void {
  const hash = `#${toPage(route, params)}`
  if (location.hash !== hash) location.hash = hash
}
