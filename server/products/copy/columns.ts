import type { CopyOutcome } from '#domain/copy/rules.ts'
import { type Column, describeColumns } from '#server/platform/db/columns.ts'
import type { LeadFigures, Leading, RelationEvent, RelationRow } from './state.ts'

/** The columns of the tables that the engine writes. A new one is a line in a migration, a field, and a line here. */
interface Changing extends Column {
  /** Written again whenever the row changes. */
  readonly changes?: true
}

const record = {
  trades: { name: 'trades', kind: 'count', changes: true },
  wins: { name: 'wins', kind: 'count', changes: true },
  profit: { name: 'profit', kind: 'units', changes: true },
  peak: { name: 'peak', kind: 'units', changes: true },
  fall: { name: 'fall', kind: 'units', changes: true },
  peakOfFall: { name: 'peak_of_fall', kind: 'units', changes: true },
  capital: { name: 'capital', kind: 'units', changes: true },
} as const

export const relationColumns = describeColumns<RelationRow, Changing>({
  id: { name: 'id', kind: 'id' },
  lead: { name: 'lead_id', kind: 'id' },
  leadCustomer: { name: 'lead_customer_id', kind: 'id' },
  leadName: { name: 'lead_name', kind: 'word' },
  customer: { name: 'customer_id', kind: 'id' },
  status: { name: 'status', kind: 'word', changes: true },
  endReason: { name: 'end_reason', kind: 'word', changes: true },
  mode: { name: 'mode', kind: 'word', changes: true },
  number: { name: 'number', kind: 'units', changes: true },
  maxTrade: { name: 'max_trade', kind: 'units', changes: true },
  maxTotal: { name: 'max_total', kind: 'units', changes: true },
  stopLoss: { name: 'stop_loss', kind: 'units', changes: true },
  slippageBps: { name: 'slippage_bps', kind: 'small', changes: true },
  shareBps: { name: 'share_bps', kind: 'small' },
  ...record,
  highWaterMark: { name: 'high_water_mark', kind: 'units', changes: true },
  reserved: { name: 'reserved', kind: 'units', changes: true },
  sharePaid: { name: 'share_paid', kind: 'units', changes: true },
  nextShareAtMs: { name: 'next_share_at', kind: 'time', changes: true },
  margin: { name: 'margin', kind: 'units', changes: true },
  openCopies: { name: 'open_copies', kind: 'small', changes: true },
  pausedByNight: { name: 'paused_by_night', kind: 'flag', changes: true },
  isClosing: { name: 'is_closing', kind: 'flag', changes: true },
  triggersSequence: { name: 'triggers_sequence', kind: 'count', changes: true },
  agreementVersion: { name: 'agreement_version', kind: 'small' },
  termsVersion: { name: 'terms_version', kind: 'small' },
  startedAtMs: { name: 'started_at', kind: 'time' },
  endedAtMs: { name: 'ended_at', kind: 'time', changes: true },
  updatedAtMs: { name: 'updated_at', kind: 'time', changes: true },
})

export const figuresColumns = describeColumns<LeadFigures>({
  lead: { name: 'lead_id', kind: 'id' },
  ...record,
  followers: { name: 'followers', kind: 'count' },
  followersEver: { name: 'followers_ever', kind: 'count' },
  followersProfit: { name: 'followers_profit', kind: 'units' },
  followersCapital: { name: 'followers_capital', kind: 'units' },
  followersSample: { name: 'followers_sample', kind: 'count' },
  followersTrades: { name: 'followers_trades', kind: 'count' },
  assets: { name: 'assets', kind: 'units' },
  earned: { name: 'earned', kind: 'units' },
  reserved: { name: 'reserved', kind: 'units' },
  place: { name: 'place', kind: 'units' },
  updatedAtMs: { name: 'updated_at', kind: 'time' },
})

export const leadingColumns = describeColumns<Leading, Changing>({
  id: { name: 'id', kind: 'id' },
  lead: { name: 'lead_id', kind: 'id' },
  startedAtMs: { name: 'started_at', kind: 'time' },
  stoppedAtMs: { name: 'stopped_at', kind: 'time', changes: true },
})

export const outcomeColumns = describeColumns<CopyOutcome>({
  id: { name: 'id', kind: 'id' },
  relation: { name: 'relation_id', kind: 'id' },
  customer: { name: 'customer_id', kind: 'id' },
  lead: { name: 'lead_id', kind: 'id' },
  leadPosition: { name: 'lead_position_id', kind: 'id' },
  symbol: { name: 'symbol', kind: 'word' },
  direction: { name: 'direction', kind: 'word' },
  action: { name: 'action', kind: 'word' },
  result: { name: 'result', kind: 'word' },
  reason: { name: 'reason', kind: 'word' },
  limitedBy: { name: 'limited_by', kind: 'word' },
  position: { name: 'position_id', kind: 'id' },
  lots: { name: 'lots', kind: 'count' },
  price: { name: 'price', kind: 'count' },
  slippageBps: { name: 'slippage_bps', kind: 'small' },
  minimumLots: { name: 'minimum_lots', kind: 'count' },
  sequence: { name: 'sequence', kind: 'count' },
  atMs: { name: 'created_at', kind: 'time' },
})

export const eventColumns = describeColumns<RelationEvent>({
  id: { name: 'id', kind: 'id' },
  relation: { name: 'relation_id', kind: 'id' },
  customer: { name: 'customer_id', kind: 'id' },
  kind: { name: 'kind', kind: 'word' },
  reason: { name: 'reason', kind: 'word' },
  position: { name: 'position_id', kind: 'id' },
  amount: { name: 'amount', kind: 'units' },
  atMs: { name: 'created_at', kind: 'time' },
})
