import { useMemo, useRef } from 'react'
import type { Instrument } from '#domain/market/instrument.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import { nearestMultiple } from '#domain/spot/price-range.ts'
import type { ChartMark } from '#web/features/chart/marks.ts'
import { amount, grouped } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { type AmendForm, isAmendable } from './amend-draft.ts'
import { markText } from './order-words.ts'
import { useOpenOrders, usePastOrders } from './use-orders.ts'

/** What can be done to an order on the chart. */
export interface MarkActions {
  cancel(order: OrderView): void
  /** At a price that its line was dragged to. */
  amend(order: OrderView, at: Partial<AmendForm>): void
}

/** The customer's open orders of an instrument as lines, and what was filled lately, also of orders that did not fill. */
export function useMarks(instrument: Instrument, actions: MarkActions): readonly ChartMark[] {
  const { t } = useTexts()
  const { symbol } = instrument
  const open = useOpenOrders({ symbol }).items
  const past = usePastOrders({ symbol }).items
  // The marks are drawn anew only when they change, and do what is meant now.
  const latest = useRef(actions)
  latest.current = actions
  return useMemo(
    () => [
      ...(open ?? []).map((order) => lineOf(order, instrument, t, latest)),
      ...[...(open ?? []), ...(past ?? [])].flatMap((order) => fillOf(order, t)),
    ],
    [open, past, instrument, t],
  )
}

function lineOf(
  order: OrderView,
  instrument: Instrument,
  t: Translate,
  actions: { readonly current: MarkActions },
): ChartMark {
  const { id, side, limitPrice, triggerPrice, status } = order
  // Until its tick, a stop waits at its trigger price.
  const isWaiting = status === 'untriggered' && triggerPrice !== null
  const price = isWaiting ? triggerPrice : limitPrice
  return {
    ...{ id, side, kind: 'order', price: Number(price), priceText: grouped(price) },
    label: markText(order, t),
    shortLabel: `${t(`market.side_${side}`)} ${amount(order.remaining, 0)}`,
    onCancel: () => actions.current.cancel(order),
    ...(isAmendable(order) && {
      onMove(to: number) {
        const at = onTick(instrument, to)
        actions.current.amend(order, isWaiting ? { triggerPrice: at } : { limitPrice: at })
      },
    }),
  }
}

/** The valid price nearest to a place on the chart. */
const onTick = ({ tickSize, priceDecimals }: Instrument, place: number): string =>
  nearestMultiple(Math.max(0, place).toFixed(priceDecimals), tickSize) ?? tickSize

function fillOf({ id, side, averagePrice, filled, updatedAtMs }: OrderView, t: Translate): ChartMark[] {
  if (averagePrice === null) return []
  return [
    {
      // An order that filled in part has its line too.
      ...{
        id: `fill-${id}`,
        side,
        kind: 'fill',
        price: Number(averagePrice),
        priceText: grouped(averagePrice),
      },
      ...{ label: t('spot.mark_fill', { amount: amount(filled, 0) }), atMs: updatedAtMs },
    },
  ]
}
