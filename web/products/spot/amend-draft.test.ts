import { describe, expect, test } from 'vitest'
import { parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import { changedOf, isAmendable, readAmendment } from './amend-draft.ts'

const instrument = findInstrument('BTC-USDT')!
const lastPrice = parsePrice(instrument, '17778.49')!
const usdt = (text: string) => units(parseDecimal(text, 7)!)
/** A buy of 0.05 at 17,700, of which 0.02 are filled: 531 held. */
const order = {
  ...{ side: 'buy', limitPrice: '17700.00', quantity: '0.05000', filled: '0.02000', status: 'open' },
  ...{ heldCurrency: 'USDT', siblingId: null, triggerSequence: null },
} as OrderView
const read = (limitPrice: string, quantity: string, available = '1000') =>
  readAmendment(instrument, order, { limitPrice, quantity }, lastPrice, usdt(available))

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
    expect(changedOf(order, { limitPrice: '17700.00', quantity: '0.06.' })).toEqual({ quantity: '0.06' })
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

test('an order of a pair and a stop that waits cannot be amended, a stop that was triggered can', () => {
  expect(isAmendable(order)).toBe(true)
  expect(isAmendable({ ...order, siblingId: '7' })).toBe(false)
  expect(isAmendable({ ...order, status: 'untriggered' })).toBe(false)
  expect(isAmendable({ ...order, siblingId: '7', triggerSequence: 9 })).toBe(true)
  expect(isAmendable({ ...order, status: 'filled' })).toBe(false)
})
