import { labelOf } from '#domain/market/instruments.ts'
import type { OptionView } from '#domain/option/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { RecordTable, type TableColumn } from '#web/features/records/record-table.tsx'
import { grouped } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { optionSheet, useEmptyText } from './option-lists.tsx'
import { Outcome, TimeLeft } from './option-outcome.tsx'
import type { OptionListView } from './option-views.ts'
import { sideOf } from './option-words.ts'
import { useOptions } from './use-options.ts'

type Column = TableColumn<OptionView>

/** One of the lists of a customer's orders as a table. */
export function OptionTable({ view, inPane = false }: { view: OptionListView; inPane?: boolean }) {
  const { t } = useTexts()
  return (
    <RecordTable
      list={useOptions({ status: view })}
      empty={useEmptyText(view)}
      columns={columnsOf(view, t)}
      inPane={inPane}
      sheet={optionSheet}
    />
  )
}

const columnsOf = (view: OptionListView, t: Translate): readonly Column[] => [
  {
    ...{ id: 'placed', head: t('spot.column_placed') },
    cell: ({ acceptedAtMs }, open) => (
      <button
        type="button"
        onClick={open}
        className="press h-11 text-left whitespace-nowrap text-t2 hover:text-t1"
      >
        {dateTime(acceptedAtMs).slice(5, 16)}
      </button>
    ),
  },
  {
    ...{ id: 'market', head: t('spot.column_market') },
    cell: (order) => <span className="font-semibold whitespace-nowrap">{labelOf(order.symbol)}</span>,
  },
  {
    ...{ id: 'direction', head: t('option_pages.direction') },
    cell: ({ direction }) => <Tag kind={sideOf[direction]}>{t(`option_pages.direction_${direction}`)}</Tag>,
  },
  {
    ...{ id: 'period', head: t('option_pages.period'), isFigure: true, from: 'middle' },
    cell: ({ seconds }) => t('option_pages.seconds', { seconds }),
  },
  {
    ...{ id: 'stake', head: t('option_pages.stake'), isFigure: true },
    cell: ({ stake, currency }) => <Amount value={stake} currency={currency} />,
  },
  {
    ...{ id: 'entry', head: t('option_pages.entry'), isFigure: true },
    cell: ({ entry }) => (entry ? grouped(entry.price) : '—'),
  },
  ...(view === 'open'
    ? [
        {
          ...{ id: 'left', head: t('option_pages.time_left_short'), isFigure: true },
          cell: (order: OptionView) => <TimeLeft order={order} />,
        },
      ]
    : [
        {
          ...{ id: 'exit', head: t('option_pages.exit'), isFigure: true },
          cell: ({ exit }: OptionView) => (exit ? grouped(exit.price) : '—'),
        },
        {
          ...{ id: 'outcome', head: t('option_pages.status'), isFigure: true },
          cell: (order: OptionView) => <Outcome order={order} />,
        },
      ]),
]
