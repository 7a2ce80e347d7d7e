import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { spotCancelAll } from '#domain/spot/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { NotDoneSheet } from '#web/features/money/money-sheet.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useUrlChoice, withoutLink } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { OrderHistory } from './order-history.tsx'
import { readOrderLink } from './order-link.ts'
import { OpenOrders } from './order-lists.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { useOpenOrders } from './use-orders.ts'

/** All spot orders of the customer, open and past; `?id=` opens one, `?trade=` the one that a trade belongs to. */
export default function OrdersPage() {
  const { t } = useTexts()
  const [query, setQuery] = useSearchParams()
  const [view, setView] = useUrlChoice('view', ['open', 'history'])
  const open = useOpenOrders()
  const count = open.first?.total ?? 0
  const link = readOrderLink(query)
  return (
    <>
      <AppBar title={t('spot.orders')}>
        <span className="last:mr-3">
          <PriceSourceBadge isShort />
        </span>
        {view === 'open' && count > 0 && <CancelAll count={count} />}
      </AppBar>
      <main className="pb-8">
        <UnderlineTabs
          label={t('spot.orders')}
          choices={[
            { id: 'open', label: count ? `${t('spot.open_orders')} ${count}` : t('spot.open_orders') },
            { id: 'history', label: t('spot.history') },
          ]}
          value={view}
          onChange={setView}
        />
        {view === 'open' ? <OpenOrders showsSymbol /> : <OrderHistory />}
      </main>
      {link?.by === 'trade' && (
        <OrderSheet link={link} onClose={() => setQuery(withoutLink(query), { replace: true })} />
      )}
    </>
  )
}

/** Cancels everything, after saying how much that is. */
function CancelAll({ count }: { count: number }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const cancelAll = useApiMutation(spotCancelAll)

  async function run(): Promise<void> {
    const done = await cancelAll.send({})
    if (!done) return
    setOpen(false)
    toast(t('spot.cancelled_count', { count: done.cancelled.length }))
  }

  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="press h-11 px-3 text-13 text-t2">
        {t('spot.cancel_all')}
      </button>
      <Sheet
        isOpen={isOpen && cancelAll.error === null}
        onClose={() => setOpen(false)}
        title={t('spot.cancel_all_title', { count })}
        text={t('spot.cancel_all_why')}
      >
        <Button kind="primary" className="w-full" isPending={cancelAll.isPending} onClick={() => void run()}>
          {t('spot.cancel_all_do', { count })}
        </Button>
        <Button className="mt-2 w-full" onClick={() => setOpen(false)}>
          {t('spot.keep_orders')}
        </Button>
      </Sheet>
      {cancelAll.error && (
        <NotDoneSheet
          error={cancelAll.error}
          title={t('spot.not_done')}
          lead=""
          onRetry={cancelAll.error.isTransport ? () => void run() : undefined}
          onClose={cancelAll.reset}
        />
      )}
    </>
  )
}
