import { type DualOrderView, dualOrders } from '#domain/dual/contract.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { statusText } from './order-words.ts'
import { DualTotals } from './totals.tsx'

/** The customer's dual investments, active and ended; `?id=` opens one. */
export default function DualOrdersPage() {
  const { t } = useTexts()
  const [status, setStatus] = useUrlChoice('status', ['active', 'ended'])
  const orders = usePagedList(dualOrders, { status, limit: '20' }, { keepsPrevious: true })
  return (
    <>
      <AppBar title={t('dual_pages.mine')} />
      <main className="pb-8">
        <DualTotals />
        <UnderlineTabs
          label={t('dual_pages.mine')}
          choices={[
            { id: 'active', label: t('dual_pages.active') },
            { id: 'ended', label: t('dual_pages.ended') },
          ]}
          value={status}
          onChange={setStatus}
        />
        <RecordList
          list={orders}
          rowHeight={72}
          empty={{
            title: t(status === 'active' ? 'dual_pages.none_active' : 'dual_pages.none_ended'),
            text: t('dual_pages.note'),
            action: { label: t('dual_pages.see_products'), to: toPage('pages/invest/invest') },
          }}
          row={(order, open) => <OrderRow order={order} onOpen={open} />}
          sheet={(id, order, close) => <OrderSheet id={id} listed={order} onClose={close} />}
        />
      </main>
    </>
  )
}

function OrderRow({ order, onOpen }: { order: DualOrderView; onOpen(): void }) {
  const { t, locale } = useTexts()
  const nowMs = useServerNow()
  const { result } = order
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press block w-full gutter py-3 text-left focus-visible:-outline-offset-2"
    >
      <p className="flex items-baseline justify-between gap-3 text-15">
        <span className="min-w-0">
          {t(`dual_pages.type_${order.type}`)} · {labelOf(order.symbol)}
        </span>
        <span className="figures shrink-0">
          {result ? (
            <Amount value={result.amount} currency={result.currency} />
          ) : (
            <Amount value={order.principal} currency={order.currency} />
          )}
        </span>
      </p>
      <p className="figures mt-1 flex justify-between gap-3 text-12 text-t3">
        <span>
          {t('dual_pages.strike', { price: grouped(order.strike) })} · {amount(order.yieldPercent)}%
        </span>
        <span className="text-right">
          {statusText(order, nowMs, t)} · {utcMoment(result?.atMs ?? order.dueAtMs, locale)}
        </span>
      </p>
    </button>
  )
}
