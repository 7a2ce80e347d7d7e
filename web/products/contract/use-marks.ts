import { useMemo } from 'react'
import type { PositionView } from '#domain/contract/contract.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import type { ChartMark } from '#web/features/chart/marks.ts'
import { directionText, sideOf } from '#web/features/contract/position-words.ts'
import { amount, grouped } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { useOpenPositions } from './use-contract-account.ts'
import { usePendingOrders } from './use-positions.ts'

/** The customer's positions and orders of an instrument as lines: where they opened or wait, where each ends. */
export function useMarks({ symbol }: Instrument, cancel: (id: string) => void): readonly ChartMark[] {
  const { t } = useTexts()
  const open = useOpenPositions().items
  const pending = usePendingOrders().items
  return useMemo(
    () =>
      [...(open ?? []), ...(pending ?? [])]
        .filter((position) => position.symbol === symbol)
        .flatMap((position) => linesOf(position, t, cancel)),
    [open, pending, symbol, t, cancel],
  )
}

function linesOf(position: PositionView, t: Translate, cancel: (id: string) => void): ChartMark[] {
  const { id, status, direction, entryPrice, limitPrice, lots, openLots } = position
  const { takeProfit, stopLoss, liquidationPrice } = position
  const isOpen = status === 'open'
  const opening = sideOf(direction)
  const ending = opening === 'buy' ? 'sell' : 'buy'
  const line = (name: string, side: ChartMark['side'], price: string | null, words: string): ChartMark[] =>
    price === null
      ? []
      : [
          {
            ...{ id: `${id} ${name}`, kind: 'order', side, label: words },
            ...{ price: Number(price), priceText: grouped(price) },
            ...(name === 'limit' && { onCancel: () => cancel(id) }),
          },
        ]
  const size = t('contract_pages.lots_of', { lots: amount(isOpen ? openLots : lots, 0) })
  return [
    ...line(
      isOpen ? 'entry' : 'limit',
      opening,
      isOpen ? entryPrice : limitPrice,
      `${directionText(position, t)} · ${size}`,
    ),
    ...line('take-profit', ending, takeProfit, t('contract_pages.take_profit')),
    ...line('stop-loss', ending, stopLoss, t('contract_pages.stop_loss')),
    ...line('liquidation', ending, liquidationPrice, t('contract_pages.liquidation')),
  ]
}
