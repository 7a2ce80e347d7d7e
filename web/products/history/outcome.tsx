import type { EndedView } from '#domain/history/contract.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'

/** What a record gained or lost after fees; a dash where nothing was opened, and for spot. */
export function Result({ record: { result, resultCurrency } }: { record: EndedView }) {
  const masked = useMasked()
  if (result === null) return '—'
  return (
    <span className={changeColours[directionOf(result)]}>
      {masked(`${signedProfit(result)} ${resultCurrency}`)}
    </span>
  )
}
