import { useSearchParams } from 'react-router'
import { consoleDeposits, type DepositCheck } from '#domain/console/contract.ts'
import { type DepositStatus, depositStatuses } from '#domain/wallet/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { amountText, dateTimeUtc } from '../format.ts'
import { texts } from '../texts.ts'
import { Room } from '../ui/room.tsx'
import { Answered, Nothing } from '../ui/states.tsx'
import { type Column, Table, Two } from '../ui/table.tsx'
import { DepositPanel } from './deposit-panel.tsx'

type Line = Omit<DepositCheck, 'proposal' | 'part'>

const DEPOSITS_EVERY_MS = 5_000

/** Every deposit by proof, by status; what another desk does shows within seconds. */
export function DepositsRoom() {
  const [address, setAddress] = useSearchParams()
  const status = depositStatuses.find((name) => name === address.get('status')) ?? 'pending'
  const page = Number(address.get('page') ?? 1)
  const chosen = address.get('at') ?? undefined
  const deposits = useApiQuery(
    consoleDeposits,
    { status, page: String(page) },
    { refetchMs: DEPOSITS_EVERY_MS },
  )
  const at = (id: string | undefined) =>
    setAddress({ status, page: String(page), ...(id ? { at: id } : {}) }, { replace: true })
  return (
    <Room
      title={texts.nav.deposits}
      panel={chosen && <DepositPanel key={chosen} id={chosen} onClose={() => at(undefined)} />}
    >
      <UnderlineTabs<DepositStatus>
        label={texts.nav.deposits}
        value={status}
        onChange={(next) => setAddress({ status: next })}
        choices={depositStatuses.map((id) => ({ id, label: texts.deposit.status[id] }))}
      />
      <Answered call={deposits}>
        {({ deposits: lines, hasMore }) => (
          <>
            {lines.length === 0 ? (
              <Nothing title={texts.deposit.empty} />
            ) : (
              <Table
                label={texts.nav.deposits}
                columns={columns}
                rows={lines}
                keyOf={({ id }) => id}
                chosen={chosen}
                onChoose={({ id }) => at(id)}
              />
            )}
            {hasMore && (
              <div className="p-5">
                <Button size="small" onClick={() => setAddress({ status, page: String(page + 1) })}>
                  {texts.common.more}
                </Button>
              </div>
            )}
          </>
        )}
      </Answered>
    </Room>
  )
}

const columns: Column<Line>[] = [
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
