import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, formatDecimal } from '#domain/money/amount.ts'
import type { HoldingView } from '#domain/wallet/contract.ts'
import { walletTypes } from '#domain/wallet/wallet-types.ts'
import { signedUnits } from '#web/features/money/decimals.ts'
import { previewTransfer, type TransferDraft, withSide } from './transfer-draft.ts'

const ZERO = decimal('0.0000000')
const holding = (funding: string, spot: string): HoldingView => ({
  currency: 'USDT',
  name: 'Tether',
  decimals: 7,
  colour: '#fff',
  kind: 'crypto',
  available: ZERO,
  held: ZERO,
  total: ZERO,
  valueUsd: null,
  wallets: walletTypes.map((walletType) => ({
    currency: 'USDT',
    walletType,
    available: decimal(walletType === 'funding' ? funding : walletType === 'spot' ? spot : '0.0000000'),
    held: ZERO,
    total: ZERO,
    valueUsd: null,
    entryCount: 0,
  })),
})
const draft = (amount: string, more: Partial<TransferDraft> = {}): TransferDraft => ({
  from: 'funding',
  to: 'spot',
  amount,
  ...more,
})

describe('a transfer', () => {
  it('shows both balances after it', () => {
    expect(previewTransfer(holding('6250.0000000', '100.5000000'), draft('600.25'))).toEqual({
      from: { before: '6250.0000000', after: '5649.7500000' },
      to: { before: '100.5000000', after: '700.7500000' },
      error: undefined,
    })
  })
  it.each([
    ['', 'AMOUNT_INVALID'],
    ['0.00', 'AMOUNT_INVALID'],
    ['0.00000001', 'AMOUNT_INVALID'],
    ['50.0000001', 'INSUFFICIENT_BALANCE'],
    ['50', undefined],
    ['50.', undefined],
  ])('of %j with 50 available: %s', (amount, code) => {
    expect(previewTransfer(holding('50.0000000', '0.0000000'), draft(amount)).error?.code).toBe(code)
  })
  it('to the same account is refused first', () => {
    const same = draft('', { to: 'funding' })
    expect(previewTransfer(holding('50.0000000', '0.0000000'), same).error?.code).toBe('SAME_ACCOUNT')
  })
  it('never makes or loses a unit', () => {
    const text = (value: bigint) => formatDecimal(value, 7)
    const balance = fc.bigInt(0n, 10n ** 17n)
    fc.assert(
      fc.property(balance, balance, balance, (have, other, amount) => {
        const { from, to, error } = previewTransfer(holding(text(have), text(other)), draft(text(amount)))
        expect(error === undefined).toBe(amount > 0n && amount <= have)
        if (error) expect(from.after).toBeUndefined()
        else expect(signedUnits(from.after!, 7) + signedUnits(to.after!, 7)).toBe(have + other)
      }),
    )
  })
})

describe('choosing an account', () => {
  it('that is on the other side exchanges both', () => {
    expect(withSide(draft('5'), 'from', 'spot')).toEqual({ from: 'spot', to: 'funding', amount: '5' })
  })
  it('that is on neither side replaces only this one', () => {
    expect(withSide(draft('5'), 'to', 'contract')).toEqual({ from: 'funding', to: 'contract', amount: '5' })
  })
})
