import { describe, expect, test } from 'vitest'
import type { ContractAccountView, PositionView } from '#domain/contract/contract.ts'
import { checkContract, preview, tickValueIn } from '#domain/contract/order.ts'
import { priceOfEquity } from '#domain/contract/rules.ts'
import { contractTermsOf } from '#domain/contract/terms.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import { closingOf, pnlAt } from '#web/features/contract/closing.ts'
import { unitsOf } from '#web/features/contract/margin-amounts.ts'
import { initialMarginOf, liveAccount, livePosition } from './live.ts'
import { liquidationWith } from './margin-draft.ts'
import { changedStops, stopsProblem } from './stops-draft.ts'
import {
  changeTicket,
  draftOf,
  freshTicket,
  maxLots,
  pricedMarket,
  shareOf,
  type TicketMarket,
} from './ticket.ts'
import { canOpen, summarise } from './ticket-summary.ts'

const usdt = (text: string) => units(parseDecimal(text, 7)!)
const btc = findInstrument('BTC-USDT')!
const yen = findInstrument('USD-JPY')!

const marketOf = (
  symbol: string,
  bid: number,
  ask: number,
  more: Partial<TicketMarket> = {},
): TicketMarket => {
  const instrument = findInstrument(symbol)!
  return {
    ...{ instrument, terms: contractTermsOf(instrument)!, tick: { bid, ask }, conversionMark: undefined },
    ...{ available: usdt('1000'), isStale: false, isOpen: true, ...more },
  }
}
const market = marketOf('BTC-USDT', 2_000_000, 2_000_200)
const fresh = freshTicket(market.terms)

describe('a ticket', () => {
  test('begins with the lowest leverage, and asks for nothing', () => {
    expect(fresh).toMatchObject({ leverage: 2, lots: '', orderType: 'market' })
    expect(summarise(fresh, market)).toMatchObject({ isEmpty: true, problem: undefined, outcome: undefined })
  })

  test('previews what the engine would open', () => {
    const ticket = { ...fresh, leverage: 10, lots: '0.1', takeProfit: '21000', stopLoss: '19500' }
    const checked = checkContract(pricedMarket(market)!, draftOf(ticket))
    const { outcome, problem } = summarise(ticket, market)
    expect(checked.ok && checked.preview).toEqual(
      preview(pricedMarket(market)!, { ...ticket, lots: 10, limitPrice: null }),
    )
    // 20,002 x 0.1 / 10, and 5 basis points of 2,000.20.
    expect(outcome).toMatchObject({ entryPrice: '20002.00', margin: '200.0200000', openingFee: '1.0001000' })
    // 0.1 lots a dollar above the middle of 20,000 and 20,002.
    expect(outcome).toMatchObject({ midPrice: '20001.00', spread: '0.1000000' })
    // (21,000 - 20,002) x 0.1 less the fees of 2,000.20 and 2,100; and the loss to 19,500.
    expect(outcome).toMatchObject({ atTakeProfit: '97.74', atStopLoss: '-52.18', worstCase: '201.0201000' })
    expect(problem).toBeUndefined()
  })

  test('says what is wrong at its field', () => {
    const bad = (changes: Partial<typeof fresh>) =>
      summarise({ ...fresh, leverage: 10, lots: '0.1', ...changes }, market).problem
    expect(bad({ takeProfit: '19000' })).toMatchObject({ field: 'take-profit', code: 'TAKE_PROFIT_LONG' })
    expect(bad({ takeProfit: '20001.005' })).toMatchObject({ field: 'take-profit', code: 'PRICE_OFF_TICK' })
    expect(bad({ stopLoss: '21000' })).toMatchObject({ field: 'stop-loss', code: 'STOP_LOSS_LONG' })
    expect(bad({ stopLoss: '18000' })).toMatchObject({ code: 'STOP_LOSS_BEYOND_LIQUIDATION' })
    expect(bad({ direction: 'short', stopLoss: '19000' })).toMatchObject({ code: 'STOP_LOSS_SHORT' })
    expect(bad({ orderType: 'limit', limitPrice: '10000' })).toMatchObject({ field: 'price' })
    expect(bad({ lots: '0.015' })).toMatchObject({ field: 'lots', code: 'LOTS_OFF_STEP' })
    expect(bad({ leverage: 3 })).toMatchObject({ field: 'form', code: 'LEVERAGE_NOT_OFFERED' })
  })

  test('shows of a move beyond the liquidation price what is lost there', () => {
    // Liquidated at 19,013.35, which is 4.95 % below the entry at 20,002.
    const { moves, worstPnl } = summarise({ ...fresh, leverage: 10, lots: '0.1' }, market).outcome!
    expect(moves.map(({ bps, isLiquidated }) => [bps, isLiquidated])).toEqual([
      ...[
        [-500, true],
        [-100, false],
      ],
      ...[
        [100, false],
        [500, false],
      ],
    ])
    expect(moves[0]!.pnl).toBe(worstPnl)
    const short = summarise({ ...fresh, direction: 'short', leverage: 10, lots: '0.1' }, market).outcome!
    expect(short.moves.filter(({ isLiquidated }) => isLiquidated).map(({ bps }) => bps)).toEqual([500])
  })

  test('names what is missing in the wallet', () => {
    const poor = { ...market, available: usdt('200') }
    const summary = summarise({ ...fresh, leverage: 10, lots: '0.1' }, poor)
    expect(summary).toMatchObject({ missing: '1.0201000', problem: { code: 'INSUFFICIENT_BALANCE' } })
    expect(canOpen(summary)).toBe(false)
  })

  test.each([
    [{ isOpen: false }, 'MARKET_SESSION_CLOSED'],
    [{ isStale: true }, 'PRICE_STALE'],
    [{ closedMinutes: 3 }, 'CONTRACT_BREAKER'],
  ] as const)('cannot be sent while %o', (state, code) =>
    expect(summarise({ ...fresh, lots: '0.1' }, { ...market, ...state }).problem?.code).toBe(code),
  )

  test('takes the most that is affordable at the worst price it may open at, and not a step more', () => {
    const ticket = changeTicket({ ...fresh, leverage: 10 }, { kind: 'share', sharePercent: 100 }, market)
    // 1,000 / (20,002 x 1.005 x (0.1 + 0.0005)) = 0.494 lots.
    expect(ticket.lots).toBe('0.49')
    expect(maxLots(ticket, market)).toBe(49n)
    expect(shareOf({ ...ticket, sharePercent: 0 }, market)).toBe(100)
    expect(changeTicket(ticket, { kind: 'leverage', leverage: 2 }, market).lots).toBe('0.09')
    expect(changeTicket(ticket, { kind: 'lots', lots: '0.2' }, market).sharePercent).toBe(0)
  })

  test('takes no more than the caps leave, and says what that is', () => {
    // 2,000,000 USDT at a mark price of 20,001 are 99.99 lots: all but the newest three hundredths are taken.
    const capped = { ...market, available: usdt('100000'), taken: { own: 9_996n, all: 0n } }
    const ticket = changeTicket({ ...fresh, leverage: 10 }, { kind: 'share', sharePercent: 100 }, capped)
    expect([ticket.lots, summarise(ticket, capped).problem]).toEqual(['0.03', undefined])
    const { problem, maxLots: most } = summarise({ ...ticket, lots: '0.04' }, capped)
    expect([most, problem]).toEqual([
      '0.03',
      {
        ...{ field: 'lots', code: 'POSITION_LIMIT' },
        params: { symbol: 'BTC/USDT', lots: '0.03', maximum: '2000000.0000000', currency: 'USDT' },
      },
    ])
    const full = { ...capped, taken: { own: 0n, all: 300_000n } }
    expect(summarise({ ...ticket, lots: '0.04' }, full)).toMatchObject({
      ...{ maxLots: '0.00', problem: { code: 'OPEN_INTEREST_LIMIT' } },
    })
  })

  test('forgets where the other direction took its profit', () =>
    expect(
      changeTicket({ ...fresh, takeProfit: '21000' }, { kind: 'direction', direction: 'short' }, market),
    ).toMatchObject({ direction: 'short', takeProfit: '' }))

  test('waits for the price of what converts its quote', () => {
    const ticket = { ...freshTicket(contractTermsOf(yen)!), lots: '0.01' }
    const unknown = marketOf('USD-JPY', 150_000, 150_010)
    expect(summarise(ticket, unknown).outcome).toBeUndefined()
    expect(summarise(ticket, { ...unknown, conversionMark: 300_010 }).outcome).toBeDefined()
  })
})

const position = {
  ...{ id: '1', symbol: 'BTC-USDT', marginCurrency: 'USDT', direction: 'long', leverage: 10 },
  ...{ lots: '0.20', openLots: '0.10', status: 'open', reason: null, limitPrice: null },
  ...{ entryPrice: '20002.00', closePrice: null, markPrice: null, margin: '200.0200000' },
  ...{ initialMargin: '400.0400000', maintenance: '100.0100000', liquidationPrice: '19013.35' },
  ...{ takeProfit: '21000.00', stopLoss: null, feeBps: 5 },
  ...{ realizedPnl: '0.0000000', fee: '1.0001000', financing: '0.0000000' },
} as unknown as PositionView
const at = (bid: number, ask: number) => () => ({ bid, ask })

test.each([
  [['-0.015', '-0.015'], '-0.03', '1099.97'],
  [['0.019', '0.019', '0.019'], '0.05', '1100.06'],
  [['-0.001', '0.001'], '0.00', '1100.00'],
  [[], '0.00', '1100.00'],
] as const)(
  'positions that gained %j make %s together and an equity of %s: each rounded once',
  (gained, unrealizedPnl, equity) => {
    const account = { available: '1000.0040000', margin: '100.0000000', unrealizedPnl: '7.0000000' }
    expect(liveAccount(account as ContractAccountView, gained.map(unitsOf))).toMatchObject({
      ...{ unrealizedPnl, equity, available: account.available, margin: account.margin },
    })
    expect(liveAccount(account as ContractAccountView, undefined)).toMatchObject({
      ...{ unrealizedPnl: '7.00', equity: '1107.00' },
    })
    const unknown = { ...account, unrealizedPnl: null, equity: null }
    expect(liveAccount(unknown as ContractAccountView, undefined)).toMatchObject({
      ...{ unrealizedPnl: undefined, equity: undefined, available: account.available },
    })
  },
)

describe('an open position', () => {
  test('is worth what its lots gained up to the mark price', () =>
    expect(livePosition(position, at(2_010_000, 2_010_201))).toMatchObject({
      // (20,101.005 - 20,002) x 0.1, of half of 400.04: the other half went with the lots that were closed.
      ...{ markPrice: '20101.005', pnl: '9.90', returnPercent: '4.94', marginPercent: '104' },
      liquidatedAtPercent: '50',
    }))

  test('has the initial margin of the lots that are open, which its percentages are of', () =>
    // (200.02 + 9.90) of 200.02 is the 104 % above.
    expect(initialMarginOf(position)).toBe(unitsOf('200.0200000')))

  test.each(['pending', 'closed'] as const)('that is %s has that of all its lots', (status) =>
    expect(initialMarginOf({ ...position, status, openLots: '0.00' } as PositionView)).toBe(
      unitsOf('400.0400000'),
    ),
  )

  test('has no figures without a price', () =>
    expect(livePosition(position, () => undefined)).toMatchObject({ pnl: undefined, markPrice: undefined }))

  test('closes in part at the other side, and gives its part of the margin back', () =>
    // At the bid: 98 x 0.05 gained, 5 basis points of 1,005 charged, half of 200.02 back.
    expect(closingOf(position, 5n, at(2_010_000, 2_010_200))).toMatchObject({
      ...{ price: '20100.00', pnl: '4.90', fee: '0.5025000', returned: '104.4075000' },
    }))

  test('comes to what its closings gained and this one, less all its fees and financing', () => {
    const booked = { realizedPnl: '-3.0000000', fee: '1.5000000', financing: '0.2500000' }
    const before = { ...position, ...booked } as unknown as PositionView
    // (20,100 - 20,002) x 0.1 gained, 1.005 charged: 9.8 - 3 - 1.005 - 1.5 - 0.25.
    expect(closingOf(before, undefined, at(2_010_000, 2_010_200))).toMatchObject({
      ...{ result: '4.04', resultUnits: usdt('4.045'), returned: '208.8150000' },
    })
  })

  test('loses its margin at most', () => expect(pnlAt(position, 1_000n, at(1, 2))).toBe('-200.02'))

  test('asks for what differs alone, and clears by 0', () => {
    expect(changedStops(position, { takeProfit: '21000.00', stopLoss: '' })).toEqual({})
    expect(changedStops(position, { takeProfit: '', stopLoss: '19500.' })).toEqual({
      ...{ takeProfit: '0', stopLoss: '19500' },
    })
  })

  test('refuses a stop on the wrong side before it is sent', () => {
    const tickOf = at(2_000_000, 2_000_200)
    const check = (form: { takeProfit: string; stopLoss: string }) => stopsProblem(position, form, tickOf)
    expect(check({ takeProfit: '19000', stopLoss: '' })?.code).toBe('TAKE_PROFIT_LONG')
    expect(check({ takeProfit: '', stopLoss: '20001.00' })?.code).toBe('STOP_LOSS_LONG')
    expect(check({ takeProfit: '', stopLoss: '19013.35' })?.code).toBe('STOP_LOSS_BEYOND_LIQUIDATION')
    expect(check({ takeProfit: '', stopLoss: '19013.36' })).toBeUndefined()
  })

  test('says within a tick where more margin moves its liquidation', () => {
    const terms = contractTermsOf(btc)!
    const liquidation = (margin: bigint) =>
      priceOfEquity(
        {
          ...{ direction: 'long', lots: 10n, entryPrice: 2_000_200n, margin, spread: 200n },
          ...{ feeBps: terms.feeBps, value: tickValueIn(btc, terms, undefined) },
        },
        unitsOf(position.maintenance),
      )
    const now = { ...position, liquidationPrice: priceText(liquidation(unitsOf(position.margin))) }
    const shown = liquidationWith(now, usdt('50'), at(2_000_000, 2_000_200))!
    const real = liquidation(unitsOf(position.margin) + usdt('50'))
    expect(Math.abs(Number(BigInt(shown.replace('.', '')) - real))).toBeLessThanOrEqual(1)
  })
})

const priceText = (ticks: bigint) =>
  `${ticks / 100n}.${String(ticks % 100n).padStart(2, '0')}` as NonNullable<PositionView['liquidationPrice']>
