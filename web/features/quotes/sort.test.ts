import { describe, expect, it } from 'vitest'
import type { QuoteView } from '#domain/market/contract.ts'
import { arranged, nextSort, readMovers, readSort, sorted } from './sort.ts'

const quote = (
  label: string,
  turnover24h: string,
  lastPrice: string | null,
  changePercent: string | null,
  ownTurnover24h: string | null,
) =>
  ({
    symbol: label.replace('/', '-'),
    label,
    turnover24h,
    lastPrice,
    changePercent,
    ownTurnover24h,
  }) as QuoteView
const list = [
  quote('ETH/USDT', '900.5', '1320.14', '3.57', '12.5'),
  quote('BTC/USDT', '10000', '17778.49', '-1.20', '7'),
  quote('XAU/USD', '0', null, null, null),
  quote('LTC/USDT', '20', '76.48', '12.00', '1000'),
]
const names = (rows: readonly QuoteView[]) => rows.map(({ label }) => label.slice(0, 3))

describe('sorting', () => {
  it.each([
    ['-volume', ['BTC', 'ETH', 'LTC', 'XAU']],
    ['volume', ['XAU', 'LTC', 'ETH', 'BTC']],
    ['-own', ['LTC', 'ETH', 'BTC', 'XAU']],
    ['-price', ['BTC', 'ETH', 'LTC', 'XAU']],
    ['-change', ['LTC', 'ETH', 'XAU', 'BTC']],
    ['name', ['BTC', 'ETH', 'LTC', 'XAU']],
    ['-name', ['XAU', 'LTC', 'ETH', 'BTC']],
    ['nonsense', ['ETH', 'BTC', 'XAU', 'LTC']],
  ])('by %s', (text, expected) => {
    expect(names(sorted(list, readSort(text)))).toEqual(expected)
  })

  it('goes from largest to smallest to the list’s own order, and names from A to Z first', () => {
    const tapped = (text: string | undefined, by: 'name' | 'price') => nextSort(readSort(text ?? null), by)
    expect([tapped(undefined, 'price'), tapped('-price', 'price'), tapped('price', 'price')]).toEqual([
      '-price',
      'price',
      undefined,
    ])
    expect([tapped('price', 'name'), tapped('name', 'name'), tapped('-name', 'name')]).toEqual([
      'name',
      '-name',
      undefined,
    ])
  })
})

describe('movers', () => {
  const shown = (chip: string | null, sort: string | null = null) =>
    names(arranged(list, readMovers(chip), readSort(sort)).rows)
  it('are what rose, what fell, and what was traded, the most first', () => {
    expect(shown(null)).toEqual(['ETH', 'BTC', 'XAU', 'LTC'])
    expect(shown('gainers')).toEqual(['LTC', 'ETH'])
    expect(shown('losers')).toEqual(['BTC'])
    expect(shown('active')).toEqual(['BTC', 'ETH', 'LTC'])
  })
  it('are sorted by a column on demand', () => {
    expect(shown('gainers', '-price')).toEqual(['ETH', 'LTC'])
    expect(arranged(list, 'gainers', undefined).order).toEqual({ by: 'change', isRising: false })
  })
})
