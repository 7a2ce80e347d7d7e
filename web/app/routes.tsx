import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { loadChunk } from './chunk-fault.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { NeedsSignIn } from './needs-sign-in.tsx'
import { type PageRoute, pageList } from './page-list.ts'
import { PageSkeleton } from './page-skeleton.tsx'

type PageModule = { default: ComponentType }

/** The built pages: the file at `web/<route>.tsx` is the page of that route. */
const files = import.meta.glob<PageModule>('../pages/**/*.tsx')

const loadNotYet: () => Promise<PageModule> = () => import('./not-yet.tsx')

const loaderOf = (route: PageRoute) => files[`../${route}.tsx`] ?? loadNotYet

const pages = (Object.keys(pageList) as PageRoute[]).map((route) => ({
  route,
  access: pageList[route],
  Page: lazy(() => loadChunk(loaderOf(route), `#/${route}`)),
}))

/** Starts loading a page before it is asked for, at start and when a finger touches a link. */
export function preload(route: string): void {
  const known = route in pageList ? (route as PageRoute) : 'pages/index/index'
  void loaderOf(known)().catch(() => undefined)
}

/** All routes of the app; anything unknown leads home. */
export function AppRoutes() {
  const { pathname } = useLocation()
  return (
    // The key forgets a page's error when the person goes elsewhere.
    <ErrorBoundary key={pathname}>
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
