import { describe, expect, it } from 'vitest'
import type { HoldingView } from '#domain/wallet/contract.ts'
import { byValue, sharesOf } from './shares.ts'

const worth = (currency: string, valueUsd: string | null) => ({ currency, valueUsd }) as HoldingView

describe('the share of each coin', () => {
  it('is what it is worth of what all are worth', () => {
    const shares = sharesOf([worth('BTC', '600.00'), worth('ETH', '300.00'), worth('USDT', '100.00')])
    expect([...shares]).toEqual([
      ['BTC', '60.0'],
      ['ETH', '30.0'],
      ['USDT', '10.0'],
    ])
  })
  it('is rounded half up, and never nought for what there is', () => {
    const shares = sharesOf([worth('BTC', '9991.00'), worth('ETH', '5.00'), worth('USDT', '4.00')])
    expect(shares.get('ETH')).toBe('0.1')
    expect(shares.get('USDT')).toBe('<0.1')
    expect(shares.get('BTC')).toBe('99.9')
  })
  it('is not said of nothing, nor of a coin without a price', () => {
    expect(sharesOf([worth('BTC', '0.00'), worth('NEW', null)]).size).toBe(0)
    expect([...sharesOf([worth('BTC', '1.00'), worth('NEW', null)]).keys()]).toEqual(['BTC'])
  })
})

describe('the order of coins', () => {
  it('begins with what is worth most; without a price is last, and equal ones stay as they were', () => {
    const order = byValue([
      worth('NEW', null),
      worth('ETH', '5.00'),
      worth('EUR', '0.00'),
      worth('USD', '0.00'),
      worth('BTC', '70.00'),
    ])
    expect(order.map(({ currency }) => currency)).toEqual(['BTC', 'ETH', 'EUR', 'USD', 'NEW'])
  })
})
