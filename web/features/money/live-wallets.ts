import type { OutputOf } from '#domain/endpoint.ts'
import { decimal } from '#domain/money/amount.ts'
import type { ChangedWallet, HoldingView, walletList } from '#domain/wallet/contract.ts'
import { sumOf } from './decimals.ts'

type Wallets = OutputOf<typeof walletList>

/**
 * What a customer has, with wallets that have changed since. A wallet is as it was where it has as many entries or more: what
 * was read later may come earlier. What all of it is worth stays until it is asked for again.
 */
export function withChangedWallets(shown: Wallets, changed: readonly ChangedWallet[]): Wallets {
  const holdings = shown.holdings.map((holding) => {
    const own = changed.filter(({ currency }) => currency === holding.currency)
    return own.length === 0 ? holding : withChanged(holding, own)
  })
  return holdings.every((holding, at) => holding === shown.holdings[at]) ? shown : { ...shown, holdings }
}

function withChanged(holding: HoldingView, changed: readonly ChangedWallet[]): HoldingView {
  const sum = (amounts: readonly string[]) => decimal(sumOf(amounts, holding.currency))
  const wallets = holding.wallets.map((wallet) => {
    const newer = changed.find(
      ({ walletType, entryCount }) => walletType === wallet.walletType && entryCount > wallet.entryCount,
    )
    if (!newer) return wallet
    const { available, held, entryCount } = newer
    return { ...wallet, available, held, entryCount, total: sum([available, held]) }
  })
  if (wallets.every((wallet, at) => wallet === holding.wallets[at])) return holding
  const [available, held] = [wallets.map((one) => one.available), wallets.map((one) => one.held)]
  return {
    ...holding,
    wallets,
    available: sum(available),
    held: sum(held),
    total: sum([...available, ...held]),
  }
}
