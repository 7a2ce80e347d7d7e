import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useClient } from '#web/app/client-state.ts'
import { useTitle } from '#web/app/use-title.ts'
import { useTexts } from '#web/texts/texts.ts'
import { DemoBadge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** The bar of 56 px on top of a page: back, title (the tab's too), what the page offers at the right. */
export function AppBar({
  title,
  hasBack = true,
  children,
}: {
  title: ReactNode
  hasBack?: boolean
  children?: ReactNode
}) {
  const { t } = useTexts()
  const isDemo = useClient((state) => state.isDemo)
  // A title that is more than words names the page itself.
  useTitle(typeof title === 'string' ? title : undefined)
  return (
    <header className="sticky top-0 z-navbar flex h-(--bar) items-center gap-1.5 bg-bg gutter xs:gap-2">
      {hasBack && <BackButton label={t('common.back')} />}
      {typeof title === 'string' ? (
        // Two lines where one is too narrow: the bar has room for both.
        <h1 data-title className="line-clamp-2 min-w-0 text-15 font-semibold xs:text-17">
          {title}
        </h1>
      ) : (
        <div data-title className="min-w-0">
          {title}
        </div>
      )}
      {isDemo && <DemoBadge />}
      <div className="-mr-3 ml-auto flex min-w-0 shrink-0 items-center">{children}</div>
    </header>
  )
}

function BackButton({ label }: { label: string }) {
  const navigate = useNavigate()
  // A page opened by its URL has nothing behind it: back then leads home.
  const goBack = () =>
    (history.state as { idx?: number } | null)?.idx ? navigate(-1) : navigate('/', { replace: true })
  return <IconButton icon={ChevronLeft} label={label} onClick={goBack} className="-ml-3" />
}
