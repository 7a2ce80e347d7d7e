import { consoleTimeline, type TimelineLine, timelineTopics } from '#domain/console/contract.ts'
import { amountText, dateTimeUtc } from '../format.ts'
import { t } from '../texts.ts'
import { DataTable } from '../ui/data-table.tsx'
import { type Column, Two } from '../ui/table.tsx'
import { SubjectName } from './subject-name.tsx'

/** Everything that happened to a customer; its names in the URL are its own beside the page's other tables. */
export const Timeline = ({ customer }: { customer: string }) => (
  <DataTable
    endpoint={consoleTimeline}
    prefix="happened-"
    fixed={{ customer }}
    label={t('customers.happened')}
    empty={t('customers.happened_none')}
    isDense
    columns={columns}
    keyOf={({ id }) => id}
    filters={[
      {
        name: 'topic',
        label: t('customers.topic'),
        options: timelineTopics.map((id) => ({ id, label: t(`customers.topic_${id}`) })),
      },
    ]}
  />
)

const columns: Column<TimelineLine>[] = [
  {
    title: t('customers.column_time'),
    sort: 'time',
    width: '@min-[600px]:w-40',
    cell: ({ atMs }) => <span className="figures whitespace-nowrap text-t2">{dateTimeUtc(atMs)}</span>,
  },
  {
    title: t('customers.column_what'),
    cell: ({ title, detail, topic }) => (
      <>
        <span className="block">{topic === 'operators' ? t('customers.topic_operators') : title}</span>
        {detail && <span className="block text-12 break-words text-t2">{detail}</span>}
      </>
    ),
  },
  {
    title: t('review.column_amount'),
    align: 'right',
    cell: ({ amount, currency }) => (
      <span className="whitespace-nowrap">
        {amount === null || currency === null ? '–' : amountText(amount, currency)}
      </span>
    ),
  },
  {
    title: t('customers.column_about'),
    cell: ({ subject }) =>
      subject === null ? '–' : <Two first={<SubjectName subject={subject} />} second="" />,
  },
]
