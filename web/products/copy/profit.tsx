import { signedProfit } from '#web/features/money/decimals.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'

/** A customer's own profit or loss in its color; dots when they hide their balances, a dash while it is not known. */
export function Profit({ value, currency }: { value: string | null; currency?: string }) {
  const masked = useMasked()
  if (value === null) return '—'
  return (
    <span className={`figures ${changeColours[directionOf(value)]}`}>
      {masked(signedProfit(value))}
      {currency && ` ${currency}`}
    </span>
  )
}
