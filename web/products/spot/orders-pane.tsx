import { walletList } from '#domain/wallet/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { CancelAll } from './cancel-all.tsx'
import { HoldingsTable } from './holdings-table.tsx'
import { OpenOrdersTable, PastOrdersTable } from './orders-table.tsx'
import { useOpenOrders } from './use-orders.ts'

/** The customer's orders of all markets as tables, under the panes. */
export function OrdersPane() {
  const { t } = useTexts()
  const [view, setView] = useUrlChoice('view', ['orders', 'history', 'holdings'])
  const count = useOpenOrders().first?.total ?? 0
  return (
    <section aria-label={t('spot.your_orders')}>
      <div className="sticky top-0 z-sticky flex items-center bg-bg [box-shadow:inset_0_-1px_var(--color-line)]">
        <div className="min-w-0 flex-1">
          <UnderlineTabs
            label={t('spot.your_orders')}
            choices={[
              { id: 'orders', label: count ? `${t('spot.open_orders')} ${count}` : t('spot.open_orders') },
              { id: 'history', label: t('spot.history') },
              { id: 'holdings', label: t('spot.holdings') },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
        {view === 'orders' && count > 0 && <CancelAll count={count} />}
      </div>
      {view === 'orders' && (
        <>
          <OpenOrdersTable />
          {count > 0 && <WhatTheyHold />}
        </>
      )}
      {view === 'history' && <PastOrdersTable />}
      {view === 'holdings' && <HoldingsTable />}
    </section>
  )
}

/** What all open orders together hold of the spot wallet, in a sentence. */
function WhatTheyHold() {
  const { t, locale } = useTexts()
  const masked = useMasked()
  const { data } = useApiQuery(walletList, {})
  const held = (data?.holdings ?? []).flatMap(({ currency, wallets }) => {
    const spot = wallets.find(({ walletType }) => walletType === 'spot')
    return spot && !isZero(spot.held) ? [`${masked(amount(spot.held))} ${currency}`] : []
  })
  if (held.length === 0) return null
  return (
    <p className="figures border-t border-line px-4 py-3 text-12 text-t2">
      {t('spot.they_hold', { amounts: new Intl.ListFormat(locale).format(held) })}
    </p>
  )
}
