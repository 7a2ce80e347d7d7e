import { describe, expect, it } from 'vitest'
import { units } from '../money/amount.ts'
import { decideDraw, decideReceiver, decideTake, leftOf } from './rules.ts'

const usdt = (amount: bigint) => ({ currency: 'USDT', amount: units(amount) })
const taken = { currency: 'USDT', amount: 100n, drawn: 40n }

describe('taking from a customer', () => {
  it.each([
    ['less than there is', 99n, true],
    ['all there is', 100n, true],
    ['a unit more', 101n, false],
  ])('of %s', (_, amount, ok) => {
    expect(decideTake(usdt(amount), 100n).ok).toBe(ok)
  })

  it('says what there is where it is too little', () => {
    expect(decideTake(usdt(1n), 0n)).toEqual({
      ok: false,
      code: 'ADJUSTMENT_ABOVE_BALANCE',
      params: { available: '0.0000000', currency: 'USDT' },
    })
  })
})

describe('giving or returning what was taken', () => {
  it.each([
    ['less than is left', 59n, true],
    ['all that is left', 60n, true],
    ['a unit more', 61n, false],
    ['as much as was taken once', 100n, false],
  ])('of %s', (_, amount, ok) => {
    expect(decideDraw(usdt(amount), taken).ok).toBe(ok)
  })

  it('is in the currency that was taken', () => {
    expect(decideDraw({ currency: 'BTC', amount: units(1n) }, taken)).toMatchObject({
      code: 'ADJUSTMENT_CURRENCY_DIFFERS',
      params: { currency: 'USDT' },
    })
  })

  it('never ends below zero, however it is divided', () => {
    let drawn = 0n
    for (const amount of [1n, 7n, 50n, 43n, 42n, 1n, 100n])
      if (decideDraw(usdt(amount), { ...taken, drawn }).ok) drawn += amount
    // 1 + 7 + 50 + 42: what is above the rest is refused, and what fits it goes on.
    expect([drawn, leftOf({ ...taken, drawn })]).toEqual([100n, 0n])
  })
})

describe('who is given money', () => {
  it.each([
    ['a customer', false, false, true],
    ['the one it was taken from', false, true, true],
    ['a deleted account', true, false, false],
    ['the deleted account that it was taken from', true, true, true],
  ])('%s', (_, isDeleted, isOwn, ok) => {
    expect(decideReceiver({ isDeleted, isOwn }).ok).toBe(ok)
  })
})
