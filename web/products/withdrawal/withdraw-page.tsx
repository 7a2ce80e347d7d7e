import { History } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { networkOf } from '#domain/deposit/networks.ts'
import { withdrawals, withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { StatusText } from './status-text.tsx'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawalSheet } from './withdrawal-sheet.tsx'

const REFRESH_MS = 10_000

/** Withdraw: what and by which network, then to where and how much; `?view=records` shows all with their status. */
export default function WithdrawPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const currency = search.get('currency')
  const network = search.get('network')
  const showsRecords = search.get('view') === 'records' || search.has('id')
  const terms = useApiQuery(withdrawalTerms, {}, { enabled: !showsRecords })
  const way = terms.data?.ways.find((one) => one.currency === currency && one.network === network)
  const title = showsRecords
    ? t('withdrawal_pages.records')
    : way
      ? t('withdrawal_pages.title_of', { currency: way.currency })
      : t('withdrawal_pages.title')
  return (
    <>
      <AppBar title={title}>
        {!showsRecords && (
          <IconLink
            icon={History}
            label={t('withdrawal_pages.records')}
            to={toPage('pages/fund/withdraw', { view: 'records' })}
          />
        )}
      </AppBar>
      <main className="pb-8">
        {showsRecords ? (
          <Records />
        ) : terms.isError ? (
          <ErrorState error={terms.error} onRetry={() => void terms.refetch()} />
        ) : !terms.data ? (
          <SkeletonRows count={5} />
        ) : way ? (
          <WithdrawForm key={`${way.currency} ${way.network}`} way={way} terms={terms.data} />
        ) : (
          <>
            <h2 className="gutter pt-1 pb-3 text-20 font-semibold">{t('withdrawal_pages.which')}</h2>
            {terms.data.ways.map((one) => (
              <ListRow
                key={`${one.currency} ${one.network}`}
                title={<span className="font-semibold">{one.currency}</span>}
                note={networkOf(one.network).name}
                value={amount(one.available)}
                valueNote={
                  one.isPaused
                    ? t('withdrawal_pages.paused')
                    : t('withdrawal_pages.fee_of', { fee: amount(one.fee) })
                }
                onClick={() => setSearch({ currency: one.currency, network: one.network })}
              />
            ))}
          </>
        )}
      </main>
    </>
  )
}

function Records() {
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
          note={`${one.reference} · ${dateTime(one.requestedAtMs)}`}
          value={
            <span className="text-13">
              <StatusText withdrawal={one} />
            </span>
          }
          onClick={open}
        />
      )}
      sheet={(id, one, close) => <WithdrawalSheet id={id} withdrawal={one} onClose={close} />}
    />
  )
}
