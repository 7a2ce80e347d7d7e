import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AppBar } from './app-bar.tsx'
import { toPage } from './page-list.ts'
import { tabOf } from './tab-bar.tsx'

const RETRY_MS = 3_000

/**
 * What stands in the place of a page that needs the server while that does not answer: the bar and the way back
 * stay, and it is tried again every 3 s, or at once when asked.
 */
export function NoConnection({ onRetry }: { onRetry(): void }) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const retry = useRef(onRetry)
  retry.current = onRetry
  useEffect(() => {
    const timer = setInterval(() => retry.current(), RETRY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <AppBar title={t('common.no_connection')} hasBack={!tabOf(pathname)} />
      <main role="alert">
        <EmptyState
          title={t('common.no_connection_title')}
          text={t('common.no_connection_why')}
          action={{ label: t('common.try_again'), onClick: onRetry }}
        />
        <Link to={toPage('pages/common/status')} className="block py-3 text-center text-13 text-t2 underline">
          {t('common.status')}
        </Link>
      </main>
    </>
  )
}
