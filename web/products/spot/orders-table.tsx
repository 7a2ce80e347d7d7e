import { X } from 'lucide-react'
import { Link } from 'react-router'
import { pairText } from '#domain/market/instrument.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import { isAtMarket } from '#domain/spot/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import type { PagedResult } from '#web/app/use-paged-list.ts'
import { RecordTable, type TableColumn } from '#web/features/records/record-table.tsx'
import { amount, feeText, grouped, isZero } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import type { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isAmendable } from './amend-draft.ts'
import { useAmendOrder } from './amend-sheet.tsx'
import type { OrderFilter } from './order-filter.ts'
import { emptyOf } from './order-lists.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { type SortKey, sorted, useOrderSort } from './order-sort.ts'
import { cancelText, kindOf, knownPrice, triggerText } from './order-words.ts'
import { useCancelOrder } from './use-cancel-order.tsx'
import { useOpenOrders, usePastOrders } from './use-orders.ts'

interface TableProps {
  filter?: OrderFilter
  /** Whether what a row opens stands in the pane beside the page. */
  inPane?: boolean
}

type Column = TableColumn<OrderView, SortKey>

/** Open orders as a table, each with its ways to be amended and cancelled. */
export function OpenOrdersTable({ filter = {}, inPane = false }: TableProps) {
  const { t } = useTexts()
  const cancel = useCancelOrder()
  const amend = useAmendOrder()
  const held: Column = {
    ...{ id: 'held', sortKey: 'held', head: t('spot.column_held'), isFigure: true, from: 'wide' },
    cell: (order) => (isZero(order.held) ? '—' : <Amount value={order.held} currency={order.heldCurrency} />),
  }
  const actions: Column = {
    ...{ id: 'actions', head: '', isPinned: true },
    cell: (order) => (
      <span className="-mr-3 flex items-center justify-end">
        {isAmendable(order) && (
          <button
            type="button"
            aria-label={t('spot.amend_named', { price: knownPrice(order), name: nameOf(order) })}
            onClick={() => amend.open(order)}
            className="press h-11 px-2 text-t2 hover:text-t1"
          >
            {t('spot.amend')}
          </button>
        )}
        <IconButton
          icon={X}
          label={cancelText(order, t)}
          onClick={() => cancel.run(order.id)}
          disabled={cancel.isRunning(order.id)}
          className="hover:bg-s2 disabled:opacity-40"
        />
      </span>
    ),
  }
  return (
    <>
      <OrdersTable
        orders={useOpenOrders(filter)}
        empty={emptyOf(filter, 'open', false, t)}
        columns={[...commonColumns(t), held, actions]}
        inPane={inPane}
      />
      {cancel.refusal}
      {amend.sheet}
    </>
  )
}

/** What became of past orders, as a table: what they came to on average and in all. */
export function PastOrdersTable({ filter = {}, inPane = false }: TableProps) {
  const { t } = useTexts()
  const columns: readonly Column[] = [
    {
      ...{
        id: 'average',
        sortKey: 'average',
        head: t('spot.column_average'),
        isFigure: true,
        from: 'wide',
      },
      cell: ({ averagePrice }) => (averagePrice ? grouped(averagePrice) : '—'),
    },
    {
      ...{ id: 'total', sortKey: 'total', head: t('spot.total'), isFigure: true, from: 'middle' },
      cell: (order) => <Amount value={order.notional} currency={order.quote} />,
    },
    {
      ...{ id: 'fee', head: t('spot.fee'), isFigure: true, from: 'middle' },
      cell: ({ fee, feeCurrency }) => (isZero(fee) ? '—' : `${feeText(fee)} ${feeCurrency}`),
    },
    {
      ...{ id: 'status', head: t('spot.status'), isFigure: true },
      cell: ({ status }) => t(`spot.status_${status}`),
    },
  ]
  return (
    <OrdersTable
      orders={usePastOrders(filter)}
      empty={emptyOf(filter, 'past', false, t)}
      columns={[...commonColumns(t), ...columns]}
      inPane={inPane}
    />
  )
}

const nameOf = ({ symbol }: OrderView): string => pairText(symbol)

/** The columns that all orders have. */
const commonColumns = (t: Translate): readonly Column[] => [
  {
    ...{ id: 'placed', sortKey: 'placed', head: t('spot.column_placed') },
    cell: (order, open) => (
      <button
        type="button"
        onClick={open}
        className="press h-11 text-left whitespace-nowrap text-t2 hover:text-t1"
      >
        <span className="block @min-[680px]:inline">{dateTime(order.createdAtMs).slice(5, 10)} </span>
        {dateTime(order.createdAtMs).slice(11, 16)}
        <span className="hidden @min-[680px]:inline">{dateTime(order.createdAtMs).slice(16)}</span>
      </button>
    ),
  },
  {
    ...{ id: 'market', sortKey: 'market', head: t('spot.column_market') },
    cell: (order) => (
      <Link
        to={toPage('pages/transaction/currency', { symbol: order.symbol })}
        className="font-semibold whitespace-nowrap hover:underline"
      >
        {nameOf(order)}
      </Link>
    ),
  },
  {
    ...{ id: 'side', head: t('spot.column_side') },
    cell: (order) => (
      <span className="flex flex-col items-start gap-x-2 gap-y-1 @min-[680px]:flex-row @min-[680px]:items-center">
        <Tag kind={order.side}>{t(`market.side_${order.side}`)}</Tag>
        <span className="whitespace-nowrap text-11 @min-[680px]:text-13">{kindOf(order, t)}</span>
      </span>
    ),
  },
  {
    ...{ id: 'price', sortKey: 'price', head: t('market.price'), isFigure: true },
    cell: (order) => (
      <>
        <b className="block font-semibold">
          {isAtMarket(order.orderType) ? t('spot.market_price') : grouped(order.limitPrice)}
        </b>
        {order.triggerPrice !== null && (
          <span className="block text-11 text-t3">
            <span className="@min-[680px]:hidden">{triggerText(order, t, true)}</span>
            <span className="hidden @min-[680px]:inline">{triggerText(order, t)}</span>
          </span>
        )}
      </>
    ),
  },
  {
    ...{ id: 'amount', sortKey: 'amount', head: t('market.amount'), isFigure: true },
    cell: ({ quantity }) => amount(quantity, 0),
  },
  {
    ...{ id: 'filled', sortKey: 'filled', head: t('spot.filled'), isFigure: true, from: 'middle' },
    cell: (order) => <Filled order={order} />,
  },
]

/** Orders in the order that was chosen, which the table says of itself as long as not all are loaded. */
function OrdersTable({
  orders,
  empty,
  columns,
  inPane,
}: {
  orders: PagedResult<OrderView>
  empty: Parameters<typeof EmptyState>[0]
  columns: readonly Column[]
  inPane: boolean
}) {
  const { t } = useTexts()
  const [sort, choose] = useOrderSort()
  return (
    <RecordTable
      list={orders}
      empty={empty}
      columns={columns}
      inPane={inPane}
      sort={{ by: sort, choose, arrange: (items) => sorted(items, sort) }}
      note={
        sort && orders.hasNextPage ? t('spot.sorted_of', { count: orders.items?.length ?? 0 }) : undefined
      }
      sheet={(id, listed, close) => <OrderSheet link={{ by: 'order', id }} listed={listed} onClose={close} />}
    />
  )
}

/** How much of an order is filled: a bar for the eye, the figure for exactness. */
function Filled({ order }: { order: OrderView }) {
  const share = (Number(order.filled) / Number(order.quantity)) * 100
  return (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden className="hidden h-1 w-12 shrink-0 rounded-full bg-s3 @min-[840px]:block">
        <span className="block h-full rounded-full bg-t1" style={{ width: `${share}%` }} />
      </span>
      {amount(order.filled, 0)}
    </span>
  )
}
