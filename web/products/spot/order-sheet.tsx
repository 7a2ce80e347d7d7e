import { pairText } from '#domain/market/instrument.ts'
import type { OrderDetail, OrderView } from '#domain/spot/contract.ts'
import { spotDetail, spotTradeDetail } from '#domain/spot/contract.ts'
import { isAtMarket, isStop } from '#domain/spot/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { OrderCoupon } from '#web/features/coupon/lazy-order-coupon.tsx'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { amount, feeText, grouped } from '#web/format/number.ts'
import { timeOfDay } from '#web/format/time.ts'
import type { Translate } from '#web/texts/texts.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { KeyValueLines } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { Amendments } from './amendments.tsx'
import { AttachedOrders } from './attached-orders.tsx'
import { OrderActions } from './order-actions.tsx'
import type { OrderLink } from './order-link.ts'
import { kindOf } from './order-words.ts'

/**
 * An order with everything that happened to it: each fill with its price, fee and who was first. What the list
 * knows of it is there at once; opened by one of its trades, that one is marked.
 */
export function OrderSheet({
  link,
  listed,
  onClose,
}: {
  link: OrderLink
  listed?: OrderView | undefined
  onClose(): void
}) {
  const { t } = useTexts()
  const detail = useApiQuery(link.by === 'trade' ? spotTradeDetail : spotDetail, { id: link.id })
  const order = detail.data?.order ?? listed
  return (
    <RecordSheet
      title={order ? t(`spot.order_${order.side}`, { name: pairText(order.symbol) }) : t('spot.orders')}
      onClose={onClose}
      query={detail}
      lines={order && linesOf(order, t)}
    >
      {order && isOver(order) && <OrderCoupon id={order.id} />}
      {order && <OrderActions order={order} />}
      {order && canVerify(order, detail.data?.receipt) && (
        <ButtonLink to={toPage('pages/verify/verify', { id: order.id })} className="mt-4 w-full text-gold">
          <Bob />
          {t('verify.open')}
        </ButtonLink>
      )}
      {detail.data && <AttachedOrders list={detail.data.attached} />}
      {order && detail.data && <Amendments order={order} list={detail.data.amendments} />}
      {order && detail.data && (
        <Fills order={order} detail={detail.data} marked={link.by === 'trade' ? link.id : undefined} />
      )}
    </RecordSheet>
  )
}

/** Only what an order paid in the end is discounted. */
const isOver = ({ status }: Pick<OrderView, 'status'>): boolean =>
  status === 'filled' || status === 'cancelled'

/** A triggered stop that has a receipt; another order once it is over, for it is signed then. */
const canVerify = (
  { triggerSequence, triggerPrice, status }: OrderView,
  receipt: string | null | undefined,
): boolean => (triggerPrice === null ? isOver({ status }) : triggerSequence !== null && !!receipt)

function linesOf(order: OrderView, t: Translate): KeyValueLines {
  const status = t(`spot.status_${order.status}`)
  const inQuote = (price: string) => `${grouped(price)} ${order.quote}`
  return [
    {
      name: t('spot.status'),
      value: order.reason ? `${status} · ${t(`spot.reason_${reasonKey[order.reason]}`)}` : status,
      isStrong: true,
    },
    (isStop(order.orderType) || order.siblingId !== null) && {
      name: t('spot.order_type'),
      value: kindOf(order, t),
    },
    {
      name: t('market.price'),
      value: isAtMarket(order.orderType) ? t('spot.market_price') : inQuote(order.limitPrice),
    },
    order.triggerPrice !== null && {
      name: t('spot.trigger_price'),
      value: `${order.triggerDirection === 'rises' ? '≥' : '≤'} ${inQuote(order.triggerPrice)}`,
    },
    order.takeProfit !== null && { name: t('spot.take_profit'), value: inQuote(order.takeProfit) },
    order.stopLoss !== null && { name: t('spot.stop_loss'), value: inQuote(order.stopLoss) },
    // Only while it is kept.
    /[1-9]/.test(order.kept) && {
      name: t('spot.kept'),
      value: <Amount value={order.kept} currency={order.base} />,
    },
    order.triggerSequence !== null && {
      name: t('spot.triggered'),
      value: t('spot.triggered_at', {
        sequence: grouped(String(order.triggerSequence)),
        price: grouped(order.triggeredAtPrice ?? ''),
      }),
    },
    { name: t('spot.average_price'), value: order.averagePrice ? inQuote(order.averagePrice) : '—' },
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
    { name: t('spot.placed_at'), value: zonedStamp(order.createdAtMs) },
    { name: t('spot.order_number'), value: <span className="font-mono text-12">{order.id}</span> },
  ]
}

function Fills({
  order,
  detail: { fills, hasMoreFills },
  marked,
}: {
  order: OrderView
  detail: OrderDetail
  marked: string | undefined
}) {
  const { t } = useTexts()
  return (
    <>
      {order.tapeSequence !== null && (
        <p className="flex items-center gap-2 border-t border-line py-3 text-13 text-gold">
          <Bob />
          {t('market.tape', { sequence: grouped(String(order.tapeSequence)) })}
        </p>
      )}
      <h3 className="border-t border-line pt-4 pb-1 text-15 font-semibold">{t('spot.fills')}</h3>
      {hasMoreFills && (
        <p className="py-3 text-13 text-t3">
          {t('spot.more_fills', { shown: grouped(String(fills.length)) })}
        </p>
      )}
      {fills.length === 0 && <p className="py-3 text-13 text-t3">{t('spot.no_fills')}</p>}
      <ul>
        {fills.map((fill) => (
          <li
            key={fill.id}
            ref={fill.id === marked ? bringIntoView : undefined}
            className={cx(
              'figures flex items-center justify-between gap-3 border-t border-line py-2 text-13',
              fill.id === marked && '-mx-2 rounded-8 bg-s2 px-2',
            )}
          >
            <span className="min-w-0">
              {fill.id === marked && (
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
  oco: 'oco',
  'price-band': 'price_band',
  'no-liquidity': 'no_liquidity',
} as const
