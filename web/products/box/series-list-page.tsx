import { Package } from 'lucide-react'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { SeriesList } from './series-list.tsx'

/** The series of blind boxes. */
export default function SeriesListPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  return (
    <>
      <AppBar title={t('box_pages.title')}>
        {isSignedIn && (
          <IconLink icon={Package} label={t('box_pages.mine')} to={toPage('pages/nft/myBoxes')} />
        )}
      </AppBar>
      <main className="pb-8">
        <SeriesList />
      </main>
    </>
  )
}
