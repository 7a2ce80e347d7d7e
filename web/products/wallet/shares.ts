import { parseDecimal } from '#domain/money/amount.ts'
import type { HoldingView } from '#domain/wallet/contract.ts'

/**
 * How much of what all coins are worth each of them is, in percent with one decimal. A coin whose price is unknown, or of
 * which there is nothing, has no share.
 *
 * Rounds: half up, each by itself; something too small for a decimal is '<0.1'.
 */
export function sharesOf(holdings: readonly HoldingView[]): ReadonlyMap<string, string> {
  const cents = holdings.map(({ currency, valueUsd }) => ({
    currency,
    own: parseDecimal(valueUsd ?? '0', 2) ?? 0n,
  }))
  const whole = cents.reduce((sum, { own }) => sum + own, 0n)
  return new Map(
    cents
      .filter(({ own }) => own > 0n)
      .map(({ currency, own }) => [currency, tenths((own * 2_000n + whole) / (2n * whole))]),
  )
}

const tenths = (share: bigint): string => (share === 0n ? '<0.1' : `${share / 10n}.${share % 10n}`)

/** The coins that are worth most first; those without a price last. */
export const byValue = (holdings: readonly HoldingView[]): HoldingView[] =>
  holdings.toSorted((one, other) => Number(centsOf(other) - centsOf(one)))

const centsOf = ({ valueUsd }: HoldingView): bigint =>
  valueUsd === null ? -1n : (parseDecimal(valueUsd, 2) ?? 0n)
