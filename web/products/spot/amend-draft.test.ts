import { describe, expect, test } from 'vitest'
import { parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { parseDecimal, quantity, units } from '#domain/money/amount.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import { type AmendForm, changedOf, formOf, isAmendable, readAmendment } from './amend-draft.ts'

const instrument = findInstrument('BTC-USDT')!
const lastPrice = parsePrice(instrument, '17778.49')!
const usdt = (text: string) => units(parseDecimal(text, 7)!)
/** A buy of 0.05 at 17,700, of which 0.02 are filled: 531 held. */
const order = {
  ...{ side: 'buy', limitPrice: '17700.00', quantity: '0.05000', filled: '0.02000', status: 'open' },
  ...{ orderType: 'limit', heldCurrency: 'USDT', siblingId: null, triggerPrice: null, triggerSequence: null },
} as OrderView
const read = (limitPrice: string, quantity: string, available = '1000') =>
  readAmendment(
    instrument,
    order,
    { limitPrice, triggerPrice: '', quantity },
    { lastPrice, available: usdt(available) },
  )

describe('an amendment', () => {
  test('that only shrinks keeps its place and frees money', () =>
    expect(read('17700.00', '0.04')).toMatchObject({
      ...{ problem: undefined, isSame: false, keepsPriority: true, held: '354.0000000' },
    }))

  test('that grows, or has another price, loses its place', () => {
    expect(read('17700.00', '0.06')).toMatchObject({ keepsPriority: false, held: '708.0000000' })
    expect(read('17600', '0.05')).toMatchObject({ keepsPriority: false, held: '528.0000000' })
  })

  test('that changes nothing says so, however its figures are written', () => {
    expect(read('17700', '0.05')).toMatchObject({ isSame: true })
    expect(changedOf(order, { limitPrice: '17700.00', triggerPrice: '', quantity: '0.06.' })).toEqual({
      quantity: '0.06',
    })
  })

  test.each([
    ['less than is filled', '17700.00', '0.02', 'quantity', 'QUANTITY_BELOW_FILLED'],
    ['a price off the tick', '17700.001', '0.05', 'price', 'PRICE_OFF_TICK'],
    ['a price too far off', '900', '0.05', 'price', 'PRICE_OUT_OF_RANGE'],
    ['nothing typed', '17700.00', '', 'quantity', 'AMOUNT_INVALID'],
  ] as const)('with %s names the field and the rule', (_, price, quantity, field, code) =>
    expect(read(price, quantity).problem).toMatchObject({ field, code }),
  )

  test('may hold as much more as is available, and not a unit beyond', () => {
    // 0.06 at 17,700 less what is filled holds 708: 177 more.
    expect(read('17700.00', '0.06', '177').problem).toBeUndefined()
    expect(read('17700.00', '0.06', '176.9999999').problem).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })
})

describe("an amended price is asked about as a new order's is", () => {
  const best = [{ price: parsePrice(instrument, '17780.00')!, quantity: quantity(1n) }]
  const asks = (one: OrderView, typed: Partial<AmendForm>, opposite: typeof best | undefined = best) =>
    readAmendment(
      instrument,
      one,
      { ...formOf(one), ...typed },
      { lastPrice, available: usdt('9000'), opposite },
    ).asks

  test('a limit more than 0.5 % beyond the best price, and not one just within', () => {
    // 17,780 and 0.5 % of it are 17,868.90.
    expect(asks(order, { limitPrice: '17868.91' })).toBe('crossing')
    expect(asks(order, { limitPrice: '17868.90' })).toBeUndefined()
    expect(asks(order, { limitPrice: '17868.91' }, [])).toBeUndefined()
  })

  test('before the book is there, by the last price', () =>
    expect(
      readAmendment(
        instrument,
        order,
        { ...formOf(order), limitPrice: '17900.00' },
        { lastPrice, available: usdt('9000') },
      ).asks,
    ).toBe('crossing'))

  test('one more than 5 % from the last price', () => {
    // 17,778.49 less 5 % of it is 16,889.5655.
    expect(asks(order, { limitPrice: '16889.56' })).toBe('far')
    expect(asks(order, { limitPrice: '16889.57' })).toBeUndefined()
  })

  test('not another quantity at the price that it has, wherever that is', () =>
    expect(asks({ ...order, limitPrice: '16000.00' } as OrderView, { quantity: '0.04' })).toBeUndefined())

  test("a stop's limit by its trigger", () => {
    const stop = {
      ...order,
      ...{ filled: '0.00000', orderType: 'stop-limit', status: 'untriggered' },
      ...{ limitPrice: '18600.00', triggerPrice: '18500.00', triggerDirection: 'rises' },
    } as OrderView
    expect(asks(stop, { limitPrice: '17500.00' })).toBe('far')
    expect(asks(stop, { limitPrice: '18700.00' })).toBeUndefined()
  })
})

describe('an amended pair', () => {
  /** Buys 0.05 at 17,000, or at up to 18,600 once the price rises to 18,500. */
  const limit = {
    ...order,
    ...{ side: 'buy', orderType: 'limit', limitPrice: '17000.00', filled: '0.00000', siblingId: '8' },
  } as OrderView
  const stop = {
    ...limit,
    ...{
      orderType: 'stop-limit',
      limitPrice: '18600.00',
      triggerPrice: '18500.00',
      triggerDirection: 'rises',
    },
    ...{ status: 'untriggered', siblingId: '7' },
  } as OrderView
  const change = (one: OrderView, sibling: OrderView, typed: Partial<AmendForm>, available = '1000') =>
    readAmendment(
      instrument,
      one,
      { ...formOf(one), ...typed },
      { lastPrice, available: usdt(available), sibling },
    )

  test('holds for the larger of its two orders, whichever is amended', () => {
    expect(change(limit, stop, { quantity: '0.06' })).toMatchObject({
      ...{ problem: undefined, keepsPriority: false, heldBefore: '930.0000000', held: '1116.0000000' },
    })
    expect(change(stop, limit, { quantity: '0.04' })).toMatchObject({
      keepsPriority: true,
      held: '744.0000000',
    })
    expect(change(stop, limit, { limitPrice: '16900', triggerPrice: '17800' })).toMatchObject({
      ...{ keepsPriority: false, held: '850.0000000' },
    })
    expect(change(limit, stop, { quantity: '0.06' }, '185.9').problem).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    })
  })

  test.each([
    ['a limit beyond the last price', limit, stop, { limitPrice: '17778.49' }, 'price', 'OCO_BUY_PRICES'],
    ['a trigger before it', stop, limit, { triggerPrice: '17700' }, 'trigger', 'TRIGGER_PRICE_REACHED'],
    [
      'a quantity too small for the other',
      stop,
      limit,
      { quantity: '0.00029' },
      'quantity',
      'NOTIONAL_TOO_SMALL',
    ],
  ] as const)('is refused %s', (_, one, sibling, typed, field, code) =>
    expect(change(one, sibling, typed).problem).toMatchObject({ field, code }),
  )

  test('is asked for by what differs: of a stop at the market no limit, of an order in the book no trigger', () => {
    const typed = { limitPrice: '1', triggerPrice: '2', quantity: '3' }
    expect(changedOf({ ...stop, orderType: 'stop-market' }, typed)).toEqual({
      triggerPrice: '2',
      quantity: '3',
    })
    expect(changedOf(limit, typed)).toEqual({ limitPrice: '1', quantity: '3' })
  })
})

test('an order can be amended until it is over', () => {
  expect(isAmendable(order)).toBe(true)
  expect(isAmendable({ ...order, status: 'untriggered' })).toBe(true)
  expect(isAmendable({ ...order, status: 'filled' })).toBe(false)
})
