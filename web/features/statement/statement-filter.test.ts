import { describe, expect, it } from 'vitest'
import { reasons } from '#domain/reasons.ts'
import { lastMonths } from '#web/features/time/months.ts'
import * as products from '#web/products/all.ts'
import { customerReasons, readFilter, toQuestion } from './statement-filter.ts'

const offered = customerReasons(Object.values(products))
const read = (query: string) => readFilter(new URLSearchParams(query), offered)

describe('the statement’s filter', () => {
  it('is read from the address', () => {
    expect(read('currency=BTC&walletType=spot&reason=spot-fee&month=2026-11')).toEqual({
      currency: 'BTC',
      walletType: 'spot',
      reason: 'spot-fee',
      month: '2026-11',
    })
  })
  it('leaves out what does not exist', () => {
    expect(read('currency=XXX&walletType=attic&reason=earn-reserve&month=2026-13')).toEqual({})
  })
  it('offers every reason but those between the platform’s own accounts, and of what is not offered', () => {
    expect(reasons.filter((reason) => !offered.includes(reason)).toSorted()).toEqual([
      'adjustment-return',
      'cell-received',
      'cell-returned',
      'cell-sent',
      'cell-settled',
      'contract-cover',
      'contract-shortfall',
      'coupon-reserve',
      'coupon-return',
      'dual-escrow',
      'dual-escrow-return',
      'earn-accrual',
      'earn-reserve',
      'earn-return',
      'invite-reserve',
      'invite-return',
      'option-escrow',
      'option-escrow-return',
      'practice-grant',
      'sale-payout',
      'treasury-funding',
    ])
  })
  it('asks for a month from its first moment up to the next month’s', () => {
    const { fromMs, toMs } = toQuestion({ month: '2024-02' }) as { fromMs: string; toMs: string }
    expect(new Date(Number(fromMs)).getDate()).toBe(1)
    expect(Math.round((Number(toMs) - Number(fromMs)) / 86_400_000)).toBe(29)
  })
  it('offers twelve months over the turn of the year', () => {
    const months = lastMonths(new Date(2026, 1, 15).getTime())
    expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
    expect(months).toHaveLength(12)
  })
})
