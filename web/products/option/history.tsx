import { useSearchParams } from 'react-router'
import { useWide } from '#web/app/use-wide.ts'
import { FilterChips } from '#web/features/records/filter-chips.tsx'
import { withoutLink } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { OptionOrders } from './option-lists.tsx'
import { OptionTable } from './option-table.tsx'

/** The seconds options that ended: settled, or void. */
export default function OptionHistory() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const view = search.get('status') === 'void' ? 'void' : 'settled'
  const choose = (status: string | undefined) => {
    const next = withoutLink(search)
    if (status === undefined) next.delete('status')
    else next.set('status', status)
    setSearch(next, { replace: true })
  }
  const isWide = useWide()
  return (
    <>
      <FilterChips
        lists={[
          {
            name: 'status',
            label: t('option_pages.status'),
            choices: [
              { id: '', label: t('option_pages.view_settled') },
              { id: 'void', label: t('option_pages.view_void') },
            ],
          },
        ]}
        filter={view === 'void' ? { status: view } : {}}
        onChange={(_, status) => choose(status)}
      />
      {isWide ? <OptionTable key={view} view={view} inPane /> : <OptionOrders key={view} view={view} />}
    </>
  )
}
