import { type Column, describeColumns, readRow } from '#server/platform/db/columns.ts'
import type { SpotOrder } from './order.ts'

/**
 * The columns of `spot_order`. A new column is a line in a migration (with its grant, if it changes), a field of
 * `SpotOrder`, and a line here; without this one the file does not compile.
 */
interface OrderColumn extends Column {
  /** Written again whenever the order changes, or only when it goes to another place in its queue or waits for something else. */
  readonly changes?: 'always' | 'requeued'
  /** Empty in most orders: written with those alone that have one of these. */
  readonly isRare?: true
}

export const orderColumns = {
  id: { name: 'id', kind: 'id' },
  customer: { name: 'customer_id', kind: 'id' },
  symbol: { name: 'symbol', kind: 'word' },
  side: { name: 'side', kind: 'word' },
  orderType: { name: 'order_type', kind: 'word' },
  timeInForce: { name: 'time_in_force', kind: 'word' },
  postOnly: { name: 'post_only', kind: 'flag' },
  price: { name: 'price', kind: 'count', changes: 'requeued' },
  quantity: { name: 'quantity', kind: 'count', changes: 'always' },
  filled: { name: 'filled', kind: 'count', changes: 'always' },
  notional: { name: 'notional', kind: 'units', changes: 'always' },
  fee: { name: 'fee', kind: 'units', changes: 'always' },
  makerFeeBps: { name: 'maker_fee_bps', kind: 'small' },
  takerFeeBps: { name: 'taker_fee_bps', kind: 'small' },
  termsVersion: { name: 'terms_version', kind: 'small' },
  status: { name: 'status', kind: 'word', changes: 'always' },
  reason: { name: 'reason', kind: 'word', changes: 'always' },
  tapeSequence: { name: 'tape_sequence', kind: 'count', changes: 'requeued' },
  triggerPrice: { name: 'trigger_price', kind: 'count', isRare: true, changes: 'requeued' },
  triggerDirection: { name: 'trigger_direction', kind: 'word', isRare: true },
  triggerSequence: { name: 'trigger_sequence', kind: 'count', isRare: true, changes: 'requeued' },
  triggeredAtPrice: { name: 'triggered_at_price', kind: 'count', isRare: true, changes: 'requeued' },
  sibling: { name: 'sibling_id', kind: 'id', isRare: true },
  siblingPrice: { name: 'sibling_price', kind: 'count', isRare: true, changes: 'requeued' },
  takeProfit: { name: 'take_profit', kind: 'count', isRare: true },
  stopLoss: { name: 'stop_loss', kind: 'count', isRare: true },
  attachedTo: { name: 'attached_to', kind: 'id', isRare: true },
  priority: { name: 'priority', kind: 'id', isRare: true, changes: 'requeued' },
  createdAtMs: { name: 'created_at', kind: 'time' },
  updatedAtMs: { name: 'updated_at', kind: 'time', changes: 'always' },
} as const satisfies Record<keyof SpotOrder, OrderColumn>

type Columns = typeof orderColumns
type Field = keyof Columns
type Nullable<F extends Field> = Extract<SpotOrder[F], null>

/** A row of `spot_order` as the drivers give it. */
export type SpotOrderRow = {
  [F in Field as Columns[F]['name']]: Columns[F]['kind'] extends 'units' | 'count'
    ? bigint | Nullable<F>
    : Columns[F]['kind'] extends 'id' | 'word'
      ? SpotOrder[F]
      : Columns[F]['kind'] extends 'flag'
        ? boolean
        : number | Nullable<F>
}

/** All of them, in one order. */
export const columns = describeColumns<SpotOrder, OrderColumn>(orderColumns)

/** Reads a row. */
export const toOrder = (row: SpotOrderRow): SpotOrder => readRow(columns, row)
