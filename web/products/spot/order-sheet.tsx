import type { UseQueryResult } from '@tanstack/react-query'
import type { OrderDetail, OrderView } from '#domain/spot/contract.ts'
import { spotDetail } from '#domain/spot/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount, feeText, grouped } from '#web/format/number.ts'
import { dateTime, timeOfDay } from '#web/format/time.ts'
import type { Translate } from '#web/texts/texts.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** An order with everything that happened to it: each fill with its price, fee and who was first. */
export function OrderSheet({ order, onClose }: { order: OrderView | undefined; onClose(): void }) {
  const { t } = useTexts()
  return (
    <Sheet isOpen={order !== undefined} onClose={onClose} title={order ? orderTitle(order, t) : ''}>
      {order && <ListedOrder order={order} />}
    </Sheet>
  )
}

export const orderTitle = ({ side, symbol }: OrderView, t: Translate): string =>
  t(`spot.order_${side}`, { name: symbol.replace('-', '/') })

/** What the list knows of an order is there at once; its trades follow. */
function ListedOrder({ order }: { order: OrderView }) {
  const detail = useApiQuery(spotDetail, { id: order.id })
  return <OrderFigures order={detail.data?.order ?? order} detail={detail} />
}

/** Every figure of an order, and its trades as soon as they are there; one of them may be marked. */
export function OrderFigures({
  order,
  detail,
  markedTrade,
}: {
  order: OrderView
  detail: UseQueryResult<OrderDetail, unknown>
  markedTrade?: string | undefined
}) {
  const { t } = useTexts()
  const status = order.reason
    ? `${t(`spot.status_${order.status}`)} · ${t(`spot.reason_${reasonKey[order.reason]}`)}`
    : t(`spot.status_${order.status}`)
  return (
    <>
      <KeyValue
        ruled
        lines={[
          { name: t('spot.status'), value: status, isStrong: true },
          {
            name: t('market.price'),
            value:
              order.orderType === 'market'
                ? t('spot.market_price')
                : `${grouped(order.limitPrice)} ${order.quote}`,
          },
          {
            name: t('spot.average_price'),
            value: order.averagePrice ? `${grouped(order.averagePrice)} ${order.quote}` : '—',
          },
          {
            name: t('spot.filled'),
            value: t('spot.filled_of', {
              filled: amount(order.filled, 0),
              quantity: amount(order.quantity, 0),
              currency: order.base,
            }),
          },
          { name: t('spot.total'), value: <Amount value={order.notional} currency={order.quote} /> },
          { name: t('spot.fee'), value: `${feeText(order.fee)} ${order.feeCurrency}` },
          { name: t('spot.still_held'), value: <Amount value={order.held} currency={order.heldCurrency} /> },
          { name: t('spot.placed_at'), value: dateTime(order.createdAtMs) },
          { name: t('spot.order_number'), value: <span className="font-mono text-12">{order.id}</span> },
        ]}
      />
      {order.tapeSequence !== null && (
        <p className="flex items-center gap-2 border-t border-line py-3 text-13 text-gold">
          <Bob />
          {t('market.tape', { sequence: grouped(String(order.tapeSequence)) })}
        </p>
      )}
      <h3 className="border-t border-line pt-4 pb-1 text-15 font-semibold">{t('spot.fills')}</h3>
      {detail.isError && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.isPending && <SkeletonRows count={2} />}
      {detail.data?.fills.length === 0 && <p className="py-3 text-13 text-t3">{t('spot.no_fills')}</p>}
      <ul>
        {detail.data?.fills.map((fill) => (
          <li
            key={fill.id}
            ref={fill.id === markedTrade ? bringIntoView : undefined}
            className={cx(
              'figures flex items-center justify-between gap-3 border-t border-line py-2 text-13',
              fill.id === markedTrade && '-mx-2 rounded-8 bg-s2 px-2',
            )}
          >
            <span className="min-w-0">
              {fill.id === markedTrade && (
                <span className="flex items-center gap-1.5 text-12 text-gold">
                  <Bob size={12} />
                  {t('spot.this_trade')}
                </span>
              )}
              <span className="block text-t1">
                {grouped(fill.price)} × {grouped(fill.quantity)}
              </span>
              <span className="block text-12 text-t3">
                {t(`spot.fee_${fill.liquidity}`)} · {timeOfDay(fill.atMs)} · #{fill.id}
              </span>
            </span>
            <span className="shrink-0 text-right">
              <span className="block">
                <Amount value={fill.notional} currency={order.quote} />
              </span>
              <span className="block text-12 text-t3">
                {t('spot.fee')} {feeText(fill.fee)} {fill.feeCurrency}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const bringIntoView = (line: HTMLLIElement | null): void => line?.scrollIntoView({ block: 'nearest' })

const reasonKey = {
  user: 'user',
  ioc: 'ioc',
  fok: 'fok',
  'post-only': 'post_only',
  'self-trade': 'self_trade',
} as const
