import { describe, expect, test } from 'vitest'
import type { OutputOf } from '#domain/endpoint.ts'
import { decimal } from '#domain/money/amount.ts'
import type { ChangedWallet, walletList } from '#domain/wallet/contract.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { withChangedWallets } from './live-wallets.ts'

/** Balances that come by the socket, put over those that were asked for. */

const wallet = (walletType: WalletType, available: string, held: string, entryCount: number) => ({
  ...{ currency: 'USDT', walletType, entryCount, valueUsd: null },
  ...{ available: decimal(available), held: decimal(held), total: decimal('0.0000000') },
})
const shown: OutputOf<typeof walletList> = {
  ...{ totalUsd: '0.00', isWhole: true, wallets: [], unrealized: [], savings: [], byProduct: [] },
  savingsTotal: { valueUsd: '0.00', todayUsd: '0.00', products: 0, earliestMaturityMs: null },
  holdings: [
    {
      ...{ currency: 'USDT', name: 'Tether', decimals: 7, colour: '', kind: 'crypto', valueUsd: null },
      ...{ available: decimal('150.0000000'), held: decimal('5.0000000'), total: decimal('155.0000000') },
      wallets: [
        wallet('funding', '100.0000000', '0.0000000', 3),
        wallet('contract', '50.0000000', '5.0000000', 8),
      ],
    },
  ],
}
const changed = (more: Partial<ChangedWallet> = {}): ChangedWallet => ({
  ...{
    currency: 'USDT',
    walletType: 'contract',
    available: decimal('30.5000000'),
    held: decimal('25.0000001'),
  },
  ...{ entryCount: 10, ...more },
})

describe('a wallet that changed', () => {
  test('shows what it has now, and its currency what it comes to in all', () => {
    const [holding] = withChangedWallets(shown, [changed()]).holdings
    expect(holding).toMatchObject({ available: '130.5000000', held: '25.0000001', total: '155.5000001' })
    expect(holding!.wallets[0]).toBe(shown.holdings[0]!.wallets[0])
    expect(holding!.wallets[1]).toMatchObject({
      available: '30.5000000',
      total: '55.5000001',
      entryCount: 10,
    })
  })

  test.each([8, 7])('leaves what is shown where that is as new or newer: %i entries', (entryCount) => {
    expect(withChangedWallets(shown, [changed({ entryCount })])).toBe(shown)
  })

  test('of a currency that is not shown changes nothing', () => {
    expect(withChangedWallets(shown, [changed({ currency: 'BTC' })])).toBe(shown)
    expect(withChangedWallets(shown, [])).toBe(shown)
  })
})
