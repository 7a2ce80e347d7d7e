import { useMemo } from 'react'
import type { Instrument } from '#domain/market/instrument.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import type { ChartMark } from '#web/features/chart/marks.ts'
import { amount, grouped } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { useOpenOrders, usePastOrders } from './use-orders.ts'

/** The customer's open orders of an instrument as lines, and what was filled lately as bobs. */
export function useMarks({ symbol }: Instrument): readonly ChartMark[] {
  const { t } = useTexts()
  const open = useOpenOrders(symbol).items
  const filled = usePastOrders('filled', symbol).items
  return useMemo(
    () => [
      ...(open ?? []).map((order) => lineOf(order, t)),
      ...(filled ?? []).flatMap((order) => bobOf(order, t)),
    ],
    [open, filled, t],
  )
}

function lineOf(order: OrderView, t: Translate): ChartMark {
  const { id, side, limitPrice, triggerPrice, status, remaining, base } = order
  // Until its tick, a stop waits at its trigger price.
  const price = status === 'untriggered' && triggerPrice !== null ? triggerPrice : limitPrice
  return {
    ...{ id, side, kind: 'order', price: Number(price), priceText: grouped(price) },
    label: t(`spot.mark_order_${side}`, { amount: amount(remaining, 0), currency: base }),
  }
}

function bobOf({ id, side, averagePrice, filled, updatedAtMs }: OrderView, t: Translate): ChartMark[] {
  if (averagePrice === null) return []
  return [
    {
      ...{ id, side, kind: 'fill', price: Number(averagePrice), priceText: grouped(averagePrice) },
      ...{ label: t('spot.mark_fill', { amount: amount(filled, 0) }), atMs: updatedAtMs },
    },
  ]
}
