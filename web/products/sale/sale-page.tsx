import { History } from 'lucide-react'
import { cards, internationalCards } from '#domain/card/contract.ts'
import { saleTerms } from '#domain/sale/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Obstacle } from './obstacle.tsx'
import { SaleForm } from './sale-form.tsx'

/** A coin of the funding wallet for US dollars on a bank card, at a firm quote; `?currency=` names the coin. */
export default function SalePage() {
  const { t } = useTexts()
  const terms = useApiQuery(saleTerms, {})
  const domestic = useApiQuery(cards, {})
  const international = useApiQuery(internationalCards, {})
  const failed = [terms, domestic, international].find((call) => call.isError && !call.data)
  const all = domestic.data && international.data && [...domestic.data.items, ...international.data.items]
  return (
    <>
      <AppBar title={t('sale_pages.title')}>
        <IconLink
          icon={History}
          label={t('sale_pages.orders')}
          to={toPage('pages/saleCoin/dollarOrderList')}
        />
      </AppBar>
      <main className="pb-28">
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : terms.data && all ? (
          <>
            <Obstacle terms={terms.data} hasCard={all.length > 0} />
            <SaleForm terms={terms.data} cards={all} />
          </>
        ) : (
          <SkeletonRows count={5} />
        )}
      </main>
    </>
  )
}
