import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { appPages } from '#web/pages/all.ts'
import * as products from '#web/products/all.ts'
import { BrokenPage } from './broken-page.tsx'
import { loadChunk, PAGE_TIME_OUT_MS } from './chunk-error.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { NeedsSignIn } from './needs-sign-in.tsx'
import { type PageModule, type PageRoute, type Pages, pageList } from './page-list.ts'
import { PageSkeleton } from './page-skeleton.tsx'

const served: Pages = Object.assign({}, appPages, ...Object.values(products).map(({ pages }) => pages))

/** Whether anybody serves a route yet. */
export const isServed = (route: PageRoute): boolean => served[route] !== undefined

const loadComingSoon: () => Promise<PageModule> = () => import('./coming-soon.tsx')

const loaderOf = (route: PageRoute) => served[route] ?? loadComingSoon

/** Pages that are here already. */
const loaded = new Map<PageRoute, PageModule>()

const pages = (Object.keys(pageList) as PageRoute[]).map((route) => ({
  route,
  access: pageList[route],
  Page: lazy(() => atOnce(loaded.get(route)) ?? loadChunk(loaderOf(route), `#/${route}`, PAGE_TIME_OUT_MS)),
}))

/** Loads a page before it is asked for; one that does not load is told about when it is. */
export async function preload(route: string): Promise<void> {
  const known = route in pageList ? (route as PageRoute) : 'pages/index/index'
  const page = await loaderOf(known)().catch(() => undefined)
  if (page) loaded.set(known, page)
}

/** A promise that has come true: React draws such a page in its first go, without a skeleton before it. */
function atOnce(page: PageModule | undefined): Promise<PageModule> | undefined {
  if (!page) return undefined
  return Object.assign(Promise.resolve(page), {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise, and answers without waiting
    then(resolve: (page: PageModule) => void) {
      resolve(page)
    },
  }) as Promise<PageModule>
}

/** All routes of the app; anything unknown leads home. */
export function AppRoutes() {
  const { pathname } = useLocation()
  return (
    // The key forgets a page's error when the person goes elsewhere.
    <ErrorBoundary key={pathname} fallback={(error) => <BrokenPage error={error} />}>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route path="/" element={<Navigate to="/pages/index/index" replace />} />
          {pages.map(({ route, access, Page }) => (
            <Route
              key={route}
              path={`/${route}`}
              element={
                access === 'user' ? (
                  <NeedsSignIn>
                    <Page />
                  </NeedsSignIn>
                ) : (
                  <Page />
                )
              }
            />
          ))}
          <Route path="*" element={<Navigate to="/pages/index/index" replace />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}
