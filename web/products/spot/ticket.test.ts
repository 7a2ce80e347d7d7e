import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPrice, formatQuantity, parsePrice, parseQuantity } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { formatDecimal, parseDecimal, type Units, units } from '#domain/money/amount.ts'
import { collar } from '#domain/spot/price-range.ts'
import { type PriceLevel, smallestQuantity } from '#domain/spot/rules.ts'
import {
  changeTicket,
  draftOf,
  freshTicket,
  pairOf,
  shareOf,
  type Ticket,
  type TicketMarket,
  type TicketOrderType,
} from './ticket.ts'
import { canPlace, summarise } from './ticket-summary.ts'

const instrument = findInstrument('BTC-USDT')!
const usdt = (text: string): Units => units(parseDecimal(text, 7)!)
const btc = (text: string): Units => units(parseDecimal(text, 8)!)
const level = (price: string, quantity: string): PriceLevel => ({
  price: parsePrice(instrument, price)!,
  quantity: parseQuantity(instrument, quantity)!,
})

const market: TicketMarket = {
  instrument,
  lastPrice: parsePrice(instrument, '17778.49')!,
  bids: [level('17778.00', '0.50000'), level('17777.00', '1.00000')],
  asks: [level('17779.00', '0.50000'), level('17780.00', '1.00000')],
  availableBase: btc('0.42150000'),
  availableQuote: usdt('2589.4400000'),
  heldBase: btc('0'),
  heldQuote: usdt('531.0000000'),
  isStale: false,
}
const limitBuy: Ticket = { ...freshTicket, limitPrice: '17770.00', quantity: '0.03642' }

describe('a ticket', () => {
  test('that waits in the book shows what it holds, the maker fee and what arrives', () => {
    // 17,770 x 0.03642 = 647.1834; fee 0.10 % of 0.03642 = 0.00003642
    expect(summarise(limitBuy, market)).toMatchObject({
      problem: undefined,
      total: '647.1834000',
      fee: '0.00003642',
      feeKind: 'maker',
      receives: '0.03638358',
      needsConfirmation: false,
    })
  })

  test('at the market can be placed only while its price and the book are known', () => {
    const ticket: Ticket = { ...freshTicket, orderType: 'market', quantity: '0.01' }
    expect(canPlace(summarise(ticket, market))).toBe(true)
    for (const missing of [{ lastPrice: undefined }, { asks: undefined }, { asks: [] }, { isStale: true }])
      expect(canPlace(summarise(ticket, { ...market, ...missing }))).toBe(false)
  })

  test('of a halted instrument says so before anything is typed', () => {
    const halted = { ...market, instrument: { ...instrument, status: 'halted' } as const }
    const problem = { field: 'form', code: 'MARKET_CLOSED', params: { symbol: 'BTC/USDT' } }
    expect(summarise(freshTicket, halted)).toMatchObject({ isEmpty: false, problem })
    expect(summarise(limitBuy, halted)).toMatchObject({ problem })
  })

  test('that crosses pays the better price and the taker fee', () => {
    const summary = summarise({ ...limitBuy, limitPrice: '17790.00' }, market)
    // filled at 17,779: 0.03642 x 17,779 = 647.51118
    expect(summary).toMatchObject({ total: '647.5111800', feeKind: 'taker' })
  })

  test('that fills in part says so', () => {
    const rich = { ...market, availableQuote: usdt('100000.0000000') }
    const summary = summarise({ ...limitBuy, limitPrice: '17779.00', quantity: '0.60000' }, rich)
    expect(summary.feeKind).toBe('both')
    // 0.5 at 17,779 now and 0.1 held at 17,779
    expect(summary.total).toBe('10667.4000000')
  })

  test('to sell brings quote and pays its fee in quote', () => {
    const summary = summarise(
      { ...limitBuy, side: 'sell', limitPrice: '18000.00', quantity: '0.10000' },
      market,
    )
    expect(summary).toMatchObject({ total: '1800.0000000', fee: '1.8000000', receives: '1798.2000000' })
    expect(summary.payCurrency).toBe('BTC')
  })

  test('says nothing while it is being filled in', () => {
    expect(summarise(freshTicket, market)).toMatchObject({
      isEmpty: true,
      problem: undefined,
      order: undefined,
    })
  })

  test.each([
    ['a price off the tick', { limitPrice: '17770.001' }, 'price', 'PRICE_OFF_TICK'],
    ['a price far away', { limitPrice: '900.00' }, 'price', 'PRICE_OUT_OF_RANGE'],
    ['an order too small', { quantity: '0.00001' }, 'quantity', 'NOTIONAL_TOO_SMALL'],
    ['nought', { quantity: '0' }, 'quantity', 'AMOUNT_INVALID'],
    ['more than there is', { quantity: '1' }, 'quantity', 'INSUFFICIENT_BALANCE'],
  ] as const)('with %s names the field and the rule', (_, change, field, code) => {
    expect(summarise({ ...limitBuy, ...change }, market).problem).toMatchObject({ field, code })
  })

  test('at the market waits while prices are stale', () => {
    const ticket: Ticket = { ...freshTicket, orderType: 'market', quantity: '0.01' }
    expect(summarise(ticket, { ...market, isStale: true }).problem).toMatchObject({ code: 'PRICE_STALE' })
    expect(summarise(limitBuy, { ...market, isStale: true }).problem).toBeUndefined()
  })

  test('at the market asks once more, and says what the book cannot fill', () => {
    const rich = { ...market, availableQuote: usdt('100000.0000000') }
    const summary = summarise({ ...freshTicket, orderType: 'market', quantity: '2' }, rich)
    expect(summary).toMatchObject({ needsConfirmation: true, unfilled: '0.50000', feeKind: 'taker' })
  })

  test('at the market against nobody is refused', () => {
    const ticket: Ticket = { ...freshTicket, orderType: 'market', quantity: '0.01' }
    expect(summarise(ticket, { ...market, asks: [] }).problem).toMatchObject({ code: 'NO_LIQUIDITY' })
  })

  test('with a limit more than 5 % off asks once more where the collar allows it', () => {
    const wide = findInstrument('DOGE-USDT')!
    const doge: TicketMarket = {
      ...market,
      instrument: wide,
      lastPrice: parsePrice(wide, '0.10000')!,
      bids: [],
      asks: [],
      availableBase: 0n as Units,
    }
    const far: Ticket = { ...freshTicket, limitPrice: '0.09400', quantity: '1000' }
    const near: Ticket = { ...freshTicket, limitPrice: '0.09600', quantity: '1000' }
    expect(summarise(far, doge).needsConfirmation).toBe(true)
    expect(summarise(near, doge).needsConfirmation).toBe(false)
  })

  const spot = instruments.filter(({ products }) => products.includes('spot'))
  test.each(spot)('in $symbol at either end of its collar asks once more only where that is wide', (one) => {
    const lastPrice = parsePrice(one, one.referencePrice)!
    const rich = units(10n ** 15n)
    const here = {
      ...market,
      instrument: one,
      lastPrice,
      bids: [],
      asks: [],
      availableBase: rich,
      availableQuote: rich,
    }
    for (const at of Object.values(collar(one, lastPrice))) {
      const size = formatQuantity(one, smallestQuantity(one, at))
      const ticket: Ticket = { ...freshTicket, limitPrice: formatPrice(one, at), quantity: size }
      expect(summarise(ticket, here)).toMatchObject({
        problem: undefined,
        needsConfirmation: one.collar === 'other',
      })
    }
  })
})

describe('a stop-limit order', () => {
  const stop: Ticket = {
    ...limitBuy,
    orderType: 'stop-limit',
    limitPrice: '18000.00',
    triggerPrice: '17950.00',
  }

  test('holds what it may need once it is triggered, and is sent with its trigger', () => {
    // 18,000 x 0.03642 = 655.56
    expect(summarise(stop, market)).toMatchObject({ problem: undefined, total: '655.5600000' })
    expect(draftOf(stop)).toMatchObject({
      triggerPrice: '17950.00',
      limitPrice: '18000.00',
      timeInForce: 'gtc',
    })
  })

  test('is asked about when its limit is far from its trigger, however far that is from the last price', () => {
    const low = { ...stop, side: 'sell', triggerPrice: '12000.00', limitPrice: '11900.00' } as const
    expect(summarise(low, market).needsConfirmation).toBe(false)
    expect(summarise({ ...low, limitPrice: '12700.00' }, market).needsConfirmation).toBe(true)
  })

  test('names its trigger when that is what is wrong', () =>
    expect(summarise({ ...stop, triggerPrice: '17778.49' }, market).problem).toMatchObject({
      field: 'trigger',
      code: 'TRIGGER_PRICE_REACHED',
    }))
})

describe('a stop-market order', () => {
  const stop: Ticket = {
    ...freshTicket,
    orderType: 'stop-market',
    triggerPrice: '18000.00',
    quantity: '0.03642',
  }

  test('sets aside what it may cost at the far end of the collar, and is sent without a limit', () => {
    // 18,000 and 5 % is 18,900: x 0.03642 = 688.338. Taker 0.15 % of 0.03642, up.
    expect(summarise(stop, market)).toMatchObject({
      ...{ problem: undefined, total: '688.3380000', fee: '0.00005463', feeKind: 'taker' },
      ...{ needsConfirmation: false, unfilled: undefined },
    })
    expect(draftOf(stop)).toMatchObject({ limitPrice: undefined, triggerPrice: '18000.00', postOnly: false })
  })

  test('needs no book to be understood', () =>
    expect(canPlace(summarise(stop, { ...market, asks: undefined }))).toBe(true))
})

describe('a pair', () => {
  const pair: Ticket = {
    ...freshTicket,
    side: 'sell',
    orderType: 'oco',
    limitPrice: '19000.00',
    triggerPrice: '17000.00',
    quantity: '0.10000',
  }

  test('says what either of the two would bring, and needs the amount once', () => {
    // 1,900 less the maker's 0.10 %; 1,700 at the trigger less the taker's 0.15 %.
    expect(summarise(pair, market)).toMatchObject({
      ...{ problem: undefined, receives: '1898.1000000', receivesByStop: '1697.4500000' },
    })
    // All of 0.4215: one hold for both.
    expect(summarise({ ...pair, quantity: '0.42150' }, market).problem).toBeUndefined()
    expect(pairOf(pair)).toEqual({
      ...{ side: 'sell', quantity: '0.10000', limitPrice: '19000.00', triggerPrice: '17000.00' },
    })
    expect(pairOf({ ...pair, stopLimitPrice: '16900.' })).toMatchObject({ stopLimitPrice: '16900' })
  })

  test('to buy sets aside what the dearer of the two may cost', () => {
    const buy: Ticket = { ...pair, side: 'buy', limitPrice: '17000.00', triggerPrice: '18000.00' }
    // The stop at the market: 18,900 x 0.1. With a limit of 18,100 of its own: 1,810.
    expect(summarise(buy, market).total).toBe('1890.0000000')
    expect(summarise({ ...buy, stopLimitPrice: '18100.00' }, market).total).toBe('1810.0000000')
  })

  test.each([
    ['a limit on the wrong side of the last price', { limitPrice: '17500.00' }, 'price', 'OCO_SELL_PRICES'],
    ['a trigger on the wrong side', { triggerPrice: '18000.00' }, 'trigger', 'OCO_SELL_PRICES'],
    ['a limit off the tick', { limitPrice: '19000.001' }, 'price', 'PRICE_OFF_TICK'],
    ['a trigger that is reached', { triggerPrice: '17778.49' }, 'trigger', 'TRIGGER_PRICE_REACHED'],
    ['a stop limit off the tick', { stopLimitPrice: '16900.001' }, 'stop-limit', 'PRICE_OFF_TICK'],
    ['more than there is', { quantity: '1' }, 'quantity', 'INSUFFICIENT_BALANCE'],
  ] as const)('with %s names the field and the rule', (_, change, field, code) =>
    expect(summarise({ ...pair, ...change }, market).problem).toMatchObject({ field, code }),
  )
})

describe('a buy with take profit and stop loss', () => {
  const buy: Ticket = { ...limitBuy, hasAttached: true, takeProfit: '19000.', stopLoss: '17000.00' }

  test('is sent with both, or with the one that is typed', () => {
    expect(summarise(buy, market).problem).toBeUndefined()
    expect(draftOf(buy)).toMatchObject({ takeProfit: '19000', stopLoss: '17000.00' })
    expect(draftOf({ ...buy, stopLoss: '' })).not.toHaveProperty('stopLoss')
  })

  test.each([
    ['switched off', { hasAttached: false }],
    ['a sale', { side: 'sell' }],
    ['a stop', { orderType: 'stop-limit', triggerPrice: '18000.00' }],
  ] as const)('%s has neither', (_, change) => {
    expect(draftOf({ ...buy, ...change })).not.toHaveProperty('takeProfit')
    expect(draftOf({ ...buy, ...change })).not.toHaveProperty('stopLoss')
  })

  test.each([
    ['a profit below its limit', { takeProfit: '17769.99' }, 'take-profit', 'TAKE_PROFIT_BUY'],
    ['a profit off the tick', { takeProfit: '19000.001' }, 'take-profit', 'PRICE_OFF_TICK'],
    ['a loss above its limit', { stopLoss: '17770.01' }, 'stop-loss', 'STOP_LOSS_BUY'],
    ['a loss at its limit', { stopLoss: '17770.00' }, 'stop-loss', 'STOP_LOSS_BUY'],
    ['a loss off the tick', { stopLoss: '17000.001' }, 'stop-loss', 'TRIGGER_PRICE_OFF_TICK'],
  ] as const)('with %s names the field and the rule', (_, change, field, code) =>
    expect(summarise({ ...buy, ...change }, market).problem).toMatchObject({ field, code }),
  )
})

describe('a market buy typed in quote', () => {
  const buy: Ticket = { ...freshTicket, orderType: 'market', sizedIn: 'quote' }
  const typed = changeTicket(buy, { kind: 'quote-amount', quoteAmount: '17779' }, market)

  test('is sent by what it may spend, and says what that buys level by level', () => {
    expect(draftOf(typed)).toEqual({
      ...{ side: 'buy', orderType: 'market', timeInForce: 'ioc', postOnly: false },
      ...{ quoteAmount: '17779', limitPrice: undefined },
    })
    const rich = { ...market, availableQuote: usdt('100000.0000000') }
    // 8,889.50 buys 0.5 at 17,779; the other 8,889.50 buys 0.49997 at 17,780.
    expect(summarise(typed, rich)).toMatchObject({ quantity: '0.99997', total: '17778.9666000' })
  })

  test('takes a share of what there is, to the cent', () => {
    const half = changeTicket(buy, { kind: 'share', sharePercent: 50 }, market)
    expect(half).toMatchObject({ quoteAmount: '1294.72', sharePercent: 50 })
    expect(changeTicket(buy, { kind: 'share', sharePercent: 100 }, market).quoteAmount).toBe('2589.44')
    // 647.36 is a quarter of 2,589.44.
    const quarter = changeTicket(buy, { kind: 'quote-amount', quoteAmount: '647.36' }, market)
    expect(shareOf(quarter, market)).toBe(25)
  })

  test('to sell is a quantity all the same', () =>
    expect(draftOf({ ...typed, side: 'sell' })).toMatchObject({ quantity: typed.quantity }))
})

test('what open orders hold is said of the currency paid', () => {
  expect(summarise(limitBuy, market).held).toBe('531.0000000')
  expect(summarise({ ...limitBuy, side: 'sell' }, market).held).toBeUndefined()
})

describe('a limit that crosses', () => {
  test('by more than 0.5 % is asked about, by less is not', () => {
    // 0.5 % above the best ask of 17,779 is 17,867.895
    expect(summarise({ ...limitBuy, limitPrice: '17867.89' }, market)).toMatchObject({
      ...{ crossesFar: false, needsConfirmation: false },
    })
    expect(summarise({ ...limitBuy, limitPrice: '17867.90' }, market)).toMatchObject({
      ...{ crossesFar: true, needsConfirmation: true },
    })
  })
})

describe('an amount in quote', () => {
  const inQuote = changeTicket(
    { ...freshTicket, limitPrice: '17770.00' },
    { kind: 'sized-in', sizedIn: 'quote' },
    market,
  )

  test('is what it buys at the limit, never more, and follows the price', () => {
    const typed = changeTicket(inQuote, { kind: 'quote-amount', quoteAmount: '647.19' }, market)
    expect(typed.quantity).toBe('0.03642')
    expect(changeTicket(typed, { kind: 'price', limitPrice: '8885.00' }, market).quantity).toBe('0.07284')
  })

  test('at the market is reckoned at the best price', () => {
    const typed = changeTicket(
      { ...inQuote, orderType: 'market' },
      { kind: 'quote-amount', quoteAmount: '177.79' },
      market,
    )
    expect(typed.quantity).toBe('0.01000')
  })
})

test('the best price is the one that it would fill at', () => {
  const buy = changeTicket(freshTicket, { kind: 'best-price' }, market)
  expect(buy.limitPrice).toBe('17779.00')
  expect(changeTicket({ ...buy, side: 'sell' }, { kind: 'best-price' }, market).limitPrice).toBe('17778.00')
})

test('the slider follows what is typed', () => {
  // 0.07 x 17,770 = 1,243.90 of 2,589.44
  expect(shareOf({ ...limitBuy, quantity: '0.07' }, market)).toBe(48)
  expect(shareOf({ ...limitBuy, quantity: '9' }, market)).toBe(100)
  expect(shareOf(freshTicket, market)).toBe(0)
})

test('what is missing is said to the unit', () =>
  // 0.2 x 17,770 = 3,554.00, and there are 2,589.44
  expect(summarise({ ...limitBuy, quantity: '0.2' }, market).missing).toBe('964.5600000'))

describe('changing a ticket', () => {
  test('a share follows price and side until a quantity is typed', () => {
    const quarter = changeTicket(
      { ...freshTicket, limitPrice: '17770.00' },
      { kind: 'share', sharePercent: 25 },
      market,
    )
    expect(quarter.quantity).toBe('0.03642')
    const sold = changeTicket(quarter, { kind: 'side', side: 'sell' }, market)
    expect(sold.quantity).toBe('0.10537')
    const typed = changeTicket(sold, { kind: 'quantity', quantity: '0.2' }, market)
    expect(typed).toMatchObject({ quantity: '0.2', sharePercent: 0 })
  })

  test('the price steps by one tick, from the last price where none is typed', () => {
    const first = changeTicket(freshTicket, { kind: 'step-price', direction: 1 }, market)
    expect(first.limitPrice).toBe('17778.49')
    expect(changeTicket(first, { kind: 'step-price', direction: -1 }, market).limitPrice).toBe('17778.48')
  })

  test('a market order is sent without a price and never as post-only', () => {
    const ticket: Ticket = { ...limitBuy, orderType: 'market', lifetime: 'post-only' }
    expect(draftOf(ticket)).toMatchObject({ limitPrice: undefined, timeInForce: 'ioc', postOnly: false })
  })

  test('a decimal point at the end is not sent', () =>
    expect(draftOf({ ...limitBuy, limitPrice: '17770.', quantity: '1.' })).toMatchObject({
      limitPrice: '17770',
      quantity: '1',
    }))

  test('no share ever asks for more than is available', () => {
    const cases = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      orderType: fc.constantFrom<TicketOrderType[]>('limit', 'market', 'stop-limit', 'stop-market', 'oco'),
      sizedIn: fc.constantFrom('base' as const, 'quote' as const),
      share: fc.constantFrom(25, 50, 75, 100),
      available: fc.bigInt({ min: 0n, max: 10n ** 14n }),
      ticks: fc.bigInt({ min: 1_700_000n, max: 1_860_000n }),
    })
    fc.assert(
      fc.property(cases, ({ side, orderType, sizedIn, share, available, ticks }) => {
        const here = { ...market, availableBase: units(available), availableQuote: units(available) }
        const triggerPrice = side === 'buy' ? '18000.00' : '17500.00'
        const prices = { limitPrice: formatDecimal(ticks, 2), triggerPrice }
        const start: Ticket = { ...freshTicket, side, orderType, sizedIn, ...prices }
        const ticket = changeTicket(start, { kind: 'share', sharePercent: share }, here)
        const problem = summarise(ticket, here).problem
        expect(problem?.code).not.toBe('INSUFFICIENT_BALANCE')
      }),
    )
  })
})

describe('before everything has arrived', () => {
  const unknown: TicketMarket = { ...market, availableBase: undefined, availableQuote: undefined }
  test('what is available is not known, and nothing is too much for it', () => {
    expect(summarise(limitBuy, unknown)).toMatchObject({ available: undefined, problem: undefined })
    expect(summarise({ ...limitBuy, quantity: '900' }, unknown).problem).toBeUndefined()
    expect(changeTicket(limitBuy, { kind: 'share', sharePercent: 50 }, unknown).quantity).toBe('')
  })

  test('a market order is neither possible nor refused for an empty book', () => {
    const noBook: TicketMarket = { ...market, bids: undefined, asks: undefined }
    const order: Ticket = { ...limitBuy, orderType: 'market' }
    expect(summarise(order, noBook)).toMatchObject({ problem: undefined, order: undefined })
    expect(summarise(order, { ...market, bids: [], asks: [] }).problem?.code).toBe('NO_LIQUIDITY')
    expect(summarise(limitBuy, noBook)).toMatchObject({ problem: undefined, total: '647.1834000' })
  })
})
