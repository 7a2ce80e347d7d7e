import { type ConversationLine, consoleSupport } from '#domain/support/console.ts'
import { supportStatuses } from '#domain/support/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { t } from '../../texts.ts'
import { referenceColumn } from '../../ui/columns.tsx'
import { CustomerRecords } from '../../ui/customer-records.tsx'
import { RecordPage } from '../../ui/record-page.tsx'
import type { Column } from '../../ui/table.tsx'
import { ConversationPanel } from './conversation-panel.tsx'
import { useSupportLive } from './use-support-live.ts'

/** Every chat with a customer: what waits, what is one's own, and what is over. */
export function ConversationsPage() {
  useSupportLive()
  return (
    <RecordPage
      title={t('support.conversations')}
      panel={(id, close) => <ConversationPanel key={id} id={id} onClose={close} />}
      endpoint={consoleSupport}
      empty={t('support.empty')}
      columns={[referenceColumn, ...columns]}
      // What is over stands apart from what waits.
      defaults={{ state: 'open' }}
      filters={[
        {
          name: 'state',
          label: t('support.state'),
          options: (['open', 'closed'] as const).map((id) => ({ id, label: t(`support.state_${id}`) })),
        },
        {
          name: 'status',
          label: t('support.status'),
          options: supportStatuses
            .filter((id) => id !== 'closed')
            .map((id) => ({ id, label: t(`support.status_${id}`) })),
        },
        {
          name: 'whose',
          label: t('support.whose'),
          options: (['mine', 'others', 'nobody'] as const).map((id) => ({
            id,
            label: t(`support.whose_${id}`),
          })),
        },
      ]}
    />
  )
}

const columns: Column<ConversationLine>[] = [
  { title: t('support.customer'), cell: ({ contact }) => contact },
  { title: t('support.status'), cell: ({ status }) => t(`support.status_${status}`) },
  {
    ...{ title: t('support.unread'), align: 'right' },
    cell: ({ unread }) => <span className={unread > 0 ? 'font-semibold' : 'text-t3'}>{unread}</span>,
  },
  { title: t('support.operator'), isWide: true, cell: ({ operator }) => operator ?? t('support.nobody') },
  {
    ...{ title: t('support.stars'), align: 'right', isWide: true },
    cell: ({ stars }) => (stars === null ? '' : t('support.stars_text', { count: stars })),
  },
  {
    ...{ title: t('support.opened'), align: 'right', sort: 'time' },
    cell: ({ openedAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(openedAtMs)}</span>,
  },
]

/** The chats of one customer. */
export function ConversationsTable({ customer }: { customer: string }) {
  return (
    <CustomerRecords
      customer={customer}
      endpoint={consoleSupport}
      label={t('support.conversations')}
      empty={t('support.empty')}
      columns={columns}
    />
  )
}
