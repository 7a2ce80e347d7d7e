import { parseDecimal } from '#domain/money/amount.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'

/** The parts a customer's money lies in: the four wallets, and what is held in products. */
export type Part = WalletType | 'savings'

export const partColours: Record<Part, string> = {
  funding: 'bg-t1',
  spot: 'bg-t2',
  contract: 'bg-t3 opacity-70',
  options: 'bg-grab',
  savings: 'bg-gold',
}

/**
 * How wide each part is drawn, in percent of the whole; parts with nothing are left out, and a small one
 * keeps a sliver so that it can be seen. Pixels: nothing is added up by these.
 */
export function widths(values: readonly { part: Part; usd: string }[]): { part: Part; width: number }[] {
  const cents = values
    .map(({ part, usd }) => ({ part, cents: parseDecimal(usd, 2) ?? 0n }))
    .filter((value) => value.cents > 0n)
  const whole = cents.reduce((sum, value) => sum + value.cents, 0n)
  return cents.map(({ part, cents: own }) => ({
    part,
    width: Math.max(1, Number((own * 10_000n) / whole) / 100),
  }))
}
