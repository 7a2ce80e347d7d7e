import { useSearchParams } from 'react-router'
import { consoleDeposits, type DepositLine } from '#domain/deposit/console.ts'
import { type DepositStatus, depositStatuses } from '#domain/deposit/contract.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { amountText, dateTimeUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { referenceColumn } from '../../ui/columns.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { Page } from '../../ui/page.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { DepositPanel } from './deposit-panel.tsx'

const DEPOSITS_EVERY_MS = 5_000

/** Every deposit by proof, by status; what another operator does shows within seconds. */
export function DepositsPage() {
  const [address, setAddress] = useSearchParams()
  const [at, choose] = useChosen()
  const status = depositStatuses.find((name) => name === address.get('status')) ?? 'pending'
  const deposits = usePagedList(consoleDeposits, { status }, { refetchMs: DEPOSITS_EVERY_MS })
  return (
    <Page
      title={t('deposit.title')}
      panel={at && <DepositPanel key={at} id={at} onClose={() => choose(undefined)} />}
    >
      <UnderlineTabs<DepositStatus>
        label={t('deposit.title')}
        value={status}
        onChange={(next) => setAddress({ status: next })}
        choices={depositStatuses.map((id) => ({ id, label: t(`deposit.status_${id}`) }))}
      />
      <ListTable
        list={deposits}
        empty={t('deposit.empty')}
        label={t('deposit.title')}
        columns={columns}
        keyOf={({ id }) => id}
        chosen={at}
        onChoose={({ id }) => choose(id)}
      />
    </Page>
  )
}

const columns: Column<DepositLine>[] = [
  referenceColumn,
  {
    title: t('review.column_subject'),
    cell: ({ contact, sender }) => <Two first={contact} second={sender} />,
  },
  { title: t('deposit.column_network'), isWide: true, cell: ({ network }) => network },
  {
    title: t('review.column_amount'),
    align: 'right',
    cell: ({ claimed, credited, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(credited ?? claimed, currency)}</span>
    ),
  },
  {
    title: t('audit.column_time'),
    align: 'right',
    cell: ({ submittedAtMs }) => (
      <span className="whitespace-nowrap text-t2">{dateTimeUtc(submittedAtMs).slice(0, 16)}</span>
    ),
  },
]
