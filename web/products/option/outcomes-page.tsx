import { AppBar } from '#web/app/app-bar.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { ContractMonths } from './contract-months.tsx'
import { OptionMonths } from './option-months.tsx'

const views = ['option', 'contract'] as const

/** What is published of months that have ended, for everybody: of seconds options, and of contracts. */
export default function OutcomesPage() {
  const { t } = useTexts()
  const [view, setView] = useUrlChoice('view', views)
  return (
    <>
      <AppBar title={t('option_pages.months')} />
      <main className="pb-10">
        <UnderlineTabs
          label={t('option_pages.months')}
          choices={views.map((id) => ({ id, label: t(`option_pages.months_${id}`) }))}
          value={view}
          onChange={setView}
        />
        {view === 'option' ? <OptionMonths /> : <ContractMonths />}
      </main>
    </>
  )
}
