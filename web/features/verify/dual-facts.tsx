import { paidBy } from '#domain/dual/receipt.ts'
import type { ProofStep } from '#domain/proof/proof-steps.ts'
import { priceOf } from '#domain/proof/stop.ts'
import { amount, grouped } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import type { ProofRun } from './run-proof.ts'

/** What the last steps of a dual investment's proof found: its average, that no tick is missing, and what it paid. */
export function DualFacts({
  step,
  facts: { dual, dualResult },
  tickSize,
  t,
}: {
  step: ProofStep
  facts: ProofRun['facts']
  tickSize: string
  t: Translate
}) {
  if (!dual || !dualResult) return null
  const { average, outcome } = dualResult
  const price = (count: number) => grouped(priceOf(count, tickSize))
  const found = { ticks: grouped(String(average.ticks)), minutes: average.minutes }
  if (step === 'tick')
    return (
      <>
        <p>
          {average.price === null
            ? t('verify_pages.dual_none', found)
            : t('verify_pages.dual_average', { price: price(average.price), ...found })}
        </p>
        <p className="text-t3">{t('verify_pages.dual_strike', { price: price(dual.strike) })}</p>
      </>
    )
  if (step === 'earlier') return <p>{t('verify_pages.dual_whole')}</p>
  const { paid, currency } = paidBy(dual, outcome)
  return <p>{t('verify_pages.dual_paid', { paid: amount(paid), currency })}</p>
}
