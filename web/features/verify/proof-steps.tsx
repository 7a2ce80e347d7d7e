import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CheckedStep, ProofStep } from '#domain/proof/proof-steps.ts'
import { priceOf, type StopTerms, stopTermsOf } from '#domain/proof/stop.ts'
import { utcSecond, utcStamp } from '#web/features/time/utc.ts'
import { grouped } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import {
  type AnyProof,
  isBoxProof,
  isDualProof,
  isFillsProof,
  isOptionProof,
  isRoundProof,
} from './any-proof.ts'
import { BoxFacts } from './box-facts.tsx'
import { DualFacts } from './dual-facts.tsx'
import { FillsFacts } from './fills-facts.tsx'
import { OptionFacts } from './option-facts.tsx'
import { RoundFacts } from './round-facts.tsx'
import type { ProofRun } from './run-proof.ts'
import { SourceFacts } from './source-facts.tsx'

/** The steps of a proof on their cord: what was checked, the value, why it is the right one, and how long it took. */
export function ProofSteps({ run, file }: { run: ProofRun; file: AnyProof }) {
  const { t } = useTexts()
  return (
    <ol className="gutter py-4">
      {run.steps.map((checked, n) => (
        <Step key={checked.step} checked={checked} isLast={n === run.steps.length - 1} file={file}>
          <StepFacts step={checked.step} facts={run.facts} file={file} t={t} />
        </Step>
      ))}
    </ol>
  )
}

const nodeLooks = {
  passed: 'bg-gold text-bg',
  failed: 'bg-danger text-bg',
  'not-reached': 'border-2 border-grab',
}

function Step({
  checked: { step, state, ms },
  isLast,
  file,
  children,
}: {
  checked: CheckedStep
  isLast: boolean
  file: AnyProof
  children: ReactNode
}) {
  const { t } = useTexts()
  const isReached = state !== 'not-reached'
  return (
    <li className="relative flex gap-4 pb-5 last:pb-0">
      {!isLast && (
        <span
          aria-hidden
          className={cx(
            'absolute top-5 bottom-0 left-[9px] w-px',
            state === 'passed' ? 'bg-gold' : 'border-l border-dashed border-grab',
          )}
        />
      )}
      <span
        aria-hidden
        className={cx(
          'relative mt-0.5 grid size-5 shrink-0 place-items-center rounded-full',
          nodeLooks[state],
        )}
      >
        {state === 'passed' && <Check size={14} strokeWidth={3} />}
        {state === 'failed' && <X size={14} strokeWidth={3} />}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <h3
            className={cx(
              'text-15 font-semibold',
              state === 'failed' ? 'text-danger' : isReached ? 'text-t1' : 'text-t3',
            )}
          >
            {t(titleKey(step, file))}
          </h3>
          <span className="figures shrink-0 text-12 text-t3">
            {state === 'passed'
              ? t('verify_pages.took', { ms: ms.toFixed(1) })
              : t(state === 'failed' ? 'verify_pages.does_not_match' : 'verify_pages.not_reached')}
          </span>
        </div>
        {state === 'failed' && <p className="text-13 text-danger">{t(wrongKey(step, file))}</p>}
        {isReached && <div className="figures text-13 break-words text-t2">{children}</div>}
      </div>
    </li>
  )
}

function titleKey(step: ProofStep, file: AnyProof) {
  if (isBoxProof(file) && (step === 'tick' || step === 'earlier' || step === 'outcome'))
    return `verify_pages.step_${step}_box` as const
  if (isRoundProof(file) && step === 'tick') return 'verify_pages.step_tick_round'
  if (isDualProof(file) && (step === 'tick' || step === 'earlier'))
    return `verify_pages.step_${step}_dual` as const
  if (isFillsProof(file) && (step === 'tick' || step === 'earlier'))
    return `verify_pages.step_${step}_fills` as const
  return step === 'earlier' && isOptionProof(file)
    ? 'verify_pages.step_earlier_option'
    : (`verify_pages.step_${step}` as const)
}

function wrongKey(step: ProofStep, file: AnyProof) {
  if (step !== 'tick' && step !== 'earlier' && step !== 'outcome')
    return `verify_pages.wrong_${step}` as const
  if (isBoxProof(file)) return `verify_pages.wrong_${step}_box` as const
  if (isRoundProof(file))
    return step === 'outcome' ? 'verify_pages.wrong_outcome_round' : 'verify_pages.wrong_tick_round'
  if (isDualProof(file)) return `verify_pages.wrong_${step}_dual` as const
  if (isFillsProof(file)) return `verify_pages.wrong_${step}_fills` as const
  return isOptionProof(file)
    ? (`verify_pages.wrong_${step}_option` as const)
    : (`verify_pages.wrong_${step}` as const)
}

const short = (text: string): string => `${text.slice(0, 4)}…${text.slice(-4)}`
const sign = ({ direction }: StopTerms): string => (direction === 'rises' ? '≥' : '≤')

/** What a step found, as far as it came. */
function StepFacts({
  step,
  facts,
  file,
  t,
}: {
  step: ProofStep
  facts: ProofRun['facts']
  file: AnyProof
  t: Translate
}) {
  const { receipts, checkpoint, ticks, way } = facts
  const receipt = facts.receipt ?? receipts?.[0]
  const terms = receipt && stopTermsOf(receipt)
  const tickSize = receipt?.terms['tick-size'] ?? '1'
  const price = (count: number) => grouped(priceOf(count, tickSize))
  const deciding = ticks?.[0]
  if (step === 'receipt')
    return receipt ? (
      <>
        <p>{t('verify_pages.signed_with', { key: short(file.publicKey) })}</p>
        <p className="text-t3">{t('verify_pages.accepted', { tick: grouped(String(receipt.tapeSize)) })}</p>
      </>
    ) : null
  if (step === 'checkpoint')
    return checkpoint ? (
      <p>
        {t('verify_pages.tape_signed', {
          time: utcStamp(checkpoint.atMs),
          size: grouped(String(checkpoint.size)),
          root: short(checkpoint.root),
        })}
      </p>
    ) : null
  if (step === 'tape') return ticks ? <p>{t('verify_pages.in_tape', { count: ticks.length })}</p> : null
  if (step === 'sources') return <SourceFacts facts={facts} file={file} price={price} t={t} />
  if (isBoxProof(file)) return <BoxFacts step={step} facts={facts} file={file} t={t} />
  if (isRoundProof(file)) return <RoundFacts step={step} facts={facts} file={file} t={t} />
  if (isDualProof(file)) return <DualFacts step={step} facts={facts} tickSize={tickSize} t={t} />
  if (isFillsProof(file)) return <FillsFacts step={step} facts={facts} tickSize={tickSize} t={t} />
  if (isOptionProof(file)) return <OptionFacts step={step} facts={facts} tickSize={tickSize} t={t} />
  if ('position' in file) {
    if (step === 'tick') return <p>{t('verify_pages.contract_events', { count: file.changes.length })}</p>
    return step === 'outcome' ? <p>{t('verify_pages.contract_computed')}</p> : null
  }
  if (step === 'tick')
    return deciding && terms ? (
      <>
        <p>
          {price(deciding.price)} · #{grouped(String(deciding.sequence))} · {utcSecond(deciding.atMs)}
        </p>
        <p className="text-t3">
          {t('verify_pages.reaches', { trigger: `${sign(terms)} ${price(terms.price)}` })}
        </p>
      </>
    ) : null
  if (step === 'earlier') {
    if (!way?.ok) return null
    return (
      <p>
        {way.passed
          ? t('verify_pages.between', { low: price(way.passed.low), high: price(way.passed.high) })
          : t('verify_pages.first_tick')}
      </p>
    )
  }
  return (
    <p>
      {t('verify_pages.order_says', {
        sequence: grouped(String(file.outcome.sequence)),
        price: grouped(file.outcome.price),
      })}
    </p>
  )
}
