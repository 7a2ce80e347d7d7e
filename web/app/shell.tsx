import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { useBringFavourites } from '#web/features/quotes/bring-favourites.ts'
import { TapeAlarm } from '#web/features/verify/tape-alarm.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Overlay } from '#web/ui/overlay.tsx'
import { useClient, useSignedIn } from './client-state.ts'
import { useConnection } from './connection.ts'
import { frameOf } from './frame.ts'
import { keepInviteCode } from './invite-code.ts'
import { useOverlay } from './overlay.ts'
import { PANE_ID } from './pane.ts'
import { AppPage } from './routes.tsx'
import { SideBar } from './side-bar.tsx'
import { TabBar, tabOf } from './tab-bar.tsx'
import { ToastRegion } from './toast-region.tsx'
import { useCurrentUrl } from './use-current-url.ts'
import { useWide } from './use-wide.ts'
import { directionInForce } from './visitor-choices.ts'

/** Only for who is signed in. */
const AccountWatch = lazy(() => import('./account-watch.tsx'))

/** The frame around every page: the column, the demo frame, the tab bar, and what lies over pages. */
export function Shell() {
  const { pathname, search } = useLocation()
  const { t } = useTexts()
  const isDemo = useClient((state) => state.isDemo)
  const direction = useClient(directionInForce)
  const isOnline = useConnection((state) => state.isOnline)
  const isWaiting = useOverlay((state) => state.isShown)
  const isSignedIn = useSignedIn()
  const isWide = useWide()
  const tab = tabOf(pathname)
  const { side, width, section } = frameOf(pathname)
  useBringFavourites()
  useCurrentUrl()

  useEffect(() => {
    document.documentElement.dataset.direction = direction
  }, [direction])
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { side, width })
  }, [side, width])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every navigation
  useEffect(keepInviteCode, [pathname, search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at its top
  useEffect(() => {
    scrollTo(0, 0)
  }, [pathname])

  return (
    <>
      {isWide && <SideBar side={side} section={section} />}
      <div className="lg:pr-(--pane) lg:pl-(--side)">
        <div
          // Says which page stands here: the URL is ahead of it while a page loads.
          data-page={pathname + search}
          className={`relative mx-auto min-h-dvh w-full max-w-(--column) ${tab ? 'pb-(--tabs)' : ''}`}
        >
          <TapeAlarm />
          {isSignedIn && (
            <Suspense>
              <AccountWatch />
            </Suspense>
          )}
          <AppPage />
        </div>
      </div>
      <aside id={PANE_ID} className="list-pane" />
      {tab && !isWide && <TabBar current={tab} />}
      {isDemo && <div aria-hidden className="demo-frame" />}
      {!isOnline && (
        <p
          role="status"
          className={cx(
            'fixed inset-x-0 z-no-network lg:left-(--side) border-t border-line2 bg-s2 gutter py-2.5 text-center text-13 text-t1',
            tab ? 'bottom-(--tabs)' : 'bottom-0',
            // The buttons of a sheet are at the lower edge.
            '[body:has([role=dialog])_&]:top-0 [body:has([role=dialog])_&]:bottom-auto',
          )}
        >
          {t('common.no_network')}
        </p>
      )}
      {isWaiting && <Overlay />}
      <ToastRegion />
    </>
  )
}
