import { describe, expect, test } from 'vitest'
import { findInstrument } from '../market/instruments.ts'
import { type AmendDraft, decideAmendment, type WaitingOrder } from './amend.ts'
import type { ContractMarket } from './order.ts'
import { contractTermsOf } from './terms.ts'

const instrument = findInstrument('BTC-USDT')!
const market: ContractMarket = {
  ...{ instrument, terms: contractTermsOf(instrument)!, conversionMark: undefined },
  tick: { bid: 2_000_000, ask: 2_000_100 },
}
const long: WaitingOrder = {
  ...{ direction: 'long', leverage: 10, lots: 10, limitPrice: 1_990_000, takeProfit: null, stopLoss: null },
}
const short: WaitingOrder = { ...long, direction: 'short', limitPrice: 2_010_000 }

describe('an order that waits, amended', () => {
  test.each<[string, AmendDraft, { lots: number; limitPrice: number; keepsPlace: boolean }]>([
    ['nothing', {}, { lots: 10, limitPrice: 1_990_000, keepsPlace: true }],
    ['smaller', { lots: '0.09' }, { lots: 9, limitPrice: 1_990_000, keepsPlace: true }],
    [
      'smaller at its price, written out',
      { lots: '0.09', limitPrice: '19900.00' },
      { lots: 9, limitPrice: 1_990_000, keepsPlace: true },
    ],
    ['larger', { lots: '0.11' }, { lots: 11, limitPrice: 1_990_000, keepsPlace: false }],
    ['at another price', { limitPrice: '19950' }, { lots: 10, limitPrice: 1_995_000, keepsPlace: false }],
    [
      'smaller at another price',
      { lots: '0.05', limitPrice: '19950' },
      { lots: 5, limitPrice: 1_995_000, keepsPlace: false },
    ],
    [
      'a tick from where it would open',
      { limitPrice: '20000.99' },
      { lots: 10, limitPrice: 2_000_099, keepsPlace: false },
    ],
  ])('%s', (_, draft, expected) =>
    expect(decideAmendment(market, long, draft)).toEqual({ ok: true, ...expected }),
  )

  test.each<[AmendDraft, string]>([
    [{ limitPrice: '20001' }, 'ORDER_WOULD_OPEN'],
    [{ limitPrice: '15000' }, 'PRICE_OUT_OF_RANGE'],
    [{ limitPrice: '0' }, 'PRICE_INVALID'],
    [{ limitPrice: '19900.001' }, 'PRICE_OFF_TICK'],
    [{ lots: '0' }, 'AMOUNT_INVALID'],
    [{ lots: '0.001' }, 'LOTS_OFF_STEP'],
    [{ lots: '5000' }, 'LOTS_TOO_MANY'],
  ])('%j is refused: %s', (draft, code) =>
    expect(decideAmendment(market, long, draft)).toMatchObject({ ok: false, code }),
  )

  test('a short one opens at the bid: at or below it the order is refused', () => {
    expect(decideAmendment(market, short, { limitPrice: '20000' })).toMatchObject({
      code: 'ORDER_WOULD_OPEN',
    })
    expect(decideAmendment(market, short, { limitPrice: '20000.01' })).toMatchObject({ ok: true })
  })

  test('its stops are compared with its new price; a smaller one keeps them wherever the market went', () => {
    const withStop = { ...long, stopLoss: 1_980_000 }
    expect(decideAmendment(market, withStop, { limitPrice: '19790' })).toMatchObject({
      code: 'STOP_LOSS_LONG',
    })
    const gone = { ...market, tick: { bid: 2_500_000, ask: 2_500_100 } }
    expect(decideAmendment(gone, withStop, { lots: '0.09' })).toMatchObject({ ok: true, keepsPlace: true })
    expect(decideAmendment(gone, withStop, { lots: '0.11' })).toMatchObject({ code: 'PRICE_OUT_OF_RANGE' })
  })
})
