import type { OptionView } from '#domain/option/contract.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { OptionRow } from './option-row.tsx'
import { OptionSheet } from './option-sheet.tsx'
import type { OptionListView } from './option-views.ts'
import { useOptions } from './use-options.ts'

/** A seconds option’s sheet, for a list that shows it. */
export const optionSheet = (id: string, listed: OptionView | undefined, close: () => void) => (
  <OptionSheet id={id} listed={listed} onClose={close} />
)

/** What is said where a list has nothing. */
export function useEmptyText(view: OptionListView) {
  const { t } = useTexts()
  const text = view === 'open' && { text: t('option_pages.no_open_why') }
  return { isSmall: true, title: t(`option_pages.no_${view}`), ...text }
}

/** One of the lists of a customer's orders: those that run, or what became of the others, the newest first. */
export function OptionOrders({ view }: { view: OptionListView }) {
  return (
    <RecordList
      list={useOptions({ status: view })}
      rows={view === 'open' ? 2 : 3}
      empty={useEmptyText(view)}
      row={(order, open) => <OptionRow order={order} onOpen={open} />}
      sheet={optionSheet}
    />
  )
}
