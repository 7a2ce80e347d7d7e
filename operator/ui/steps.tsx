import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** `done` and checked; `doubt`, look twice; `turn`, yours now; `open`, not yet. */
export type StepState = 'done' | 'doubt' | 'turn' | 'open'

export interface Step {
  /** Tells apart those of one title. */
  readonly id?: string
  readonly title: string
  readonly text: ReactNode
  readonly state: StepState
}

/** What was checked, from top to bottom on one cord; where it is somebody's turn the cord ends in a hollow bob. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="mt-5">
      {steps.map((step, n) => (
        <li key={step.id ?? step.title} className="relative flex gap-3 pb-4 last:pb-0">
          {n < steps.length - 1 && (
            <span
              aria-hidden
              className={cx(
                'absolute top-5 bottom-0 left-[9px] w-px',
                steps[n + 1]!.state === 'turn' || steps[n + 1]!.state === 'open'
                  ? 'border-l border-dashed border-gold/60'
                  : 'bg-gold',
              )}
            />
          )}
          <StepMark state={step.state} />
          <div className="min-w-0 flex-1">
            <h3 className={cx('text-13', step.state === 'open' && 'text-t2')}>{step.title}</h3>
            <div className="text-12 break-words text-t2">{step.text}</div>
          </div>
        </li>
      ))}
    </ol>
  )
}

function StepMark({ state }: { state: StepState }) {
  if (state === 'done' || state === 'doubt') {
    const Icon = state === 'done' ? Check : TriangleAlert
    return (
      <span
        className={cx(
          'relative z-1 flex size-[19px] shrink-0 items-center justify-center rounded-full text-ink',
          state === 'done' ? 'bg-gold' : 'bg-danger',
        )}
      >
        <Icon aria-hidden size={12} strokeWidth={3} />
      </span>
    )
  }
  return (
    <svg aria-hidden width="19" height="24" viewBox="0 0 19 24" className="relative z-1 shrink-0 bg-bg">
      <path
        d="M9.5 2l5.5 6-5.5 13L4 8z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        className={state === 'turn' ? 'text-gold' : 'text-t3'}
      />
    </svg>
  )
}
