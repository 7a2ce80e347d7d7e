import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Units, units } from '#domain/money/amount.ts'
import { type Source, waysToBring } from './missing.ts'

const sourcesOf = (...amounts: bigint[]): Source[] =>
  (['funding', 'contract', 'options'] as const).map((walletType, n) => ({
    walletType,
    amount: units(amounts[n] ?? 0n),
  }))
const shown = (missing: bigint, ...amounts: bigint[]) =>
  waysToBring(missing as Units, sourcesOf(...amounts)).map((way) =>
    way.map(({ walletType, amount }) => `${amount} ${walletType}`),
  )

test('each account that has all of it is a way by itself', () => {
  expect(shown(500n, 800n, 499n, 500n)).toEqual([['500 funding'], ['500 options']])
})

test('where none has, as few as possible give it together, the fullest first', () => {
  expect(shown(500n, 200n, 100n, 300n)).toEqual([['300 options', '200 funding']])
  expect(shown(501n, 200n, 100n, 300n)).toEqual([['300 options', '200 funding', '1 contract']])
})

test('where all together have too little, or nobody anything, there is no way', () => {
  expect(shown(601n, 200n, 100n, 300n)).toEqual([])
  expect(shown(1n)).toEqual([])
})

test('every way brings exactly what is missing, and takes from no account more than is there', () => {
  const amount = fc.bigInt(0n, 1_000n)
  fc.assert(
    fc.property(fc.bigInt(1n, 2_000n), amount, amount, amount, (missing, ...amounts) => {
      const sources = sourcesOf(...amounts)
      const ways = waysToBring(units(missing), sources)
      expect(ways.length > 0).toBe(amounts.reduce((sum, each) => sum + each, 0n) >= missing)
      for (const way of ways) {
        expect(way.reduce((sum, part) => sum + part.amount, 0n)).toBe(missing)
        for (const part of way) {
          expect(part.amount > 0n).toBe(true)
          expect(
            part.amount <= sources.find(({ walletType }) => walletType === part.walletType)!.amount,
          ).toBe(true)
        }
      }
    }),
  )
})
