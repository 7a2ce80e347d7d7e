import type { BoxProofFile } from '#domain/proof/contract.ts'
import type { ProofStep } from '#domain/proof/proof-steps.ts'
import { utcSecond } from '#web/features/time/utc.ts'
import { grouped } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import type { ProofRun } from './run-proof.ts'

/** What the last steps of a blind box's proof found: its tick, what was promised, and what was drawn. */
export function BoxFacts({
  step,
  facts: { ticks, bought, pool, item },
  file,
  t,
}: {
  step: ProofStep
  facts: ProofRun['facts']
  file: BoxProofFile
  t: Translate
}) {
  const [tick] = ticks ?? []
  if (!bought || !tick) return null
  if (step === 'tick')
    return (
      <p>
        {bought.symbol} · #{grouped(String(tick.sequence))} · {utcSecond(tick.atMs)}
      </p>
    )
  if (step === 'earlier')
    return pool === undefined ? null : (
      <>
        <p>{t('verify_pages.box_pool', { left: pool, items: bought.items })}</p>
        <p className="text-t3">{t('verify_pages.box_seed', { seed: bought.clientSeed })}</p>
      </>
    )
  return item ? <p>{t('verify_pages.box_item', { place: file.box.item, artwork: item.artwork })}</p> : null
}
