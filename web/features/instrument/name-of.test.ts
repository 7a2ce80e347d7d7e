import { expect, test } from 'vitest'
import { nameOf } from './name-of.ts'

const euro = { label: 'EUR/USD', name: 'Euro / US Dollar', class: 'forex' } as const

test.each([
  ['ja', 'ユーロ / 米ドル'],
  ['es', 'Euro / dólar estadounidense'],
  ['en', 'Euro / US Dollar'],
])('in %s a pair of currencies is called by their names there', (locale, name) =>
  expect(nameOf(euro, locale)).toBe(name),
)

test('gold against the dollar is a pair too, also as lists carry it', () =>
  expect(nameOf({ label: 'XAU/USD', name: 'Gold / US Dollar', classId: 3 }, 'it')).toBe(
    'Oro / dollaro statunitense',
  ))

test.each([
  [{ label: 'AAPL', name: 'Apple', class: 'stock' }],
  [{ label: 'BTC/USDT', name: 'Bitcoin', class: 'crypto' }],
] as const)('%o keeps its name', (one) => expect(nameOf(one, 'ja')).toBe(one.name))
