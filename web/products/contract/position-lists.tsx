import type { PositionView } from '#domain/contract/contract.ts'
import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { useTicks } from '#web/features/contract/use-ticks.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { OrderRow, PastRow } from './order-row.tsx'
import { PositionCard } from './position-card.tsx'
import { PositionSheet } from './position-sheet.tsx'
import { useCancelOrder } from './use-cancel-order.tsx'
import { useOpenPositions } from './use-contract-account.ts'
import { type PositionFilter, usePendingOrders, usePositions } from './use-positions.ts'

/** A position’s sheet, for a list that shows it. */
export const positionSheet = (id: string, listed: PositionView | undefined, close: () => void) => (
  <PositionSheet id={id} listed={listed} onClose={close} />
)

/** The open positions as cards, each live and with what can be done to it. */
export function Positions() {
  const { t } = useTexts()
  const list = useOpenPositions()
  const symbols = [...new Set((list.items ?? []).flatMap(({ symbol }) => symbolsOf(symbol)))]
  const tickOf = useTicks(symbols)
  return (
    <RecordList
      list={list}
      rows={1}
      rowHeight={280}
      empty={{
        isSmall: true,
        title: t('contract_pages.no_positions'),
        text: t('contract_pages.no_positions_why'),
      }}
      row={(position, open) => <PositionCard position={position} tickOf={tickOf} onOpen={open} />}
      sheet={positionSheet}
    />
  )
}

/** The orders that wait for their price, each with its cancel. */
export function PendingOrders() {
  const { t } = useTexts()
  const cancel = useCancelOrder()
  return (
    <>
      <RecordList
        list={usePendingOrders()}
        rows={2}
        empty={{
          isSmall: true,
          title: t('contract_pages.no_pending'),
          text: t('contract_pages.no_pending_why'),
        }}
        row={(order, open) => (
          <OrderRow
            order={order}
            onOpen={open}
            onCancel={() => cancel.run(order.id)}
            isCancelling={cancel.isRunning(order.id)}
          />
        )}
        sheet={positionSheet}
      />
      {cancel.refusal}
    </>
  )
}

/** What became of positions and orders, the newest first. */
export function PastPositions({ filter }: { filter: PositionFilter }) {
  const { t } = useTexts()
  return (
    <RecordList
      list={usePositions(filter)}
      empty={{ isSmall: true, title: t('contract_pages.no_past') }}
      row={(position, open) => <PastRow position={position} onOpen={open} />}
      sheet={positionSheet}
    />
  )
}
