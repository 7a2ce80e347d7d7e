import { RecordList } from '#web/features/records/record-list.tsx'
import { RecordTable, type TableColumn } from '#web/features/records/record-table.tsx'
import { grouped } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import type { HistoryFilter } from './history-filter.ts'
import { HistoryRow } from './history-row.tsx'
import { HistorySheet } from './history-sheet.tsx'
import { Result } from './outcome.tsx'
import { marketSideOf, productText, sideText, sizeText, symbolText } from './record-words.ts'
import { type HistoryRecord, useHistory } from './use-history.ts'

const historySheet = (id: string, _: HistoryRecord | undefined, close: () => void) => (
  <HistorySheet id={id} onClose={close} />
)

/** What is said where nothing ended, or nothing that a filter leaves. */
const emptyOf = (filter: HistoryFilter, t: Translate) =>
  Object.keys(filter).length > 0
    ? { isSmall: true, title: t('history_pages.no_match'), text: t('history_pages.no_match_why') }
    : { isSmall: true, title: t('history_pages.none'), text: t('history_pages.none_why') }

/** The records as a list. */
export function HistoryRows({ filter }: { filter: HistoryFilter }) {
  const { t } = useTexts()
  return (
    <RecordList
      list={useHistory(filter)}
      empty={emptyOf(filter, t)}
      row={(record, open) => <HistoryRow record={record} onOpen={open} />}
      sheet={historySheet}
    />
  )
}

/** The records as a table. */
export function HistoryTable({ filter }: { filter: HistoryFilter }) {
  const { t } = useTexts()
  return (
    <RecordTable
      list={useHistory(filter)}
      empty={emptyOf(filter, t)}
      columns={columnsOf(t)}
      inPane
      sheet={historySheet}
    />
  )
}

const priceText = (price: string | null): string => (price === null ? '—' : grouped(price))

const columnsOf = (t: Translate): readonly TableColumn<HistoryRecord>[] => [
  {
    ...{ id: 'ended', head: t('history_pages.ended') },
    cell: ({ endedAtMs }, open) => (
      <button
        type="button"
        onClick={open}
        className="press min-h-11 text-left whitespace-nowrap text-t2 hover:text-t1"
      >
        {dateTime(endedAtMs).slice(5, 16)}
      </button>
    ),
  },
  {
    ...{ id: 'product', head: t('history_pages.product') },
    cell: (record) => productText(record, t),
  },
  {
    ...{ id: 'market', head: t('spot.column_market') },
    cell: (record) => (
      <span className="flex items-center gap-2">
        <span className="font-semibold whitespace-nowrap">{symbolText(record)}</span>
        <Tag kind={marketSideOf[record.side]}>{sideText(record, t)}</Tag>
      </span>
    ),
  },
  {
    ...{ id: 'quantity', head: t('history_pages.quantity'), isFigure: true },
    cell: (record) => sizeText(record, t),
  },
  {
    ...{ id: 'open', head: t('history_pages.open_price'), isFigure: true, from: 'middle' },
    cell: ({ openPrice }) => priceText(openPrice),
  },
  {
    ...{ id: 'close', head: t('history_pages.close_price'), isFigure: true, from: 'wide' },
    cell: ({ closePrice }) => priceText(closePrice),
  },
  {
    ...{ id: 'result', head: t('history_pages.result'), isFigure: true },
    cell: (record) => <Result record={record} />,
  },
  {
    ...{ id: 'status', head: t('spot.status'), isFigure: true },
    cell: ({ status }) => t(`history_pages.status_${status}`),
  },
]
