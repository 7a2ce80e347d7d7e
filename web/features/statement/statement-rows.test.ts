import { describe, expect, it } from 'vitest'
import { decimal } from '#domain/money/amount.ts'
import type { StatementEntryView } from '#domain/statement/contract.ts'
import { statementRows } from './statement-rows.ts'

const entry = (
  transferId: string,
  amount: string,
  more: Partial<StatementEntryView> = {},
): StatementEntryView => ({
  transferId,
  reason: 'deposit',
  currency: 'USDT',
  walletType: 'funding',
  state: 'available',
  amount: decimal(amount),
  balance: decimal('0'),
  atMs: 1,
  reference: '7',
  ...more,
})

const held = [
  entry('3', '-500.0000000', { reason: 'spot-hold', walletType: 'spot' }),
  entry('3', '500.0000000', { reason: 'spot-hold', walletType: 'spot', state: 'held' }),
]

describe('rows of the statement', () => {
  it('put both entries of one transfer together, in the order they came', () => {
    const rows = statementRows([entry('4', '1'), ...held, entry('2', '-2')])
    expect(rows.map((row) => [row.transferId, row.entries.length])).toEqual([
      ['4', 1],
      ['3', 2],
      ['2', 1],
    ])
  })
  it('tell from where it left to where it went, whichever entry came first', () => {
    const [row] = statementRows([...held].reverse())
    expect(row?.entries.map((one) => one.state)).toEqual(['available', 'held'])
  })
  it('of a hold change nothing in all, and say how much moved', () => {
    expect(statementRows(held)[0]).toMatchObject({ net: '0.0000000', moved: '500.0000000' })
  })
  it('show a transfer as it looks from the one account in view', () => {
    const [row] = statementRows([entry('5', '-400.0000000', { reason: 'account-transfer' })])
    expect(row).toMatchObject({ net: '-400.0000000', moved: '400.0000000' })
  })
})
