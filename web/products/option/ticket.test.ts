import { describe, expect, it } from 'vitest'
import { findInstrument } from '#domain/market/instruments.ts'
import { units } from '#domain/money/amount.ts'
import type { OptionLimitsView, OptionView } from '#domain/option/contract.ts'
import {
  blockOf,
  clockOf,
  factorOf,
  gainOf,
  marketBlockOf,
  missingOf,
  movedBy,
  phaseOf,
  previewOf,
  standingOf,
  termsOf,
} from './ticket.ts'

const row = (seconds: number, payoutPercent: string) => ({
  ...{ seconds, payoutPercent, breakEvenPercent: '54.06', minimum: '5.0000000', maximum: '500.0000000' },
})
const served = {
  items: [row(60, '85.00'), row(300, '92.00')],
  ...{ currency: 'USDT', termsVersion: 3, rulesVersion: 1, riskVersion: 1, riskQuestions: [] },
} as unknown as Parameters<typeof termsOf>[0]
const terms = termsOf(served)!

describe('a ticket', () => {
  it('comes to the server’s figures: what is paid for a win, and the share to be won', () => {
    const decision = previewOf(terms, { seconds: 60, stake: '25' }, units(1_000_000_000n))
    expect(decision).toMatchObject({
      ok: true,
      preview: { stake: 250_000_000n, winnings: 212_500_000n, paid: 462_500_000n },
    })
  })

  it.each([
    ['4.99', 'AMOUNT_TOO_SMALL'],
    ['500.01', 'AMOUNT_TOO_LARGE'],
    ['200', 'INSUFFICIENT_BALANCE'],
  ])('of %s says %s', (stake, code) => {
    expect(previewOf(terms, { seconds: 60, stake }, units(1_000_000_000n))).toMatchObject({ ok: false, code })
  })

  it('of a period that is not offered any more says so', () => {
    const decision = previewOf(terms, { seconds: 30, stake: '25' }, undefined)
    expect(decision).toMatchObject({ ok: false, code: 'OPTION_PERIOD_UNKNOWN' })
  })

  it('has no terms while nothing can be ordered', () => {
    expect(termsOf({ ...served, items: [] })).toBeUndefined()
  })
})

describe('a market', () => {
  const future = findInstrument('ES')!
  const free = { closesAtMs: undefined, closedUntilMs: null }

  it('takes no orders that may run past its close: a second, how old a price may be, and the period before it', () => {
    const at = (nowMs: number, seconds = 60) =>
      marketBlockOf(future, { ...free, closesAtMs: 100_000 }, seconds, nowMs)
    // 100 s less 60, 5 and 1.
    expect(at(33_999)).toBeUndefined()
    expect(at(34_000)).toMatchObject({ code: 'OPTION_PAST_CLOSE', params: { symbol: 'ES' } })
    expect(at(33_999, 120)).toMatchObject({ code: 'OPTION_PAST_CLOSE' })
    expect(marketBlockOf(future, free, 300, 99_999)).toBeUndefined()
  })

  it('takes none for some minutes after a large move, and says how many are left', () => {
    const at = (nowMs: number) => marketBlockOf(future, { ...free, closedUntilMs: 300_000 }, 60, nowMs)
    expect(at(0)).toMatchObject({ code: 'OPTION_BREAKER', params: { symbol: 'ES', minutes: 5 } })
    expect(at(299_999)).toMatchObject({ params: { minutes: 1 } })
    expect(at(300_000)).toBeUndefined()
  })
})

describe('a customer', () => {
  const free = {
    ...{ isOffered: true, excludedUntilMs: null, pausedUntilMs: null },
    ...{ openOrders: 4, maxOpen: 5, ordersToday: 59, maxDaily: 60 },
  } as unknown as OptionLimitsView

  it.each([
    [{ isOffered: false, pausedUntilMs: 9 }, { code: 'COUNTRY_NOT_OFFERED' }],
    [
      { excludedUntilMs: 7, pausedUntilMs: 9 },
      { code: 'OPTION_EXCLUDED', untilMs: 7 },
    ],
    [
      { pausedUntilMs: 9, openOrders: 5 },
      { code: 'OPTION_PAUSED', untilMs: 9 },
    ],
    [
      { openOrders: 5, ordersToday: 60 },
      { code: 'OPTION_TOO_MANY_OPEN', maximum: 5 },
    ],
    [{ ordersToday: 60 }, { code: 'OPTION_TOO_MANY_TODAY', maximum: 60 }],
    [{}, undefined],
  ])('with %o can order nothing for one reason', (limits, block) => {
    expect(blockOf({ ...free, ...limits })).toEqual(block)
  })

  it('is told what is missing in the options wallet', () => {
    const missing = (stake: string, available?: bigint) =>
      missingOf(terms, { seconds: 60, stake }, available === undefined ? undefined : units(available))
    expect(missing('25', 240_000_000n)).toBe('1.0000000')
    expect(missing('24', 240_000_000n)).toBeUndefined()
    expect(missing('24')).toBeUndefined()
  })
})

const order = {
  ...{ symbol: 'BTC-USDT', currency: 'USDT', direction: 'rise', stake: '25.0000000', winnings: '21.2500000' },
  ...{
    seconds: 60,
    status: 'open',
    acceptedAtMs: 10_000,
    entryAfterMs: 1_000,
    entry: null,
    expiresAtMs: null,
    paid: null,
  },
} as unknown as OptionView
const entered = {
  ...order,
  entry: { sequence: 7, price: '17771.32', atMs: 11_200 },
  expiresAtMs: 71_200,
} as OptionView

describe('an order', () => {
  it('waits for its entry, runs, and waits for the tape to go on past its end', () => {
    expect(phaseOf(order, 10_400)).toEqual({ kind: 'entry', leftMs: 600, ofMs: 1_000 })
    expect(phaseOf(order, 12_000)).toEqual({ kind: 'entry', leftMs: 0, ofMs: 1_000 })
    expect(phaseOf(entered, 48_200)).toEqual({ kind: 'running', leftMs: 23_000, ofMs: 60_000 })
    expect(phaseOf(entered, 71_200)).toEqual({ kind: 'result' })
    expect(phaseOf({ ...entered, status: 'settled' }, 71_200)).toBeUndefined()
  })

  it('stands where the price stands to its entry', () => {
    const btc = findInstrument('BTC-USDT')!
    expect(standingOf(entered, btc, '17774.86')).toEqual({
      ...{ outcome: 'won', paid: 462_500_000n, moved: '3.54' },
    })
    expect(standingOf(entered, btc, '17771.31')).toMatchObject({ outcome: 'lost', paid: 0n, moved: '-0.01' })
    expect(standingOf(entered, btc, '17771.32')).toMatchObject({ outcome: 'tie', moved: '0.00' })
    expect(standingOf(order, btc, '17771.32')).toBeUndefined()
  })

  it('gained what was paid beside its stake', () => {
    expect(gainOf({ ...entered, paid: '46.2500000' } as OptionView)).toBe('21.2500000')
    expect(gainOf({ ...entered, paid: '0.0000000' } as OptionView)).toBe('-25.0000000')
    expect(gainOf(entered)).toBeUndefined()
  })
})

it('writes moves, clocks and factors', () => {
  expect([movedBy('1', '0.999'), movedBy('20000', '20001')]).toEqual(['-0.001', '1'])
  expect([clockOf(83_000), clockOf(22_001), clockOf(0)]).toEqual(['1:23', '0:23', '0:00'])
  expect(['85.00', '92.50', '80.25'].map((payoutPercent) => factorOf({ payoutPercent }))).toEqual([
    '1.85',
    '1.925',
    '1.8025',
  ])
})
