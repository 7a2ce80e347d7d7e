import { useLocation } from 'react-router'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AppBar } from './app-bar.tsx'
import { tabOf } from './tab-bar.tsx'

/** The coming-soon page for a route that is not built yet. */
export default function ComingSoon() {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const tab = tabOf(pathname)
  return (
    <>
      <AppBar title={tab ? t(`common.tab_${tab}`) : t('common.not_yet_title')} hasBack={!tab} />
      <main>
        <EmptyState
          title={t('common.not_yet')}
          text={t('common.not_yet_why')}
          action={{ label: t('common.see_markets'), to: '/pages/market/market' }}
        />
      </main>
    </>
  )
}
