import type { SpotOrder } from './books.ts'

/**
 * The columns of `spot_order`, each described once: the insert, the update, the select and the reading of a
 * row follow from it. A new column is a line in a migration (with its grant, if it changes), a field of
 * `SpotOrder`, and a line here; without this one the file does not compile.
 */
interface OrderColumn {
  readonly name: string
  readonly kind: ColumnKind
  /** Written again whenever the order changes. */
  readonly changes?: true
}

/** What a column holds, and how it is read: a count is a safe integer, units and ids need all of a bigint. */
const kinds = {
  id: { sqlType: 'bigint', read: (value: unknown) => value },
  units: { sqlType: 'bigint', read: (value: unknown) => value },
  count: { sqlType: 'bigint', read: (value: unknown) => (value === null ? null : Number(value)) },
  small: { sqlType: 'integer', read: (value: unknown) => value },
  word: { sqlType: 'text', read: (value: unknown) => value },
  flag: { sqlType: 'boolean', read: (value: unknown) => value },
  /** The time of the batch that writes it, in milliseconds. */
  time: { sqlType: 'timestamptz', read: (value: unknown) => value },
} as const

export type ColumnKind = keyof typeof kinds

export const orderColumns = {
  id: { name: 'id', kind: 'id' },
  customer: { name: 'customer_id', kind: 'id' },
  symbol: { name: 'symbol', kind: 'word' },
  side: { name: 'side', kind: 'word' },
  orderType: { name: 'order_type', kind: 'word' },
  timeInForce: { name: 'time_in_force', kind: 'word' },
  postOnly: { name: 'post_only', kind: 'flag' },
  price: { name: 'price', kind: 'count' },
  quantity: { name: 'quantity', kind: 'count', changes: true },
  filled: { name: 'filled', kind: 'count', changes: true },
  notional: { name: 'notional', kind: 'units', changes: true },
  fee: { name: 'fee', kind: 'units', changes: true },
  makerFeeBps: { name: 'maker_fee_bps', kind: 'small' },
  takerFeeBps: { name: 'taker_fee_bps', kind: 'small' },
  termsVersion: { name: 'terms_version', kind: 'small' },
  status: { name: 'status', kind: 'word', changes: true },
  reason: { name: 'reason', kind: 'word', changes: true },
  tapeSequence: { name: 'tape_sequence', kind: 'count' },
  createdAtMs: { name: 'created_at', kind: 'time' },
  updatedAtMs: { name: 'updated_at', kind: 'time', changes: true },
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

interface Described extends OrderColumn {
  readonly field: Field
  readonly sqlType: string
  read(value: unknown): unknown
}

/** All of them, in one order. */
export const columns: readonly Described[] = (Object.entries(orderColumns) as [Field, OrderColumn][]).map(
  ([field, column]) => ({ field, ...column, ...kinds[column.kind] }),
)

/** Reads a row. */
export function toOrder(row: SpotOrderRow): SpotOrder {
  const order: Record<string, unknown> = {}
  for (const { field, name, read } of columns) order[field] = read(row[name as keyof SpotOrderRow])
  return order as unknown as SpotOrder
}
