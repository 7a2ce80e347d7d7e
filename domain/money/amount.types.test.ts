import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { decimalString } from '../fields.ts'
import {
  addUnits,
  decimal,
  formatDecimal,
  type Price,
  price,
  type Quantity,
  quantity,
  type Units,
  units,
} from './amount.ts'

/** What amount.ts promises of its types: each line below marked so must not compile. */

const takesUnits = (amount: Units): bigint => amount
const takesPrice = (value: Price): bigint => value
const takesQuantity = (value: Quantity): bigint => value
const [one, tick, step] = [units(1n), price(2n), quantity(3n)]

test('an amount, a price and a quantity are not taken for each other', () => {
  // @ts-expect-error a price is no amount
  expect(takesUnits(tick)).toBe(2n)
  // @ts-expect-error an amount is no price
  expect(takesPrice(one)).toBe(1n)
  // @ts-expect-error an amount is no quantity
  expect(takesQuantity(one)).toBe(1n)
  expect(takesQuantity(step)).toBe(3n)
  // @ts-expect-error a plain bigint is nothing until somebody says what it is
  expect(takesUnits(5n)).toBe(5n)
})

test('what comes of arithmetic is a plain number until somebody says what it is', () => {
  // @ts-expect-error an amount and a price together are no amount
  expect(takesUnits(one + tick)).toBe(3n)
  // @ts-expect-error nor are two amounts, whose currencies nobody has compared
  expect(takesUnits(one + one)).toBe(2n)
  // @ts-expect-error addUnits takes amounts alone
  expect(addUnits(one, tick)).toBe(3n)
  expect(takesUnits(addUnits(one, one, one))).toBe(3n)
})

test('an answer shows an amount as it was written with its decimals, and nothing else', () => {
  const show = (amount: z.output<typeof decimalString>): string => `${amount}`
  expect(show(formatDecimal(units(150n), 2))).toBe('1.50')
  expect(show(decimal('0.01'))).toBe('0.01')
  // @ts-expect-error an amount nobody has formatted
  expect(show(units(150n))).toBe('150')
  // @ts-expect-error nor is its text a decimal of its currency
  expect(show(String(units(150n)))).toBe('150')
  // @ts-expect-error a plain number
  expect(show(1.5)).toBe('1.5')
})
