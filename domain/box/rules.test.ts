import { expect, test } from 'vitest'
import { units } from '../money/amount.ts'
import { adoptCurrencies } from '../money/currencies.ts'
import { readAmount } from '../money/read-amount.ts'
import { seedCurrencies } from '../seed/currencies.ts'
import { goldenItems } from './golden-for-tests.ts'
import {
  type BoxDraft,
  type BoxSeries,
  boxesLeft,
  decideBox,
  invalidBox,
  isOver,
  oddsOf,
  phaseOf,
  REFUND_AFTER_MS,
  REFUNDED_WITHIN_MS,
  sealedIn,
} from './rules.ts'

adoptCurrencies(seedCurrencies)
const price = readAmount('25', 'USDT')
const series = (changes: Partial<BoxSeries> = {}): BoxSeries => ({
  ...{ status: 'sale', isOpen: true, price, items: 10, boxes: 20, issued: 0, drawn: 0, refunded: 0 },
  ...{ perCustomer: 3, opensAtMs: 1_000, endsAtMs: 2_000 },
  ...changes,
})
const rich = { nowMs: 1_500, available: price, own: 0 }

test('a series is announced, open, sold out and over to the millisecond', () => {
  expect(phaseOf(series(), 999)).toBe('announced')
  expect(phaseOf(series(), 1_000)).toBe('open')
  expect(phaseOf(series(), 1_999)).toBe('open')
  expect(phaseOf(series(), 2_000)).toBe('ended')
  expect(phaseOf(series({ isOpen: false }), 1_500)).toBe('closed')
  expect(phaseOf(series({ issued: 10, drawn: 4 }), 1_500)).toBe('sold-out')
  expect(phaseOf(series({ status: 'ended' }), 1_500)).toBe('ended')
})

test('a box that is paid back is sold again under the next number; one that is not opened ends nothing', () => {
  expect(boxesLeft(series({ issued: 10, drawn: 9, refunded: 1 }))).toBe(1)
  expect(decideBox(series({ issued: 10, drawn: 9, refunded: 1 }), rich)).toEqual({ ok: true, number: 11 })
  expect(sealedIn(series({ issued: 10, drawn: 8, refunded: 1 }))).toBe(1)
  expect(boxesLeft(series({ issued: 10, drawn: 8, refunded: 1 }))).toBe(1)
  expect(boxesLeft(series({ issued: 11, drawn: 10, refunded: 1 }))).toBe(0)
  // As many as there are secrets for.
  expect(boxesLeft(series({ issued: 20, drawn: 0, refunded: 20 }))).toBe(0)
})

test('refusals come in the order in which a customer should hear them', () => {
  const refusedWith = (changes: Partial<BoxSeries>, context: Partial<typeof rich> = {}) => {
    const decision = decideBox(series(changes), { ...rich, ...context })
    return decision.ok ? undefined : decision.code
  }
  expect(refusedWith({ isOpen: false, issued: 10, drawn: 10 })).toBe('BOX_CLOSED')
  expect(refusedWith({ issued: 10, drawn: 10 }, { own: 3 })).toBe('BOX_SOLD_OUT')
  expect(refusedWith({}, { own: 3, available: price })).toBe('BOX_LIMIT')
  expect(refusedWith({}, { available: readAmount('24.9999999', 'USDT') })).toBe('INSUFFICIENT_BALANCE')
  expect(refusedWith({})).toBeUndefined()
})

test('it is paid back a minute before the promise, and a series is over once none waits', () => {
  expect(REFUNDED_WITHIN_MS - REFUND_AFTER_MS).toBe(60_000)
  expect(isOver(series({ issued: 2, drawn: 1 }), 2_000)).toBe(false)
  expect(isOver(series({ issued: 2, drawn: 1, refunded: 1 }), 1_999)).toBe(false)
  expect(isOver(series({ issued: 2, drawn: 1, refunded: 1 }), 2_000)).toBe(true)
})

test('odds are of what is left, rounded down, in the order of rarity', () => {
  const odds = oddsOf([
    { rarity: 'legendary', items: 1, left: 1 },
    { rarity: 'common', items: 6, left: 2 },
  ])
  expect(odds.map(({ rarity, chance }) => [rarity, chance])).toEqual([
    ['common', 66_666],
    ['legendary', 33_333],
  ])
  expect(oddsOf([{ rarity: 'rare', items: 3, left: 0 }])[0]!.chance).toBe(0)
})

test('each wrong field of a draft is named', () => {
  const draft = (changes: Partial<BoxDraft> = {}): BoxDraft => ({
    ...{ code: 'HARBOR', name: 'Harbor', description: 'Five views', price, perCustomer: 2 },
    ...{ opensAtMs: 1, endsAtMs: 2, items: goldenItems },
    ...changes,
  })
  expect(invalidBox(draft())).toBeUndefined()
  expect(invalidBox(draft({ code: 'harbor' }))).toBe('code')
  expect(invalidBox(draft({ price: units(0n) }))).toBe('price')
  expect(invalidBox(draft({ items: goldenItems.slice(0, 1) }))).toBe('items')
  expect(invalidBox(draft({ items: [...goldenItems, goldenItems[0]!] }))).toBe('items')
  expect(invalidBox(draft({ perCustomer: 6 }))).toBe('perCustomer')
  expect(invalidBox(draft({ endsAtMs: 1 }))).toBe('endsAtMs')
})
