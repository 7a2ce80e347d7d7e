import { useClient } from '#web/app/client-state.ts'
import { amount, HIDDEN } from '#web/format/number.ts'

/**
 * An amount of a customer's own money, exact; dots when the customer hides their balances, a dash while it is
 * not known.
 */
export function Amount({
  value,
  currency,
  least = 2,
}: {
  value: string | undefined
  currency?: string
  least?: number
}) {
  const isHidden = useClient((state) => state.hidesBalance)
  return (
    <span className="figures">
      {isHidden ? HIDDEN : value === undefined ? '—' : amount(value, least)}
      {currency && ` ${currency}`}
    </span>
  )
}
