import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { appPages } from '#web/pages/all.ts'
import * as products from '#web/products/all.ts'
import type { Product } from '#web/products/product.ts'
import { loadArea } from '#web/texts/texts.ts'
import { BrokenPage } from './broken-page.tsx'
import { loadChunk, PAGE_TIME_OUT_MS } from './chunk-error.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { NeedsSignIn } from './needs-sign-in.tsx'
import { type PageModule, type PageRoute, type Pages, pageList } from './page-list.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { atOnce, widePartsLoaded } from './wide-part.ts'

const served: Pages = Object.assign({}, appPages, ...Object.values(products).map(pagesWithTexts))

/** A product's pages, each loaded together with the texts that only these pages show. */
function pagesWithTexts({ pages, texts }: Product): Pages {
  if (!texts) return pages
  const withTexts = (load: () => Promise<PageModule>) => async () =>
    (await Promise.all([load(), ...texts.map(loadArea)]))[0]
  return Object.fromEntries(Object.entries(pages).map(([route, load]) => [route, withTexts(load)]))
}

/** Pages that are here already. */
const loaded = new Map<PageRoute, PageModule>()

/** Every page by its path. */
const pages = new Map(
  (Object.entries(served) as [PageRoute, () => Promise<PageModule>][]).map(([route, load]) => [
    `/${route}`,
    {
      access: pageList[route],
      Page: lazy(() => atOnce(loaded.get(route)) ?? loadChunk(load, `#/${route}`, PAGE_TIME_OUT_MS)),
    },
  ]),
)

/** Loads a page before it is asked for, with all of it that a wide window shows; one that does not load is told about when it is. */
export async function preload(route: string): Promise<void> {
  const known = route in served ? (route as PageRoute) : 'pages/index/index'
  const page = await served[known]?.().catch(() => undefined)
  await widePartsLoaded()
  if (page) loaded.set(known, page)
}

/** The page of the current path; anything unknown leads home. Paths are whole and few: the router need not match them. */
export function AppPage() {
  const { pathname } = useLocation()
  const page = pages.get(pathname.replace(/\/$/, ''))
  if (!page) return <Navigate to="/pages/index/index" replace />
  const { access, Page } = page
  return (
    // The key forgets a page's error when the person goes elsewhere.
    <ErrorBoundary key={pathname} fallback={(error) => <BrokenPage error={error} />}>
      <Suspense fallback={<PageSkeleton />}>
        {access === 'user' ? (
          <NeedsSignIn>
            <Page />
          </NeedsSignIn>
        ) : (
          <Page />
        )}
      </Suspense>
    </ErrorBoundary>
  )
}
