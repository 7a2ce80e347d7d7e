import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'

export const depositSteps = ['coin', 'network', 'address', 'proof'] as const
export type DepositStep = (typeof depositSteps)[number]

/** How far one has come, with the step's name under its part of the line; what is credited by itself needs no proof. */
export function Steps({ current, isByProof }: { current: DepositStep; isByProof: boolean }) {
  const { t } = useTexts()
  const reached = depositSteps.indexOf(current)
  const steps = depositSteps.filter((step) => isByProof || step !== 'proof')
  return (
    <ol className="flex gap-1 gutter pt-1 pb-5">
      {steps.map((step, place) => (
        <li key={step} aria-current={step === current ? 'step' : undefined} className="flex-[1_0_auto]">
          <span aria-hidden className={cx('block h-0.5', place <= reached ? 'bg-t1' : 'bg-s3')} />
          <span
            className={cx(
              'mt-1.5 block text-12 whitespace-nowrap',
              step === current ? 'font-semibold text-t1' : 'text-t3',
            )}
          >
            {t(`deposit_pages.step_${step}`)}
          </span>
        </li>
      ))}
    </ol>
  )
}
