import { Check } from 'lucide-react'
import type { IeoProjectView } from '#domain/ieo/contract.ts'
import { zonedDate } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'

const steps = ['opened', 'selling', 'allotment', 'unlock'] as const

/** How many of the steps are over; the next one is where the sale is. */
const done: Record<IeoProjectView['phase'], number> = {
  ...{ announced: 0, open: 1, 'sold-out': 1, closed: 1, ended: 2, allotted: 3, listed: 4, failed: 2 },
}

/** The states of a sale in their order, with their dates. */
export function PhaseLine({ project }: { project: IeoProjectView }) {
  const { t, locale } = useTexts()
  const { phase, opensAtMs, endsAtMs, listsAtMs, unlocksAtMs } = project
  const at = { opened: opensAtMs, selling: endsAtMs, allotment: endsAtMs, unlock: unlocksAtMs ?? listsAtMs }
  const reached = done[phase]
  return (
    <ol className="grid grid-cols-2 gap-x-3 gap-y-4 xs:grid-cols-4">
      {steps.map((step, place) => {
        const isDone = place < reached
        const isNow = place === reached && phase !== 'failed'
        return (
          <li key={step} aria-current={isNow ? 'step' : undefined}>
            <span aria-hidden className="flex items-center">
              <span
                className={cx(
                  'flex size-5 shrink-0 items-center justify-center rounded-full border-2',
                  isDone ? 'border-t1 bg-t1 text-bg' : isNow ? 'border-t1' : 'border-grab',
                )}
              >
                {isDone && <Check size={12} strokeWidth={3} />}
              </span>
              <span
                className={cx(
                  'ml-1 h-0 flex-1 border-t-2',
                  isDone ? 'border-t1' : 'border-dashed border-line2',
                )}
              />
            </span>
            <span className={cx('mt-1.5 block text-13', isNow ? 'font-semibold text-t1' : 'text-t2')}>
              {t(`ieo_pages.step_${step}`)}
            </span>
            <span className="figures block text-12 text-t3">
              {step === 'selling'
                ? t('ieo_pages.until', { date: zonedDate(at[step], locale) })
                : zonedDate(at[step], locale)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
