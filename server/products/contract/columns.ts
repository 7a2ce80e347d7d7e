import type { Cell } from '#server/platform/db/array-literal.ts'
import type { Position, PositionChange } from './position.ts'

/**
 * The columns of `contract_position` and `contract_change`, each described once: insert, update and reading follow
 * from it. A new one is a line in a migration (with its grant, if it changes), a field, and a line here.
 */
interface Column {
  readonly name: string
  readonly kind: ColumnKind
  /** Written again whenever the row changes. */
  readonly changes?: true
}

/** How a column is stored and read: a count is a safe integer, units and ids need all of a bigint. */
const kinds = {
  id: { sqlType: 'bigint', read: (value: unknown) => value },
  units: { sqlType: 'bigint', read: (value: unknown) => value },
  count: { sqlType: 'bigint', read: (value: unknown) => (value === null ? null : Number(value)) },
  small: { sqlType: 'integer', read: (value: unknown) => value },
  word: { sqlType: 'text', read: (value: unknown) => value },
  /** In milliseconds here. */
  time: { sqlType: 'timestamptz', read: (value: unknown) => value },
} as const
type ColumnKind = keyof typeof kinds

const position = {
  id: { name: 'id', kind: 'id' },
  customer: { name: 'customer_id', kind: 'id' },
  symbol: { name: 'symbol', kind: 'word' },
  direction: { name: 'direction', kind: 'word' },
  leverage: { name: 'leverage', kind: 'small' },
  lots: { name: 'lots', kind: 'count' },
  openLots: { name: 'open_lots', kind: 'count', changes: true },
  status: { name: 'status', kind: 'word', changes: true },
  reason: { name: 'reason', kind: 'word', changes: true },
  limitPrice: { name: 'limit_price', kind: 'count' },
  entryPrice: { name: 'entry_price', kind: 'count', changes: true },
  entrySequence: { name: 'entry_sequence', kind: 'count', changes: true },
  spread: { name: 'spread', kind: 'count', changes: true },
  conversionMark: { name: 'conversion_mark', kind: 'count', changes: true },
  conversionSequence: { name: 'conversion_sequence', kind: 'count', changes: true },
  margin: { name: 'margin', kind: 'units', changes: true },
  initialMargin: { name: 'initial_margin', kind: 'units', changes: true },
  maintenance: { name: 'maintenance', kind: 'units', changes: true },
  fee: { name: 'fee', kind: 'units', changes: true },
  financing: { name: 'financing', kind: 'units', changes: true },
  realizedPnl: { name: 'realized_pnl', kind: 'units', changes: true },
  takeProfit: { name: 'take_profit', kind: 'count', changes: true },
  stopLoss: { name: 'stop_loss', kind: 'count', changes: true },
  liquidationPrice: { name: 'liquidation_price', kind: 'count', changes: true },
  closePrice: { name: 'close_price', kind: 'count', changes: true },
  closeSequence: { name: 'close_sequence', kind: 'count', changes: true },
  termsVersion: { name: 'terms_version', kind: 'small' },
  lotSize: { name: 'lot_size', kind: 'count' },
  feeBps: { name: 'fee_bps', kind: 'small' },
  financingBps: { name: 'financing_bps', kind: 'small' },
  tapeSequence: { name: 'tape_sequence', kind: 'count' },
  triggersSequence: { name: 'triggers_sequence', kind: 'count', changes: true },
  financedDay: { name: 'financed_day', kind: 'small', changes: true },
  marginCallSequence: { name: 'margin_call_sequence', kind: 'count', changes: true },
  createdAtMs: { name: 'created_at', kind: 'time' },
  openedAtMs: { name: 'opened_at', kind: 'time', changes: true },
  closedAtMs: { name: 'closed_at', kind: 'time', changes: true },
  updatedAtMs: { name: 'updated_at', kind: 'time', changes: true },
} as const satisfies Record<keyof Position, Column>

const change = {
  id: { name: 'id', kind: 'id' },
  position: { name: 'position_id', kind: 'id' },
  customer: { name: 'customer_id', kind: 'id' },
  kind: { name: 'kind', kind: 'word' },
  reason: { name: 'reason', kind: 'word' },
  lots: { name: 'lots', kind: 'count' },
  price: { name: 'price', kind: 'count' },
  sequence: { name: 'sequence', kind: 'count' },
  conversionMark: { name: 'conversion_mark', kind: 'count' },
  conversionSequence: { name: 'conversion_sequence', kind: 'count' },
  amount: { name: 'amount', kind: 'units' },
  fee: { name: 'fee', kind: 'units' },
  shortfall: { name: 'shortfall', kind: 'units' },
  margin: { name: 'margin', kind: 'units' },
  takeProfit: { name: 'take_profit', kind: 'count' },
  stopLoss: { name: 'stop_loss', kind: 'count' },
  liquidationPrice: { name: 'liquidation_price', kind: 'count' },
  atMs: { name: 'created_at', kind: 'time' },
} as const satisfies Record<keyof PositionChange, Column>

export interface Described<Field> extends Column {
  readonly field: Field
  readonly sqlType: string
  read(value: unknown): unknown
}

const described = <Row>(columns: Readonly<Record<keyof Row, Column>>): readonly Described<keyof Row>[] =>
  (Object.entries(columns) as [keyof Row, Column][]).map(([field, column]) => ({
    field,
    ...column,
    ...kinds[column.kind],
  }))

export const positionColumns = described<Position>(position)
export const changeColumns = described<PositionChange>(change)

/** Reads a row as the drivers give it. */
export function readRow<Row>(columns: readonly Described<keyof Row>[], row: object): Row {
  const read: Partial<Record<keyof Row, unknown>> = {}
  for (const column of columns)
    read[column.field] = column.read((row as Record<string, unknown>)[column.name])
  return read as Row
}

/** A value as it is written: a time in the way that the database reads it. */
export function cellOf<Row>({ kind, field }: Described<keyof Row>, row: Row): Cell {
  const value = row[field] as Cell
  return kind === 'time' && typeof value === 'number' ? new Date(value).toISOString() : value
}
