import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { PositionView } from '#domain/contract/contract.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { resultOf } from '#web/features/contract/position-result.ts'
import { copyText, directionText, sideOf } from '#web/features/contract/position-words.ts'
import { useTicks } from '#web/features/contract/use-ticks.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { RecordTable, type TableColumn } from '#web/features/records/record-table.tsx'
import { amount, grouped, signed } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseSheet } from './close-sheet.tsx'
import { livePosition } from './live.ts'
import { MarginSheet } from './margin-sheet.tsx'
import { positionSheet } from './position-lists.tsx'
import { StopsSheet } from './stops-sheet.tsx'
import { useCancelOrder } from './use-cancel-order.tsx'
import { useOpenPositions } from './use-contract-account.ts'
import { type PositionFilter, usePendingOrders, usePositions } from './use-positions.ts'
import { statusText } from './words.ts'

type Column = TableColumn<PositionView>

interface TableProps {
  /** Whether what a row opens stands in the pane beside the page. */
  inPane?: boolean
}

const priceText = (price: string | null | undefined): string => (price ? grouped(price) : '—')

/** The open positions as a table, live, each with what can be done to it. */
export function PositionsTable({ inPane = false }: TableProps) {
  const { t } = useTexts()
  const masked = useMasked()
  const list = useOpenPositions()
  const tickOf = useTicks([...new Set((list.items ?? []).flatMap(({ symbol }) => symbolsOf(symbol)))])
  const [asked, setAsked] = useState<{ id: string; what: 'stops' | 'margin' | 'close' }>()
  const position = list.items?.find(({ id }) => id === asked?.id)
  const close = () => setAsked(undefined)
  const columns: readonly Column[] = [
    {
      ...{ id: 'position', head: t('contract_pages.position') },
      cell: (one, open) => (
        <button
          type="button"
          onClick={open}
          className="press flex min-h-11 flex-col justify-center text-left"
        >
          <span className="flex items-center gap-2 whitespace-nowrap">
            <span className="font-semibold">{labelOf(one.symbol)}</span>
            <Tag kind={sideOf(one.direction)}>{directionText(one, t)}</Tag>
          </span>
          <span className="text-11 text-t3">
            {[t('contract_pages.lots_of', { lots: amount(one.openLots, 0) }), copyText(one, t)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </button>
      ),
    },
    {
      ...{ id: 'entry', head: `${t('contract_pages.entry')} / ${t('contract_pages.mark')}`, isFigure: true },
      cell: (one) => (
        <Stacked
          first={priceText(one.entryPrice)}
          second={priceText(livePosition(one, tickOf).markPrice ?? one.markPrice)}
        />
      ),
    },
    {
      ...{ id: 'liquidation', head: t('contract_pages.liquidation'), isFigure: true },
      cell: ({ liquidationPrice }) => <span className="text-danger">{priceText(liquidationPrice)}</span>,
    },
    {
      ...{ id: 'margin', head: t('contract_pages.margin'), isFigure: true, from: 'middle' },
      cell: (one) => (
        <Stacked
          first={<Amount value={one.margin} />}
          second={`${livePosition(one, tickOf).marginPercent ?? '—'}%`}
        />
      ),
    },
    {
      ...{ id: 'stops', head: t('contract_pages.stops'), isFigure: true, from: 'middle' },
      cell: ({ takeProfit, stopLoss }) => (
        <Stacked first={priceText(takeProfit)} second={priceText(stopLoss)} />
      ),
    },
    {
      ...{ id: 'pnl', head: t('contract_pages.pnl'), isFigure: true },
      cell(one) {
        const { pnl, returnPercent } = livePosition(one, tickOf)
        return (
          <span className={changeColours[directionOf(pnl)]}>
            <b className="block font-semibold">{pnl === undefined ? '—' : masked(signed(pnl))}</b>
            {returnPercent !== undefined && <span className="block text-11">{signed(returnPercent)}%</span>}
          </span>
        )
      },
    },
    {
      ...{ id: 'actions', head: '', isPinned: true },
      cell: ({ id, symbol }) => (
        <span className="-mr-2 flex items-center justify-end">
          {(['stops', 'margin', 'close'] as const).map((what) => (
            <button
              key={what}
              type="button"
              aria-label={`${t(actionTexts[what])}, ${labelOf(symbol)}`}
              onClick={() => setAsked({ id, what })}
              className="press h-11 px-1.5 whitespace-nowrap text-t2 hover:text-t1"
            >
              {t(actionTexts[what])}
            </button>
          ))}
        </span>
      ),
    },
  ]
  return (
    <>
      <RecordTable
        list={list}
        empty={{
          isSmall: true,
          title: t('contract_pages.no_positions'),
          text: t('contract_pages.no_positions_why'),
        }}
        columns={columns}
        inPane={inPane}
        sheet={positionSheet}
      />
      {position && asked?.what === 'stops' && <StopsSheet position={position} onClose={close} />}
      {position && asked?.what === 'margin' && <MarginSheet position={position} onClose={close} />}
      {position && asked?.what === 'close' && <CloseSheet position={position} onClose={close} />}
    </>
  )
}

/** Two figures of one kind, over each other. */
const Stacked = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <>
    <span className="block">{first}</span>
    <span className="block text-11 text-t3">{second}</span>
  </>
)

const actionTexts = {
  stops: 'contract_pages.stops',
  margin: 'contract_pages.margin',
  close: 'contract_pages.close',
} as const

/** The orders that wait for their price, as a table. */
export function PendingTable({ inPane = false }: TableProps) {
  const { t } = useTexts()
  const cancel = useCancelOrder()
  const columns: readonly Column[] = [
    openColumn(t, ({ createdAtMs }) => createdAtMs),
    marketColumn(t),
    directionColumn(t),
    lotsColumn(t, ({ lots }) => lots),
    {
      ...{ id: 'price', head: t('market.price'), isFigure: true },
      cell: ({ limitPrice }) => <b className="font-semibold">{priceText(limitPrice)}</b>,
    },
    {
      ...{ id: 'stops', head: t('contract_pages.stops'), isFigure: true, from: 'middle' },
      cell: ({ takeProfit, stopLoss }) => `${priceText(takeProfit)} / ${priceText(stopLoss)}`,
    },
    {
      ...{ id: 'held', head: t('spot.column_held'), isFigure: true },
      cell: ({ margin, marginCurrency }) => <Amount value={margin} currency={marginCurrency} />,
    },
    {
      ...{ id: 'actions', head: '', isPinned: true },
      cell: ({ id, limitPrice, symbol }) => (
        <IconButton
          icon={X}
          label={t('spot.cancel_order', { price: priceText(limitPrice), name: labelOf(symbol) })}
          onClick={() => cancel.run(id)}
          disabled={cancel.isRunning(id)}
          className="-mr-3 ml-auto hover:bg-s2 disabled:opacity-40"
        />
      ),
    },
  ]
  return (
    <>
      <RecordTable
        list={usePendingOrders()}
        empty={{
          isSmall: true,
          title: t('contract_pages.no_pending'),
          text: t('contract_pages.no_pending_why'),
        }}
        columns={columns}
        inPane={inPane}
        sheet={positionSheet}
      />
      {cancel.refusal}
    </>
  )
}

/** What became of positions and orders, as a table. */
export function PastTable({ filter, inPane = false }: TableProps & { filter: PositionFilter }) {
  const { t } = useTexts()
  const masked = useMasked()
  const columns: readonly Column[] = [
    openColumn(t, ({ createdAtMs }) => createdAtMs),
    marketColumn(t),
    directionColumn(t),
    lotsColumn(t, ({ lots }) => lots),
    {
      ...{ id: 'entry', head: t('contract_pages.entry'), isFigure: true },
      cell: ({ entryPrice, limitPrice }) => priceText(entryPrice ?? limitPrice),
    },
    {
      ...{ id: 'close', head: t('contract_pages.close_price'), isFigure: true },
      cell: ({ closePrice }) => priceText(closePrice),
    },
    {
      ...{ id: 'points', head: t('contract_pages.points'), isFigure: true, from: 'wide' },
      cell: ({ points }) => (points === null ? '—' : signed(points)),
    },
    {
      ...{ id: 'fee', head: t('spot.fee'), isFigure: true, from: 'wide' },
      cell: ({ fee, marginCurrency }) => <Amount value={fee} currency={marginCurrency} />,
    },
    {
      ...{ id: 'pnl', head: t('contract_pages.pnl_after_fees'), isFigure: true },
      cell: (one) =>
        one.closePrice === null ? (
          '—'
        ) : (
          <span className={changeColours[directionOf(resultOf(one))]}>
            {masked(signedProfit(resultOf(one)))}
          </span>
        ),
    },
    {
      ...{ id: 'status', head: t('spot.status'), isFigure: true },
      cell: (one) => statusText(one, t),
    },
  ]
  return (
    <RecordTable
      list={usePositions(filter)}
      empty={{ isSmall: true, title: t('contract_pages.no_past') }}
      columns={columns}
      inPane={inPane}
      sheet={positionSheet}
    />
  )
}

/** When it was; the row's way to its details. */
const openColumn = (t: Translate, atMs: (position: PositionView) => number): Column => ({
  ...{ id: 'placed', head: t('spot.column_placed') },
  cell: (position, open) => (
    <button
      type="button"
      onClick={open}
      className="press h-11 text-left whitespace-nowrap text-t2 hover:text-t1"
    >
      {dateTime(atMs(position)).slice(5, 16)}
    </button>
  ),
})

const marketColumn = (t: Translate): Column => ({
  ...{ id: 'market', head: t('spot.column_market') },
  cell: ({ symbol }) => (
    <Link
      to={toPage('pages/transaction/contract', { symbol })}
      className="font-semibold whitespace-nowrap hover:underline"
    >
      {labelOf(symbol)}
    </Link>
  ),
})

const directionColumn = (t: Translate): Column => ({
  ...{ id: 'direction', head: t('contract_pages.direction') },
  cell: (position) => (
    <span className="whitespace-nowrap">
      <Tag kind={sideOf(position.direction)}>{directionText(position, t)}</Tag>
      {position.relationId !== null && <span className="block text-11 text-t3">{copyText(position, t)}</span>}
    </span>
  ),
})

const lotsColumn = (t: Translate, lots: (position: PositionView) => string): Column => ({
  ...{ id: 'lots', head: t('contract_pages.lots'), isFigure: true },
  cell: (position) => amount(lots(position), 0),
})
