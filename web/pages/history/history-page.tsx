import { AppBar } from '#web/app/app-bar.tsx'
import { HistoryTabs } from '#web/features/records/history-tabs.tsx'
import { useTexts } from '#web/texts/texts.ts'

/** Everything of the customer that ended, by product. */
export default function HistoryPage() {
  const { t } = useTexts()
  return (
    <>
      <AppBar title={t('spot.history')} />
      <main className="pb-8">
        <HistoryTabs />
      </main>
    </>
  )
}
