import type { Instrument } from '#domain/market/instrument.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { type BookStep, bookSteps } from '#domain/spot/book-rows.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Select } from '#web/ui/select-sheet.tsx'
import { type BookLayout, layouts, useBookLayout } from './use-book-layout.ts'

/** How much of the book is shown, and how finely. */
export function BookTools({ instrument, title }: { instrument: Instrument; title: string | undefined }) {
  const { t } = useTexts()
  const { layout, grouping, setLayout, setGrouping } = useBookLayout(instrument.symbol)
  return (
    <div className={cx('flex items-center justify-between gap-1', title ? 'min-h-11 pr-3' : 'min-h-9 pr-4')}>
      {title && <h2 className="min-w-0 flex-1 truncate text-13 font-semibold">{title}</h2>}
      <Select<BookStep>
        label={t('market.grouping')}
        value={grouping}
        choices={bookSteps.map((ticks) => ({ id: ticks, label: formatPrice(instrument, ticks) }))}
        onChange={setGrouping}
        className="figures target !h-6 !gap-1 !text-11 text-t2"
      />
      <Select<BookLayout>
        label={t('market.book_layout')}
        value={layout}
        shown={sidesShown[layout]}
        choices={layouts.map((id) => ({ id, label: t(`market.book_layout_${id}`) }))}
        onChange={setLayout}
        className="target !h-6 !gap-1 !text-11 text-t2"
      />
    </div>
  )
}

/** The sides as arrows: asks stand above the price, bids below it. */
const sidesShown = { both: '▲▼', asks: '▲', bids: '▼' } as const
