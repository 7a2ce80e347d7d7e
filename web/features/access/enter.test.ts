import { describe, expect, it } from 'vitest'
import { returnAddress } from './enter.ts'

describe('after signing in one goes', () => {
  it.each([
    ['back to the page one came from', '/pages/fund/assets', '/pages/fund/assets'],
    ['back with its filter', '/pages/setting/bill?currency=USDT', '/pages/setting/bill?currency=USDT'],
    ['home when one came from nowhere', null, '/'],
    ['home rather than to another site', 'https://evil.example/pages/x', '/'],
    ['home rather than to another site without its scheme', '//evil.example', '/'],
    ['home rather than to a script', 'javascript:alert(1)', '/'],
    ['home rather than to sign in again', '/pages/common/login?from=/pages/fund/assets', '/'],
  ])('%s', (_, from, to) => {
    expect(returnAddress(from)).toBe(to)
  })
})
