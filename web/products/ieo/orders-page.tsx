import { type IeoOrderView, ieoOrders } from '#domain/ieo/contract.ts'
import { ieoStates } from '#domain/ieo/words.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { OrderSheet } from './order-sheet.tsx'

const all = ['all', ...ieoStates] as const

/** The customer's orders in new-coin sales, by status; `?id=` opens one. */
export default function IeoOrdersPage() {
  const { t } = useTexts()
  const [status, setStatus] = useUrlChoice('status', all)
  const asked = status === 'all' ? {} : { status }
  const orders = usePagedList(ieoOrders, { ...asked, limit: '20' }, { keepsPrevious: true })
  return (
    <>
      <AppBar title={t('ieo_pages.mine')} />
      <main className="pb-8">
        <Chips
          label={t('ieo_pages.status')}
          choices={all.map((id) => ({ id, label: t(`ieo_pages.state_${id}`) }))}
          value={status}
          onChange={setStatus}
        />
        <RecordList
          list={orders}
          rowHeight={72}
          empty={{
            title: t(status === 'all' ? 'ieo_pages.no_orders' : 'ieo_pages.no_such_orders'),
            text: t('ieo_pages.note'),
            action: { label: t('ieo_pages.see_all'), to: toPage('pages/ieo/ieo') },
          }}
          row={(order, open) => <OrderRow order={order} onOpen={open} />}
          sheet={(id, order, close) => <OrderSheet id={id} listed={order} onClose={close} />}
        />
      </main>
    </>
  )
}

function OrderRow({ order, onOpen }: { order: IeoOrderView; onOpen(): void }) {
  const { t, locale } = useTexts()
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press block w-full gutter py-3 text-left focus-visible:-outline-offset-2"
    >
      <p className="flex items-baseline justify-between gap-3 text-15">
        <span className="min-w-0">
          {order.name} <span className="text-t2">{order.code}</span>
        </span>
        <span className="figures shrink-0">
          {amount(order.allotted ?? order.quantity, 0)} {order.code}
        </span>
      </p>
      <p className="figures mt-1 flex justify-between gap-3 text-12 text-t3">
        <span>
          {t(`ieo_pages.order_${order.kind}`)} · {t(`ieo_pages.state_${order.status}`)} ·{' '}
          {zonedMoment(order.placedAtMs, locale)}
        </span>
        <span className="shrink-0">
          <Amount value={order.cost} currency={order.payCurrency} />
        </span>
      </p>
    </button>
  )
}
