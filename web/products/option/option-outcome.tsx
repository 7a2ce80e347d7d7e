import type { OptionView } from '#domain/option/contract.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { statusText } from './option-words.ts'
import { clockOf, gainOf, phaseOf } from './ticket.ts'
import { useRunningNow } from './use-options.ts'

/** What an order with a result came to, in money and in a word. */
export function Outcome({ order }: { order: OptionView }) {
  const { t } = useTexts()
  const masked = useMasked()
  const gain = gainOf(order) ?? '0'
  const isDecided = order.outcome === 'won' || order.outcome === 'lost'
  return (
    <>
      <span className={`block font-semibold ${isDecided ? changeColours[directionOf(gain)] : ''}`}>
        {masked(isDecided ? signedProfit(gain) : amount(order.paid ?? '0'))}
      </span>
      <span className="block text-12 text-t2">{statusText(order, t)}</span>
    </>
  )
}

/** How long an order still runs, by the server's clock. */
export function TimeLeft({ order }: { order: OptionView }) {
  const { t } = useTexts()
  const phase = phaseOf(order, useRunningNow())
  return (
    <>
      <span className="block font-semibold">{phase?.kind === 'running' ? clockOf(phase.leftMs) : '…'}</span>
      <span className="block text-12 text-t2">{phase && t(`option_pages.phase_${phase.kind}`)}</span>
    </>
  )
}
