import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Nobody is named by the URL. */
export function NoLead() {
  const { t } = useTexts()
  return (
    <EmptyState
      title={t('copy_pages.none_chosen')}
      text={t('copy_pages.none_chosen_why')}
      action={{ label: t('copy_pages.see_ranking'), to: toPage('pages/copytrade/copy') }}
    />
  )
}
