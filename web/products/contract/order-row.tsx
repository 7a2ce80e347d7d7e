import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PositionView } from '#domain/contract/contract.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { Amount } from '#web/app/amount.tsx'
import { resultOf } from '#web/features/contract/position-result.ts'
import { copyText, directionText, sideOf } from '#web/features/contract/position-words.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount, grouped } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RecordRow } from '#web/ui/record-row.tsx'
import { statusText } from './words.ts'

/** A position or order in one row: what it is at the left, what it comes to at the right; tapping it opens its details. */
function Row({
  position,
  note,
  onOpen,
  right,
  children,
}: {
  position: PositionView
  note: string
  onOpen(): void
  right: ReactNode
  children?: ReactNode
}) {
  const { t } = useTexts()
  return (
    <RecordRow onOpen={onOpen} beside={children}>
      <span className="min-w-min flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="text-15 font-semibold whitespace-nowrap">{labelOf(position.symbol)}</span>
          <Tag kind={sideOf(position.direction)}>{directionText(position, t)}</Tag>
        </span>
        <span className="figures block text-12 text-t3">{note}</span>
      </span>
      <span className="figures min-w-0 text-right text-12 text-t2">{right}</span>
    </RecordRow>
  )
}

/** An order that waits for its price, with its cancel. */
export function OrderRow({
  order,
  onOpen,
  onCancel,
  isCancelling,
}: {
  order: PositionView
  onOpen(): void
  onCancel(): void
  isCancelling: boolean
}) {
  const { t } = useTexts()
  return (
    <Row
      position={order}
      note={t('contract_pages.lots_at', {
        lots: amount(order.lots, 0),
        price: grouped(order.limitPrice ?? ''),
      })}
      onOpen={onOpen}
      right={
        <>
          <Amount value={order.margin} currency={order.marginCurrency} /> {t('spot.held')}
        </>
      }
    >
      <IconButton
        icon={X}
        label={t('spot.cancel_order', {
          price: grouped(order.limitPrice ?? ''),
          name: labelOf(order.symbol),
        })}
        onClick={onCancel}
        disabled={isCancelling}
        aria-busy={isCancelling || undefined}
        className="-mr-3 disabled:opacity-40"
      />
    </Row>
  )
}

/** A position or order of any status: what it came to after fees, and why it ended. */
export function PastRow({ position, onOpen }: { position: PositionView; onOpen(): void }) {
  const { t } = useTexts()
  const masked = useMasked()
  const { lots, entryPrice, closePrice, limitPrice, marginCurrency, updatedAtMs } = position
  const result = resultOf(position)
  const prices = [entryPrice ?? limitPrice, closePrice].flatMap((price) => (price ? [grouped(price)] : []))
  return (
    <Row
      position={position}
      note={[
        t('contract_pages.lots_of', { lots: amount(lots, 0) }),
        prices.join('\u00a0→\u00a0'),
        copyText(position, t),
      ]
        .filter(Boolean)
        .join(' · ')}
      onOpen={onOpen}
      right={
        <>
          {closePrice !== null && (
            <span className={`block text-13 ${changeColours[directionOf(result)]}`}>
              {masked(`${signedProfit(result)} ${marginCurrency}`)}
            </span>
          )}
          <span className="block">{statusText(position, t)}</span>
          <span className="block text-t3">{dateTime(updatedAtMs).slice(5, 16)}</span>
        </>
      }
    />
  )
}
