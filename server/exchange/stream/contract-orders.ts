import type { Direction } from '#domain/contract/rules.ts'
import { MARGIN_CURRENCY, marginDecimals } from '#domain/contract/terms.ts'
import { exchangeSymbol } from '#domain/exchange/symbols.ts'
import {
  closingSide,
  contractStatusWord,
  executionWord,
  openingSide,
  positionSideWords,
  sideWords,
} from '#domain/exchange/words.ts'
import { formatPrice, type Instrument } from '#domain/market/instrument.ts'
import { formatDecimal, trimZeros } from '#domain/money/amount.ts'
import type { Position, PositionChange } from '#server/products/contract/position.ts'
import { idNumber } from '../number.ts'

/**
 * What the stream of a customer's own says of their contracts. A position of ours is one order that opens it and one for
 * each closing, which is named by what was recorded of it.
 */

const NOTHING = '0'

/** Units: hundredths of a lot in, base out. @example baseOfLots(150, 0.1) // '0.15' */
export function baseOfLots(lots: number | bigint, lotSize: number): string {
  const [whole = '', fraction = ''] = String(lotSize).split('.')
  return trimZeros(formatDecimal(BigInt(lots) * BigInt(whole + fraction), 2 + fraction.length))
}

const margin = (units: bigint): string => formatDecimal(units, marginDecimals())

/** What a commit told of one position: as it is now, and what was recorded of it. */
export interface ToldPosition {
  readonly position: Position
  /** Whether the commit is the one that accepted it. */
  readonly isNew: boolean
  readonly changes: readonly PositionChange[]
}

/** The messages about the orders of one position, in the order of what happened. */
export function orderUpdates(
  instrument: Instrument,
  { position, isNew, changes }: ToldPosition,
  nowMs: number,
) {
  const message = (o: OrderFigures) => ({ e: 'ORDER_TRADE_UPDATE', E: nowMs, T: position.updatedAtMs, o })
  const own = changes.flatMap((change) => figuresOf(instrument, position, change) ?? [])
  const accepted = openingOf(instrument, position, { x: 'NEW', X: 'NEW' })
  // An order that opens at once is kept as its position alone: nothing is recorded beside it.
  const opened = position.entryPrice !== null && !changes.some(({ kind }) => kind === 'opened')
  const atOnce = openingOf(instrument, position, { x: 'TRADE', X: 'FILLED', fill: openingFill(position) })
  return [...(isNew ? [accepted] : []), ...(isNew && opened ? [atOnce] : []), ...own].map(message)
}

/** What opened a position, as it is told; `id` is the number of the trade. */
type Fill = Pick<PositionChange, 'id' | 'lots' | 'price' | 'fee' | 'amount' | 'atMs'>

const openingFill = ({ id, lots, entryPrice: price, fee, openedAtMs, createdAtMs }: Position): Fill => ({
  ...{ id, lots, price, fee, amount: null },
  atMs: openedAtMs ?? createdAtMs,
})

type OrderFigures = ReturnType<typeof openingOf>

function figuresOf(
  instrument: Instrument,
  position: Position,
  change: PositionChange,
): OrderFigures | undefined {
  const status = contractStatusWord(position)
  if (change.kind === 'cancelled')
    return openingOf(instrument, position, { x: executionWord(status, { isFill: false }), X: status })
  if (change.kind === 'opened')
    return openingOf(instrument, position, { x: 'TRADE', X: 'FILLED', fill: change })
  if (change.kind === 'closed') return closingOf(instrument, position, change)
  if (change.kind === 'amended') {
    const ordered = { ...position, lots: change.lots!, limitPrice: change.price }
    return openingOf(instrument, ordered, { x: 'AMENDMENT', X: 'NEW' })
  }
  // What changes the amounts takes effect in the account: ACCOUNT_UPDATE tells it.
  return undefined
}

interface Told {
  readonly x: string
  readonly X: string
  readonly fill?: Fill | undefined
}

function openingOf(instrument: Instrument, position: Position, { x, X, fill }: Told) {
  const { limitPrice, lots } = position
  return figures(instrument, position, {
    ...{ id: String(position.id), clientId: String(position.id), x, X, fill },
    side: sideWords[openingSide(position.direction)],
    type: limitPrice === null ? 'MARKET' : 'LIMIT',
    price: limitPrice === null ? NOTHING : formatPrice(instrument, limitPrice),
    lots,
    isReduceOnly: false,
  })
}

/** The types of orders that end a position by its price. */
const closingTypes: Readonly<Record<string, string>> = {
  'take-profit': 'TAKE_PROFIT_MARKET',
  'stop-loss': 'STOP_MARKET',
  liquidation: 'LIQUIDATION',
}

function closingOf(instrument: Instrument, position: Position, fill: PositionChange) {
  const isLiquidation = fill.reason === 'liquidation'
  return figures(instrument, position, {
    ...{ id: String(fill.id), x: 'TRADE', X: 'FILLED', fill },
    // As the exchange names them, so that who looks for liquidations finds them.
    clientId: isLiquidation ? `autoclose-${fill.id}` : String(fill.id),
    side: sideWords[closingSide(position.direction)],
    type: closingTypes[fill.reason ?? 'user'] ?? 'MARKET',
    price: NOTHING,
    lots: fill.lots ?? 0,
    isReduceOnly: true,
  })
}

function figures(
  instrument: Instrument,
  position: Position,
  order: Told & {
    readonly id: string
    readonly clientId: string
    readonly side: string
    readonly type: string
    readonly price: string
    readonly lots: number
    readonly isReduceOnly: boolean
  },
) {
  const { fill } = order
  const filled = fill ? baseOfLots(fill.lots ?? 0, position.lotSize) : NOTHING
  const at = fill?.price == null ? NOTHING : formatPrice(instrument, fill.price)
  return {
    s: exchangeSymbol(instrument),
    c: order.clientId,
    S: order.side,
    o: order.type,
    f: 'GTC',
    q: baseOfLots(order.lots, position.lotSize),
    p: order.price,
    ap: at,
    sp: NOTHING,
    x: order.x,
    X: order.X,
    i: idNumber(order.id),
    l: filled,
    z: filled,
    L: at,
    N: MARGIN_CURRENCY,
    n: fill ? margin(fill.fee ?? 0n) : NOTHING,
    T: fill?.atMs ?? position.updatedAtMs,
    t: fill ? idNumber(fill.id) : 0,
    b: NOTHING,
    a: NOTHING,
    m: false,
    R: order.isReduceOnly,
    wt: 'MARK_PRICE',
    ot: order.type,
    ps: positionSideWords[position.direction],
    cp: false,
    rp: fill && order.isReduceOnly ? margin(fill.amount ?? 0n) : NOTHING,
  }
}

/** Which of a customer's positions the exchange's clients take for one: those of an instrument and direction. */
export interface Leg {
  readonly symbol: string
  readonly direction: Direction
}

/**
 * All open positions of an instrument and direction as one.
 *
 * Rounds: the average price down, with two more decimals than a price has.
 */
export function positionFigures(
  instrument: Instrument,
  direction: Direction,
  open: readonly Position[],
  unrealized: (position: Position) => bigint | undefined,
) {
  const sum = (of: (position: Position) => bigint) => open.reduce((total, one) => total + of(one), 0n)
  const lots = sum(({ openLots }) => BigInt(openLots))
  const held = baseOfLots(lots, open[0]?.lotSize ?? 1)
  return {
    s: exchangeSymbol(instrument),
    pa: direction === 'long' || lots === 0n ? held : `-${held}`,
    ep: averageEntry(instrument, open, lots),
    cr: margin(sum(({ realizedPnl }) => realizedPnl)),
    up: margin(sum((position) => unrealized(position) ?? 0n)),
    mt: 'isolated',
    iw: margin(sum((position) => position.margin)),
    ps: positionSideWords[direction],
    ma: MARGIN_CURRENCY,
  }
}

function averageEntry(instrument: Instrument, open: readonly Position[], lots: bigint): string {
  if (lots === 0n) return NOTHING
  const cost = open.reduce(
    (total, { openLots, entryPrice }) => total + BigInt(openLots) * BigInt(entryPrice!),
    0n,
  )
  const [whole = '', fraction = ''] = instrument.tickSize.split('.')
  return formatDecimal((cost * 100n * BigInt(whole + fraction)) / lots, fraction.length + 2)
}

/** Why an account changed, as the exchange says it. */
export function accountReason(changes: readonly PositionChange[]): string {
  const kinds = new Set(changes.map(({ kind }) => kind))
  if (kinds.size === 1 && kinds.has('financing')) return 'FUNDING_FEE'
  return kinds.size === 1 && kinds.has('margin') ? 'MARGIN_TRANSFER' : 'ORDER'
}
