import { parseDecimal } from '#domain/money/amount.ts'
import type { HoldingView } from '#domain/wallet/contract.ts'
import { isZero } from '#web/format/number.ts'

/** Holdings below one dollar can be hidden. */
const SMALL_CENTS = 100n

/** The coins of which there is something, and, where small ones are hidden, something worth a dollar. */
export const shownHoldings = (holdings: readonly HoldingView[], hidesSmall: boolean): HoldingView[] =>
  holdings.filter((holding) => !isZero(holding.total) && !(hidesSmall && isSmall(holding)))

/** A coin whose price is unknown is not called small. */
const isSmall = ({ valueUsd }: HoldingView): boolean =>
  valueUsd !== null && (parseDecimal(valueUsd, 2) ?? 0n) < SMALL_CENTS
