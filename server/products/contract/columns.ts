import { type Column, describeColumns } from '#server/platform/db/columns.ts'
import type { Position, PositionChange } from './position.ts'

/**
 * The columns of `contract_position` and `contract_change`. A new one is a line in a migration (with its grant, if it
 * changes), a field, and a line here.
 */
interface PositionColumn extends Column {
  /** Written again whenever the row changes. */
  readonly changes?: true
}

const position = {
  id: { name: 'id', kind: 'id' },
  customer: { name: 'customer_id', kind: 'id' },
  symbol: { name: 'symbol', kind: 'word' },
  direction: { name: 'direction', kind: 'word' },
  leverage: { name: 'leverage', kind: 'small' },
  lots: { name: 'lots', kind: 'count', changes: true },
  openLots: { name: 'open_lots', kind: 'count', changes: true },
  status: { name: 'status', kind: 'word', changes: true },
  reason: { name: 'reason', kind: 'word', changes: true },
  limitPrice: { name: 'limit_price', kind: 'count', changes: true },
  relation: { name: 'relation_id', kind: 'id' },
  leadName: { name: 'lead_name', kind: 'word' },
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
  maintenanceBps: { name: 'maintenance_bps', kind: 'small' },
  marginCallBps: { name: 'margin_call_bps', kind: 'small' },
  tapeSequence: { name: 'tape_sequence', kind: 'count' },
  triggersSequence: { name: 'triggers_sequence', kind: 'count', changes: true },
  financedDay: { name: 'financed_day', kind: 'small', changes: true },
  marginCallSequence: { name: 'margin_call_sequence', kind: 'count', changes: true },
  marginCalls: { name: 'margin_calls', kind: 'small', changes: true },
  createdAtMs: { name: 'created_at', kind: 'time' },
  openedAtMs: { name: 'opened_at', kind: 'time', changes: true },
  closedAtMs: { name: 'closed_at', kind: 'time', changes: true },
  updatedAtMs: { name: 'updated_at', kind: 'time', changes: true },
} as const satisfies Record<keyof Position, PositionColumn>

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

export const positionColumns = describeColumns<Position, PositionColumn>(position)
export const changeColumns = describeColumns<PositionChange>(change)
