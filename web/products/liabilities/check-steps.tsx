import { Check, X } from 'lucide-react'
import type { LiabilitiesStep } from '#domain/liabilities/proof.ts'
import { grouped } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import type { LiabilitiesRun } from './run-check.ts'

const looks = {
  passed: 'bg-gold text-bg',
  failed: 'bg-danger text-bg',
  'not-reached': 'border-2 border-grab',
}

/** What was checked, in order, with what was found. */
export function CheckSteps({ run, publicKey }: { run: LiabilitiesRun; publicKey: string }) {
  const { t } = useTexts()
  return (
    <ol className="gutter py-4">
      {run.steps.map(({ step, state }, at) => (
        <li key={step} className="flex gap-4 pb-4 last:pb-0">
          <span
            aria-hidden
            className={cx('mt-0.5 grid size-5 shrink-0 place-items-center rounded-full', looks[state])}
          >
            {state === 'passed' && <Check size={14} strokeWidth={3} />}
            {state === 'failed' && <X size={14} strokeWidth={3} />}
          </span>
          <div className="min-w-0 flex-1">
            <div className="flex items-baseline justify-between gap-3">
              <h3
                className={cx(
                  'text-15 font-semibold',
                  state === 'failed' ? 'text-danger' : state === 'passed' ? 'text-t1' : 'text-t3',
                )}
              >
                {`${at + 1}. ${t(`liabilities_pages.step_${step}`)}`}
              </h3>
              {state !== 'passed' && (
                <span className="shrink-0 text-12 text-t3">
                  {t(state === 'failed' ? 'verify_pages.does_not_match' : 'verify_pages.not_reached')}
                </span>
              )}
            </div>
            {state === 'failed' && (
              <p className="text-13 text-danger">{t(`liabilities_pages.wrong_${step}`)}</p>
            )}
            {state === 'passed' && (
              <p className="figures text-13 break-words text-t2">{factOf(step, run, publicKey, t)}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

const short = (text: string): string => `${text.slice(0, 4)}…${text.slice(-4)}`

function factOf(
  step: LiabilitiesStep,
  { facts: { checkpoint, statement } }: LiabilitiesRun,
  publicKey: string,
  t: Translate,
): string {
  if (step === 'customer') return t('liabilities_pages.fact_customer')
  if (step === 'log')
    return t('liabilities_pages.fact_log', { count: checkpoint!.size, key: short(publicKey) })
  if (step === 'statement')
    return t('liabilities_pages.fact_statement', { transfer: grouped(String(statement!.transfer)) })
  return t('liabilities_pages.fact_tree', { root: short(statement!.root) })
}
