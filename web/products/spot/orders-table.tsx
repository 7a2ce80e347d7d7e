import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OrderView } from '#domain/spot/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import type { PagedResult } from '#web/app/use-paged-list.ts'
import { useOpened } from '#web/features/records/use-url-choice.ts'
import { amount, grouped } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { useCancelOrder } from './use-cancel-order.tsx'
import { useOpenOrders, usePastOrders } from './use-orders.ts'

/** Open orders as a table, each with its cancel. */
export function OpenOrdersTable() {
  const { t } = useTexts()
  const cancel = useCancelOrder()
  return (
    <>
      <OrdersTable
        orders={useOpenOrders()}
        empty={{ isSmall: true, title: t('spot.no_open_orders'), text: t('spot.no_open_orders_why') }}
        last={[t('spot.column_held'), '']}
        lastCells={(order) => (
          <>
            <Cell isRight>
              <Amount value={order.held} currency={order.heldCurrency} />
            </Cell>
            <td className="w-11 pr-1">
              <IconButton
                icon={X}
                label={t('spot.cancel_order', { price: priceOf(order), name: nameOf(order) })}
                onClick={() => cancel.run(order.id)}
                disabled={cancel.isRunning(order.id)}
                className="hover:bg-s2 disabled:opacity-40"
              />
            </td>
          </>
        )}
      />
      {cancel.refusal}
    </>
  )
}

/** What became of past orders, as a table: what they came to on average and in all. */
export function PastOrdersTable() {
  const { t } = useTexts()
  return (
    <OrdersTable
      orders={usePastOrders('past')}
      empty={{ isSmall: true, title: t('spot.no_past_orders') }}
      last={[t('spot.column_average'), t('spot.total'), t('spot.status')]}
      lastCells={(order) => (
        <>
          <Cell isRight>{order.averagePrice ? grouped(order.averagePrice) : '—'}</Cell>
          <Cell isRight>
            <Amount value={order.notional} currency={order.quote} />
          </Cell>
          <Cell isRight>{t(`spot.status_${order.status}`)}</Cell>
        </>
      )}
    />
  )
}

const orderTypeText = {
  limit: 'spot.limit',
  market: 'spot.market',
  'stop-limit': 'spot.stop_limit',
  'stop-market': 'spot.stop_market',
} as const
const nameOf = ({ symbol }: OrderView): string => symbol.replace('-', '/')
const priceOf = ({ limitPrice }: OrderView): string => grouped(limitPrice)

function OrdersTable({
  orders,
  empty,
  last,
  lastCells,
}: {
  orders: PagedResult<OrderView>
  empty: Parameters<typeof EmptyState>[0]
  /** Heads of the columns after those that all orders have. */
  last: readonly string[]
  lastCells: (order: OrderView) => ReactNode
}) {
  const { t } = useTexts()
  const [opened, open] = useOpened()
  const heads = [t('spot.column_placed'), t('spot.column_market'), t('spot.column_side')]
  const figures = [t('market.price'), t('market.amount'), t('spot.filled')]
  return (
    <>
      <PagedList
        list={orders}
        skeleton={<SkeletonRows count={3} height={44} />}
        empty={<EmptyState {...empty} />}
        more={t('common.more')}
      >
        {(items) => (
          <table className="figures w-full text-13">
            <thead>
              <tr className="h-8 text-left text-11 text-t3 *:px-2 *:font-normal *:first:pl-4">
                {heads.map((head) => (
                  <th key={head}>{head}</th>
                ))}
                {figures.map((head) => (
                  <th key={head} className="text-right">
                    {head}
                  </th>
                ))}
                {last.map((head) =>
                  head ? (
                    <th key={head} className="text-right last:pr-4">
                      {head}
                    </th>
                  ) : (
                    <td key="" />
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {items.map((order) => (
                <tr key={order.id} className="h-11 border-t border-line hover:bg-s1">
                  <Cell>
                    <button
                      type="button"
                      onClick={() => open(order.id)}
                      className="press h-11 text-left whitespace-nowrap text-t2 hover:text-t1"
                    >
                      {dateTime(order.createdAtMs).slice(5)}
                    </button>
                  </Cell>
                  <Cell>
                    <Link
                      to={toPage('pages/transaction/currency', { symbol: order.symbol })}
                      className="font-semibold whitespace-nowrap hover:underline"
                    >
                      {nameOf(order)}
                    </Link>
                  </Cell>
                  <Cell>
                    <span className="flex items-center gap-2 whitespace-nowrap">
                      <Tag kind={order.side}>{t(`market.side_${order.side}`)}</Tag>
                      {t(orderTypeText[order.orderType])}
                    </span>
                  </Cell>
                  <Cell isRight>
                    <b className="font-semibold">
                      {order.orderType === 'market' ? t('spot.market_price') : priceOf(order)}
                    </b>
                  </Cell>
                  <Cell isRight>{amount(order.quantity, 0)}</Cell>
                  <Cell isRight>
                    <Filled order={order} />
                  </Cell>
                  {lastCells(order)}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
      {opened && (
        <OrderSheet
          link={{ by: 'order', id: opened }}
          listed={orders.items?.find(({ id }) => id === opened)}
          onClose={() => open()}
        />
      )}
    </>
  )
}

function Cell({ isRight = false, children }: { isRight?: boolean; children: ReactNode }) {
  return (
    <td className={cx('px-2 first:pl-4 last:pr-4', isRight && 'text-right whitespace-nowrap')}>{children}</td>
  )
}

/** How much of an order is filled: a bar for the eye, the figure for exactness. */
function Filled({ order }: { order: OrderView }) {
  const share = (Number(order.filled) / Number(order.quantity)) * 100
  return (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden className="hidden h-1 w-12 shrink-0 rounded-full bg-s3 xl:block">
        <span className="block h-full rounded-full bg-t1" style={{ width: `${share}%` }} />
      </span>
      {amount(order.filled, 0)}
    </span>
  )
}
