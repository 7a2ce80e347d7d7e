import { type PageRoute, toPage } from './page-list.ts'

/** Opens a page from code outside React; inside, use the router's `useNavigate` and `Link`. */
export function goTo(route: PageRoute, params?: Readonly<Record<string, string | undefined>>): void {
  const hash = `#${toPage(route, params)}`
  if (location.hash !== hash) location.hash = hash
}
