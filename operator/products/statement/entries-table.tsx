import type { ListEndpoint } from '#domain/list.ts'
import { reasons } from '#domain/reasons.ts'
import type { ConsoleEntry, consoleEntries, consolePlatformEntries } from '#domain/statement/console.ts'
import { eventKindOf, NO_REQUEST } from '#domain/statement/events.ts'
import { amount as exact } from '#web/format/number.ts'
import { cx } from '#web/ui/cx.ts'
import { useProducts } from '../../app/products.ts'
import { dateTimeUtc } from '../../format.ts'
import { SubjectName, sentence } from '../../pages/subject-name.tsx'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { OwnFilter } from '../../ui/filters.tsx'
import { type Column, Two } from '../../ui/table.tsx'

/** Entries of the ledger: of a customer, or of the platform. */
export const EntriesTable = ({
  endpoint,
  fixed = {},
  filters = [],
}: {
  endpoint: ListEndpoint & (typeof consoleEntries | typeof consolePlatformEntries)
  fixed?: Readonly<Record<string, string>>
  filters?: readonly OwnFilter[]
}) => (
  <DataTable
    endpoint={endpoint as typeof consolePlatformEntries}
    label={t('statement.title')}
    empty={t('statement.empty')}
    isDense
    columns={columns}
    keyOf={({ transferId, account, state, amount }) => `${transferId} ${account} ${state} ${amount}`}
    filters={[...filters, reasonFilter]}
    fixed={fixed}
  />
)

/** What an entry belongs to, as the way there; what is nobody's request is only its number. */
function Reference({ entry: { reason, reference } }: { entry: ConsoleEntry }) {
  const products = useProducts()
  const kind = eventKindOf(reason)
  const subject = kind && products.map(({ records }) => records?.[kind]).find(Boolean)
  if (BigInt(reference) === NO_REQUEST) return <span className="text-t3">–</span>
  if (!subject) return <span className="text-t2">{reference}</span>
  return <SubjectName subject={`${subject}:${reference}`} />
}

const reasonFilter: OwnFilter = {
  name: 'entryReason',
  label: t('statement.column_reason'),
  options: reasons
    .map((id) => ({ id, label: sentence(id) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
}

const columns: Column<ConsoleEntry>[] = [
  {
    title: t('statement.column_time'),
    cell: ({ atMs }) => <span className="figures whitespace-nowrap text-t2">{dateTimeUtc(atMs)}</span>,
  },
  { title: t('statement.column_reason'), cell: ({ reason }) => sentence(reason) },
  {
    title: t('statement.column_account'),
    cell: ({ account, state }) => <Two first={sentence(account)} second={t(`statement.state_${state}`)} />,
  },
  {
    title: t('statement.column_amount'),
    align: 'right',
    cell: ({ amount, currency }) => (
      <span className={cx('font-semibold', amount.startsWith('-') && 'text-t2')}>
        {exact(amount)} {currency}
      </span>
    ),
  },
  {
    title: t('statement.column_balance'),
    align: 'right',
    isWide: true,
    cell: ({ balance }) => exact(balance),
  },
  {
    title: t('statement.column_reference'),
    align: 'right',
    isWide: true,
    cell: (entry) => <Reference entry={entry} />,
  },
]
