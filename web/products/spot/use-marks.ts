import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { Instrument } from '#domain/market/instrument.ts'
import { type OrderView, spotDetail } from '#domain/spot/contract.ts'
import { nearestMultiple } from '#domain/spot/price-range.ts'
import { useHttpClient } from '#web/app/use-api.ts'
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
  const filledAt = useFilledAt([...(open ?? []), ...(past ?? [])])
  // The marks are drawn anew only when they change, and do what is meant now.
  const latest = useRef(actions)
  latest.current = actions
  return useMemo(
    () => [
      ...(open ?? []).map((order) => lineOf(order, instrument, t, latest)),
      ...[...(open ?? []), ...(past ?? [])].flatMap((order) => fillOf(order, filledAt[order.id], t)),
    ],
    [open, past, filledAt, instrument, t],
  )
}

/** As many as can be told apart on a chart; each is a call. */
const MAX_ASKED = 10
const nothingKnown: Readonly<Record<string, number>> = {}

/**
 * When each order that filled in part last did, by its id. What is filled says that itself: nothing happens to it
 * afterwards, but an order that is cancelled or amended is changed later than it filled.
 */
function useFilledAt(orders: readonly OrderView[]): Readonly<Record<string, number>> {
  const http = useHttpClient()
  const asked = orders
    .filter(({ status, averagePrice }) => averagePrice !== null && status !== 'filled')
    .slice(0, MAX_ASKED)
  const { data = nothingKnown } = useQuery({
    // Asked for again when more of one is filled.
    queryKey: ['spot-filled-at', ...asked.map(({ id, filled }) => `${id} ${filled}`)],
    enabled: asked.length > 0,
    async queryFn({ signal }) {
      const details = await Promise.all(asked.map(({ id }) => http.request(spotDetail, { id }, { signal })))
      return Object.fromEntries(
        details.map(({ order, fills }) => [order.id, Math.max(...fills.map(({ atMs }) => atMs))]),
      )
    },
  })
  return data
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

function fillOf(
  { id, side, averagePrice, filled, status, updatedAtMs }: OrderView,
  filledAtMs: number | undefined,
  t: Translate,
): ChartMark[] {
  const atMs = status === 'filled' ? updatedAtMs : filledAtMs
  if (averagePrice === null || atMs === undefined) return []
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
      ...{ label: t('spot.mark_fill', { amount: amount(filled, 0) }), atMs },
    },
  ]
}
