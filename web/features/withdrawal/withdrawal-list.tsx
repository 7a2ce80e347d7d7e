import { withdrawals } from '#domain/withdrawal/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { StatusText } from './status-text.tsx'
import { WithdrawalSheet } from './withdrawal-sheet.tsx'

const REFRESH_MS = 10_000

/** All withdrawals of the customer with their status; `?id=` opens one. */
export function WithdrawalList() {
  const { t } = useTexts()
  return (
    <RecordList
      list={usePagedList(withdrawals, { limit: '20' }, { refetchMs: REFRESH_MS })}
      empty={{
        title: t('withdrawal_pages.none'),
        text: t('withdrawal_pages.none_why'),
        action: { label: t('withdrawal_pages.new'), to: toPage('pages/fund/withdraw') },
      }}
      row={(one, open) => (
        <ListRow
          title={`${amount(one.amount)} ${one.currency}`}
          note={dateTime(one.requestedAtMs)}
          value={
            <span className="text-13">
              <StatusText withdrawal={one} />
            </span>
          }
          valueNote={one.reference}
          onClick={open}
        />
      )}
      sheet={(id, one, close) => <WithdrawalSheet id={id} withdrawal={one} onClose={close} />}
    />
  )
}
