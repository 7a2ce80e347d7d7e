import {
  type DepositStatus,
  depositStatuses,
  type FundRecordView,
  fundRecords,
} from '#domain/deposit/contract.ts'
import { loanStatuses } from '#domain/loan/words.ts'
import { otcStatuses } from '#domain/otc/rules.ts'
import { saleStatuses } from '#domain/sale/rules.ts'
import { type WithdrawalStatus, withdrawalStatuses } from '#domain/withdrawal/rules.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { StatusText } from './deposit-row.tsx'
import { useDepositEvents } from './use-deposit-events.ts'

const REFRESH_MS = 20_000
const choices = ['all', ...depositStatuses] as const

/** Every request about funds with its status: deposits, wires, withdrawals, sales, loans and trades over the counter. Each leads to its own page. */
export default function AllRecordsPage() {
  const { t } = useTexts()
  const [status, setStatus] = useUrlChoice('status', choices)
  const filter = status === 'all' ? {} : { status: status as DepositStatus }
  const list = usePagedList(fundRecords, { ...filter, limit: '20' }, { refetchMs: REFRESH_MS })
  useDepositEvents()
  return (
    <>
      <AppBar title={t('deposit_pages.all_records')}>
        <span className="mr-3">
          <PriceSourceBadge isShort />
        </span>
      </AppBar>
      <main className="pb-8">
        <UnderlineTabs
          label={t('deposit_pages.all_records')}
          choices={choices.map((id) => ({
            id,
            label: id === 'all' ? t('deposit_pages.all_statuses') : t(`deposit_pages.status_${id}`),
          }))}
          value={status}
          onChange={setStatus}
        />
        <PagedList
          list={list}
          skeleton={<SkeletonRows count={3} height={60} />}
          empty={
            <EmptyState
              title={t('bank_pages.no_records')}
              text={t('bank_pages.no_records_why')}
              action={{ label: t('bank_pages.select_title'), to: toPage('pages/fund/select') }}
            />
          }
          more={t('common.more')}
        >
          {(items) => (
            <ul>
              {items.map((record) => (
                <li key={record.id}>
                  <Row record={record} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </main>
    </>
  )
}

const records: PageRoute = 'pages/fund/receive_withdraw_record'
const pageOf = {
  deposit: (id: string) => toPage(records, { id }),
  wire: (id: string) => toPage(records, { type: '1', id }),
  withdrawal: (id: string) => toPage(records, { type: '2', id }),
  sale: (id: string) => toPage('pages/saleCoin/dollarOrderList', { id }),
  loan: (id: string) => toPage('pages/common/borrowing', { id }),
  otc: (id: string) => toPage('pages/otc/order', { id }),
} as const satisfies Record<FundRecordView['kind'], (id: string) => string>

function nameOf(kind: FundRecordView['kind'], t: Translate): string {
  if (kind === 'otc') return t('bank_pages.otc')
  return kind === 'sale' || kind === 'loan' ? t(`bank_pages.kind_${kind}`) : t(`deposit_pages.kind_${kind}`)
}

function Row({
  record: { kind, recordId, reference, status, state, currency, amount: units, atMs },
}: {
  record: FundRecordView
}) {
  const { t } = useTexts()
  const name = nameOf(kind, t)
  return (
    <ListRow
      title={`${amount(units)} ${currency}`}
      note={
        <>
          {name} · <span className="whitespace-nowrap">{reference}</span> ·{' '}
          <span className="whitespace-nowrap">{dateTime(atMs)}</span>
        </>
      }
      value={
        <span className="text-13">
          <StateText kind={kind} state={state} status={status} />
        </span>
      }
      to={pageOf[kind](recordId)}
    />
  )
}

/** The states of each kind that has its own list, in the words of that list. */
const words = {
  withdrawal: { states: withdrawalStatuses, keys: 'withdrawal_pages.status' },
  sale: { states: saleStatuses, keys: 'sale_pages.status' },
  loan: { states: loanStatuses, keys: 'loan_pages.status' },
  otc: { states: otcStatuses, keys: 'otc_pages.status' },
} as const

/** How far a record is; one of a version to come, whose state has no words here, by its status alone. */
function StateText({ kind, state, status }: Pick<FundRecordView, 'kind' | 'state' | 'status'>) {
  const { t } = useTexts()
  if (kind === 'deposit' || kind === 'wire' || !(words[kind].states as readonly string[]).includes(state))
    return <StatusText status={status} />
  // The pair is one that there are words of.
  const key = `${words[kind].keys}_${state}` as `withdrawal_pages.status_${WithdrawalStatus}`
  return <span className={isRefused(state) ? 'text-danger' : looks[status]}>{t(key)}</span>
}

const isRefused = (state: string) => ['rejected', 'failed', 'returned'].includes(state)
const looks = { pending: 'text-t2', approved: 'text-t1', rejected: 'text-t2' } as const
