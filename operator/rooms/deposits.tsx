import { useSearchParams } from 'react-router'
import { consoleDeposits, type DepositLine } from '#domain/console/contract.ts'
import { type DepositStatus, depositStatuses } from '#domain/wallet/contract.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { amountText, dateTimeUtc } from '../format.ts'
import { texts } from '../texts.ts'
import { ListTable } from '../ui/list-table.tsx'
import { Room } from '../ui/room.tsx'
import { type Column, Two } from '../ui/table.tsx'
import { DepositPanel } from './deposit-panel.tsx'

const DEPOSITS_EVERY_MS = 5_000

/** Every deposit by proof, by status; what another desk does shows within seconds. */
export function DepositsRoom() {
  const [address, setAddress] = useSearchParams()
  const status = depositStatuses.find((name) => name === address.get('status')) ?? 'pending'
  const chosen = address.get('at') ?? undefined
  const deposits = usePagedList(consoleDeposits, { status }, { refetchMs: DEPOSITS_EVERY_MS })
  const choose = (id: string | undefined) =>
    setAddress({ status, ...(id ? { at: id } : {}) }, { replace: true })
  return (
    <Room
      title={texts.nav.deposits}
      panel={chosen && <DepositPanel key={chosen} id={chosen} onClose={() => choose(undefined)} />}
    >
      <UnderlineTabs<DepositStatus>
        label={texts.nav.deposits}
        value={status}
        onChange={(next) => setAddress({ status: next })}
        choices={depositStatuses.map((id) => ({ id, label: texts.deposit.status[id] }))}
      />
      <ListTable
        list={deposits}
        empty={texts.deposit.empty}
        label={texts.nav.deposits}
        columns={columns}
        keyOf={({ id }) => id}
        chosen={chosen}
        onChoose={({ id }) => choose(id)}
      />
    </Room>
  )
}

const columns: Column<DepositLine>[] = [
  {
    title: texts.review.columns.reference,
    width: 'w-24',
    cell: ({ reference }) => <span className="figures whitespace-nowrap text-t2">{reference}</span>,
  },
  {
    title: texts.review.columns.subject,
    cell: ({ contact, sender }) => <Two first={contact} second={sender} />,
  },
  { title: texts.deposit.columns.network, isWide: true, cell: ({ network }) => network },
  {
    title: texts.review.columns.amount,
    align: 'right',
    cell: ({ claimed, credited, currency }) => (
      <span className="font-semibold whitespace-nowrap">{amountText(credited ?? claimed, currency)}</span>
    ),
  },
  {
    title: texts.audit.columns.time,
    align: 'right',
    cell: ({ submittedAtMs }) => (
      <span className="whitespace-nowrap text-t2">{dateTimeUtc(submittedAtMs).slice(0, 16)}</span>
    ),
  },
]
