import { X } from 'lucide-react'
import { pairText } from '#domain/market/instrument.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import { isAtMarket, isStop, orderCan } from '#domain/spot/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { grouped, isZero } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RecordRow } from '#web/ui/record-row.tsx'
import { cancelText, kindOf, progressOf } from './order-words.ts'

/** One order in a list: tapping it opens its details; an open one can be cancelled here. */
export function OrderRow({
  order,
  showsSymbol = false,
  onOpen,
  onCancel,
  isCancelling = false,
}: {
  order: OrderView
  showsSymbol?: boolean
  onOpen(): void
  onCancel?: () => void
  isCancelling?: boolean
}) {
  const { t } = useTexts()
  const isOpen = (orderCan.cancel as readonly string[]).includes(order.status)
  // A limit or market order by itself is what its price says.
  const isSpecial = isStop(order.orderType) || order.siblingId !== null
  const label = pairText(order.symbol)
  return (
    <RecordRow
      onOpen={onOpen}
      beside={
        isOpen &&
        onCancel && (
          <IconButton
            icon={X}
            label={cancelText(order, t)}
            onClick={onCancel}
            disabled={isCancelling}
            aria-busy={isCancelling || undefined}
            className="-mr-3 disabled:opacity-40"
          />
        )
      }
    >
      <span className="min-w-min flex-1">
        <span className="flex items-center gap-2">
          <Tag kind={order.side}>{t(`market.side_${order.side}`)}</Tag>
          <span className="figures text-15 font-semibold whitespace-nowrap">
            <span className="sr-only">{t('market.price')} </span>
            {isAtMarket(order.orderType) ? t('spot.market') : grouped(order.limitPrice)}
          </span>
        </span>
        <span className="figures block text-12 text-t3">
          {[showsSymbol && label, isSpecial && kindOf(order, t), progressOf(order, t)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="figures min-w-0 text-right text-12 text-t2">
        {isOpen ? (
          // The stop of a pair is held for by its limit order.
          !isZero(order.held) && (
            <>
              <Amount value={order.held} currency={order.heldCurrency} /> {t('spot.held')}
            </>
          )
        ) : (
          <>
            <span className="block text-t1">{t(`spot.status_${order.status}`)}</span>
            <span className="block text-t3">{dateTime(order.updatedAtMs).slice(5, 16)}</span>
            {order.averagePrice && (
              <span className="block text-t3">
                <span className="max-xs:block">
                  <span className="sr-only">{t('spot.average_price')} </span>⌀ {grouped(order.averagePrice)}
                </span>
                <span className="max-xs:hidden"> · </span>
                <Amount value={order.notional} currency={order.quote} />
              </span>
            )}
          </>
        )}
      </span>
    </RecordRow>
  )
}
