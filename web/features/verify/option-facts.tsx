import type { Tick } from '#domain/market/tick.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { payoutOf } from '#domain/option/rules.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import type { ProofStep } from '#domain/proof/proof-steps.ts'
import { priceOf } from '#domain/proof/stop.ts'
import { utcSecond } from '#web/features/time/utc.ts'
import { amount, grouped } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import type { ProofRun } from './run-proof.ts'

/** What the last steps of a seconds option's proof found: its ticks, that no other counts, and what it came to. */
export function OptionFacts({
  step,
  facts: { order, result },
  tickSize,
  t,
}: {
  step: ProofStep
  facts: ProofRun['facts']
  tickSize: string
  t: Translate
}) {
  if (!order || !result) return null
  const named = ({ price, sequence, atMs }: Tick) => ({
    price: grouped(priceOf(price, tickSize)),
    ...{ sequence: grouped(String(sequence)), time: utcSecond(atMs) },
  })
  if (step === 'tick')
    return 'entry' in result ? (
      <>
        <p>{t('verify_pages.option_entry', named(result.entry))}</p>
        <p>{t('verify_pages.option_exit', named(result.exit))}</p>
      </>
    ) : (
      <p>{t('verify_pages.option_no_entry')}</p>
    )
  if (step === 'earlier') return 'entry' in result ? <p>{t('verify_pages.option_only')}</p> : null
  const paid = formatAmount(payoutOf(order, result.outcome), STAKE_CURRENCY)
  return (
    <>
      <p>{t(`verify_pages.option_${result.outcome}`, { paid: amount(paid) })}</p>
      {'reason' in result && result.reason === 'no-exit' && (
        <p className="text-t3">{t('verify_pages.option_no_exit')}</p>
      )}
    </>
  )
}
