import { GAME_SYMBOL } from '#domain/game/rules.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { RoundProofFile } from '#domain/proof/contract.ts'
import type { ProofStep } from '#domain/proof/proof-steps.ts'
import { utcSecond } from '#web/features/time/utc.ts'
import { grouped } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import type { ProofRun } from './run-proof.ts'

/** What the last steps of a round's proof found: the last tick of the hour, that the next is after it, and what the round says. */
export function RoundFacts({
  step,
  facts: { ticks },
  file: { round },
  t,
}: {
  step: ProofStep
  facts: ProofRun['facts']
  file: RoundProofFile
  t: Translate
}) {
  const [after, last] = ticks ?? []
  if (!after) return null
  const instrument = findInstrument(GAME_SYMBOL)
  const price = (count: number) => (instrument ? grouped(formatPrice(instrument, count)) : String(count))
  const number = (sequence: number) => grouped(String(sequence))
  if (step === 'tick')
    return (
      <>
        {last && (
          <p>
            {price(last.price)} · #{number(last.sequence)} · {utcSecond(last.atMs)}
          </p>
        )}
        {round.tick === null && <p>{t('verify_pages.round_old')}</p>}
        <p className="text-t3">
          {t('verify_pages.round_after', {
            sequence: number(after.sequence),
            time: utcSecond(after.atMs),
          })}
        </p>
      </>
    )
  return (
    <p>
      {round.tick === null
        ? t('verify_pages.round_void')
        : t('verify_pages.round_says', {
            sequence: number(round.tick.sequence),
            price: price(round.tick.price),
          })}
    </p>
  )
}
