import { walletTransfers } from '#domain/wallet/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'

/** Past transfers between the customer's own wallets, newest first. */
export default function TransferHistoryPage() {
  const { t } = useTexts()
  const list = usePagedList(walletTransfers, { limit: '20' })
  return (
    <>
      <AppBar title={t('wallet.past_transfers')} />
      <main className="pb-8">
        <PagedList
          list={list}
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
      </main>
    </>
  )
}
