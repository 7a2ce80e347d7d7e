import { type Units, units } from '#domain/money/amount.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'

/** An account and an amount: what is there, or what is taken of it. */
export interface Source {
  readonly walletType: WalletType
  readonly amount: Units
}

/**
 * The ways in which missing money can be brought from other accounts: each that has all of it by itself, in the order
 * given; where none has, from as few as possible together, the fullest first. Empty where all of them are not enough.
 */
export function waysToBring(missing: Units, sources: readonly Source[]): readonly (readonly Source[])[] {
  const alone = sources.filter(({ amount }) => amount >= missing)
  if (alone.length > 0) return alone.map(({ walletType }) => [{ walletType, amount: missing }])
  const taken: Source[] = []
  let left: bigint = missing
  const fullestFirst = [...sources].sort((a, b) => Number(b.amount > a.amount) - Number(b.amount < a.amount))
  for (const { walletType, amount } of fullestFirst) {
    if (left === 0n || amount === 0n) break
    const part = amount < left ? amount : left
    taken.push({ walletType, amount: units(part) })
    left -= part
  }
  return left === 0n ? [taken] : []
}
