import type { ProofStep } from '#domain/proof/proof-steps.ts'
import { priceOf } from '#domain/proof/stop.ts'
import { utcSecond } from '#web/features/time/utc.ts'
import { grouped } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import type { ProofRun } from './run-proof.ts'

/** What the last steps of a spot order's proof found: the price of its time, that its fills keep to it, and its end. */
export function FillsFacts({
  step,
  facts: { filled, receipts, ticks },
  tickSize,
  t,
}: {
  step: ProofStep
  facts: ProofRun['facts']
  tickSize: string
  t: Translate
}) {
  const [tick] = ticks ?? []
  if (step === 'tick' && tick)
    return (
      <p>
        {grouped(priceOf(tick.price, tickSize))} · #{grouped(String(tick.sequence))} · {utcSecond(tick.atMs)}
      </p>
    )
  if (!filled) return null
  if (step === 'earlier')
    return (
      <>
        <p>{t('verify_pages.fills_within', { count: filled.fills })}</p>
        <p className="text-t3">{t('verify_pages.fills_limits')}</p>
      </>
    )
  const end = receipts?.at(-1)?.terms
  const [base, quote] = (receipts?.[0]?.symbol ?? '').split('-') as [string, string]
  return (
    <p>
      {t('verify_pages.fills_end', {
        filled: `${grouped(end?.filled ?? '')} ${base}`,
        notional: `${grouped(end?.notional ?? '')} ${quote}`,
        fee: `${grouped(end?.fee ?? '')} ${filled.side === 'buy' ? base : quote}`,
      })}
    </p>
  )
}
