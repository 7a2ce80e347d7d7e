import { describe, expect, test } from 'vitest'
import { initialMargin, notionalAt } from '../contract/rules.ts'
import { units } from '../money/amount.ts'
import {
  countMargin,
  countResult,
  drawdownOf,
  emptyRecord,
  isLossReached,
  lotsToClose,
  markAfter,
  nextShareAt,
  readSettings,
  readShare,
  returnOf,
  shareOfProfit,
  sizeOfCopy,
  slippageOf,
  worstCaseOf,
} from './rules.ts'
import { MAX_EQUITY_BPS } from './terms.ts'

const usdt = (amount: number) => units(BigInt(Math.round(amount * 10_000_000)))
/** BTC at 20,000.00, a tick of 0.01: what a tick is worth for a hundredth of a lot. */
const value = { numerator: 1_000n, denominator: 1n }
const price = 2_000_000

describe('settings', () => {
  test('have defaults, and stay as they are where nothing is said', () => {
    const begun = readSettings({ mode: 'amount', number: '100' })
    expect(begun).toMatchObject({
      settings: {
        ...{ mode: 'amount', number: usdt(100), maxTrade: usdt(5_000), maxTotal: usdt(5_000) },
        ...{ stopLoss: null, slippageBps: 50 },
      },
    })
    if (!begun.ok) throw new Error('refused')
    const changed = readSettings({ stopLoss: '200', slippagePercent: '0.25' }, begun.settings)
    expect(changed).toMatchObject({
      settings: { ...begun.settings, stopLoss: usdt(200), slippageBps: 25 },
    })
    if (!changed.ok) throw new Error('refused')
    expect(readSettings({ stopLoss: '0' }, changed.settings)).toMatchObject({ settings: { stopLoss: null } })
  })

  test.each([
    [{ mode: 'amount', number: '9.99' }, 'AMOUNT_TOO_SMALL'],
    [{ mode: 'amount', number: '5000.01' }, 'AMOUNT_TOO_LARGE'],
    [{ mode: 'amount', number: '10.00000001' }, 'AMOUNT_TOO_PRECISE'],
    [{ mode: 'ratio', number: '0.09' }, 'COPY_RATIO_INVALID'],
    [{ mode: 'ratio', number: '2.01' }, 'COPY_RATIO_INVALID'],
    [{ mode: 'ratio', number: '1', slippagePercent: '0' }, 'PERCENT_INVALID'],
    [{ mode: 'ratio', number: '1', slippagePercent: '5.01' }, 'PERCENT_INVALID'],
    [{ mode: 'amount', number: '100', maxTotal: '50' }, 'COPY_LIMITS_CROSSED'],
    [{ mode: 'amount' }, 'PARAMETER_ERROR'],
  ] as const)('%j is refused with %s', (draft, code) => {
    expect(readSettings(draft)).toMatchObject({ ok: false, code })
  })

  test.each([
    { number: '9.99' },
    { number: '5000.01' },
    { number: '10.00000001' },
    { number: '100', maxTrade: '0' },
    { number: '100', maxTotal: '0' },
    { number: '100', stopLoss: '0.1' },
  ])('%j is refused in the currency that it was written in', (draft) => {
    const paramsIn = (...currency: [string?]) => {
      const read = readSettings(draft, undefined, undefined, ...currency)
      return read.ok ? undefined : read.params
    }
    expect(paramsIn()).toMatchObject({ currency: 'USDT' })
    expect(paramsIn('pUSDT')).toMatchObject({ currency: 'pUSDT' })
  })

  test.each([
    { mode: 'amount', number: '10' },
    { mode: 'amount', number: '5000' },
    { mode: 'ratio', number: '0.1' },
    { mode: 'ratio', number: '2' },
  ] as const)('%j is taken, at the end of what may be', (draft) => {
    expect(readSettings(draft)).toMatchObject({ ok: true })
  })

  test('say the worst case before the tap', () => {
    const read = readSettings({ mode: 'amount', number: '100', maxTotal: '300', stopLoss: '50' })
    expect(read.ok && worstCaseOf(read.settings)).toEqual({
      ...{ trade: usdt(100), total: usdt(300), stopLoss: usdt(50) },
    })
  })

  test('of a lead: a share of at most 20 %, 10 % by default', () => {
    expect(readShare()).toMatchObject({ shareBps: 1_000 })
    expect(readShare('20')).toMatchObject({ shareBps: 2_000 })
    expect(readShare('20.01')).toMatchObject({ code: 'PERCENT_INVALID' })
  })
})

describe('the size of a copy', () => {
  const settings = {
    mode: 'amount',
    number: usdt(100),
    maxTrade: usdt(5_000),
    maxTotal: usdt(5_000),
  } as const
  const base = {
    ...{ settings, leadLots: 10, leverage: 10, price, value, inUse: 0n, equity: usdt(100_000) },
    equityBps: MAX_EQUITY_BPS,
  }

  test('is the margin that was chosen, or the lead’s lots times the ratio, rounded down', () => {
    expect(sizeOfCopy(base)).toEqual({ lots: 5, limitedBy: null })
    expect(sizeOfCopy({ ...base, settings: { ...settings, number: usdt(119.99) } })).toEqual({
      ...{ lots: 5, limitedBy: null },
    })
    const half = { ...settings, mode: 'ratio', number: 50n } as const
    expect(sizeOfCopy({ ...base, leadLots: 11, settings: half })).toEqual({ lots: 5, limitedBy: null })
  })

  test.each([
    ['limit-trade', { settings: { ...settings, maxTrade: usdt(40) } }, 2],
    ['limit-total', { inUse: usdt(4_970) }, 1],
    ['limit-equity', { equity: usdt(800) }, 2],
  ] as const)('is made smaller by %s', (limitedBy, change, lots) => {
    expect(sizeOfCopy({ ...base, ...change })).toEqual({ lots, limitedBy })
  })

  test.each([
    ['limit-total', { inUse: usdt(5_000) }],
    ['limit-equity', { equity: usdt(399) }],
    ['limit-equity', { equity: -usdt(1) }],
    ['minimum', { settings: { ...settings, number: usdt(19.99) } }],
  ] as const)('is nothing because of %s', (reason, change) => {
    expect(sizeOfCopy({ ...base, ...change })).toBe(reason)
  })

  test('never needs more margin than any limit leaves, whatever the figures', () => {
    for (let n = 1; n <= 2_000; n++) {
      const number = usdt(10 + ((n * 7_919) % 4_990))
      const inUse = usdt((n * 104_729) % 5_200)
      const equity = usdt((n * 1_299_709) % 60_000)
      const leverage = [2, 5, 10, 20][n % 4]!
      const at = 1 + ((n * 15_485_863) % 3_000_000)
      const sized = sizeOfCopy({
        ...base,
        settings: { ...settings, number },
        inUse,
        equity,
        leverage,
        price: at,
      })
      if (typeof sized === 'string') continue
      const margin = initialMargin(notionalAt(value, BigInt(sized.lots), BigInt(at)), leverage)
      expect(margin <= number && margin <= usdt(5_000) - inUse && margin * 20n <= equity).toBe(true)
    }
  })
})

test('slippage is against what the lead was shown, rounded against the follower’s limit', () => {
  expect(slippageOf('long', 20_000, 20_001)).toBe(1)
  expect(slippageOf('long', 20_000, 20_100)).toBe(50)
  expect(slippageOf('long', 20_000, 19_900)).toBe(-50)
  expect(slippageOf('short', 20_000, 19_900)).toBe(50)
})

test('a part of a copy closes in proportion, all of it with the last of the lead’s', () => {
  expect([lotsToClose(5, 6, 10), lotsToClose(5, 1, 10), lotsToClose(5, 10, 10)]).toEqual([3, 0, 5])
})

test('a share is of what is above the highest alone, rounded down to the follower', () => {
  expect(shareOfProfit(109n, 0n, 1_000)).toBe(10n)
  expect(shareOfProfit(109n, 100n, 1_000)).toBe(0n)
  expect(shareOfProfit(90n, 100n, 1_000)).toBe(0n)
  expect(shareOfProfit(-5n, 0n, 1_000)).toBe(0n)
  expect(nextShareAt(Date.UTC(2026, 11, 31, 23))).toBe(Date.UTC(2027, 0, 1))
})

test('the high-water mark rises by no more than what was paid for, and never falls', () => {
  const at100 = { highWaterMark: 100n, shareBps: 1_000 }
  expect(markAfter(at100, 200n, { due: 10n, paid: 10n })).toBe(200n)
  expect(markAfter(at100, 200n, { due: 10n, paid: 4n })).toBe(140n)
  expect(markAfter(at100, 200n, { due: 10n, paid: 0n })).toBe(100n)
  expect(markAfter(at100, 90n, { due: 0n, paid: 0n })).toBe(100n)
  // What a unit of share pays for is rounded up: it is not paid for twice.
  expect(markAfter({ highWaterMark: 0n, shareBps: 1_500 }, 200n, { due: 30n, paid: 1n })).toBe(7n)
  expect(markAfter({ highWaterMark: 0n, shareBps: 0 }, 200n, { due: 0n, paid: 0n })).toBe(200n)
})

test('a record keeps the greatest fall, the most at risk, and a return of that', () => {
  const record = emptyRecord()
  countMargin(record, usdt(100))
  countResult(record, usdt(20), usdt(20))
  countResult(record, -usdt(50), -usdt(50))
  // 30 are lost, so that 100 more are 130 at risk.
  countMargin(record, usdt(100))
  countResult(record, usdt(40), usdt(40))
  expect(record).toMatchObject({ trades: 3, wins: 2, profit: usdt(10), capital: usdt(130), fall: usdt(50) })
  expect(returnOf(record.profit, record.capital)).toBe(769n)
  // 50 of the 130 with the 20 that had been won.
  expect(drawdownOf(record)).toBe(3_334n)
  expect(returnOf(-1n, 3n)).toBe(-3_334n)
  expect(drawdownOf(emptyRecord())).toBeUndefined()
})

test('a relation ends once all of its stop-loss is lost, with what is open and the share that was paid', () => {
  const relation = { profit: -usdt(60), sharePaid: usdt(10), stopLoss: usdt(100) }
  expect(isLossReached(relation, units(-usdt(30) + 1n))).toBe(false)
  expect(isLossReached(relation, -usdt(30))).toBe(true)
  expect(isLossReached(relation, usdt(30))).toBe(false)
  expect(isLossReached({ ...relation, stopLoss: null }, -usdt(1_000))).toBe(false)
})
