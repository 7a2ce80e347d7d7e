import { useSearchParams } from 'react-router'
import { conversions } from '#domain/convert/contract.ts'
import { walletTransfers } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { ConversionSheet } from './conversion-sheet.tsx'

const kinds = ['transfers', 'conversions'] as const

/** Transfers between the customer's own wallets, and conversions; `?id=` opens a conversion. */
export default function HistoryPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  // A statement's link names the conversion alone.
  const isConversions = search.get('type') === 'conversions' || search.has('id')
  return (
    <>
      <AppBar title={t('convert_pages.history')} />
      <main className="pb-8">
        <UnderlineTabs
          label={t('convert_pages.history')}
          choices={kinds.map((id) => ({ id, label: t(`convert_pages.tab_${id}`) }))}
          value={isConversions ? 'conversions' : 'transfers'}
          onChange={(type) => setSearch(type === 'conversions' ? { type } : {}, { replace: true })}
        />
        {isConversions ? <Conversions /> : <Transfers />}
      </main>
    </>
  )
}

function Conversions() {
  const { t } = useTexts()
  return (
    <RecordList
      list={usePagedList(conversions, { limit: '20' })}
      empty={{
        title: t('convert_pages.none'),
        text: t('convert_pages.none_why'),
        action: { label: t('wallet.convert'), to: toPage('pages/fund/transfer') },
      }}
      row={(one, open) => (
        <ListRow
          title={`${one.from} → ${one.to}`}
          note={dateTime(one.convertedAtMs)}
          value={<Amount value={one.receive} currency={one.to} />}
          valueNote={
            <>
              −<Amount value={one.amount} currency={one.from} />
            </>
          }
          onClick={open}
        />
      )}
      sheet={(id, conversion, close) => <ConversionSheet id={id} conversion={conversion} onClose={close} />}
    />
  )
}

function Transfers() {
  const { t } = useTexts()
  return (
    <PagedList
      list={usePagedList(walletTransfers, { limit: '20' })}
      empty={
        <EmptyState
          title={t('wallet.no_transfers')}
          text={t('wallet.no_transfers_why')}
          action={{ label: t('wallet.transfer'), to: toPage('pages/fund/fundTransfer') }}
        />
      }
      more={t('common.more')}
    >
      {(transfers) => (
        <ul>
          {transfers.map((transfer) => (
            <li key={transfer.id}>
              <ListRow
                title={`${amount(transfer.amount)} ${transfer.currency}`}
                note={dateTime(transfer.atMs)}
                value={
                  <span className="text-13">
                    {t(`wallet.type_${transfer.from}`)} → {t(`wallet.type_${transfer.to}`)}
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
