import type { DepositView } from '#domain/deposit/contract.ts'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'

/** One station: recorded, where it is now, not reached, or where it failed. */
type State = 'done' | 'now' | 'ahead' | 'failed'

const nodes: Record<State, string> = {
  done: 'border-gold bg-gold',
  now: 'border-gold bg-s1',
  ahead: 'border-grab bg-s1',
  failed: 'border-danger bg-danger',
}

/** A deposit's way, to its credit or its rejection with the reason. */
export function Timeline({ deposit }: { deposit: DepositView }) {
  const { t } = useTexts()
  const stations = deposit.source === 'chain' ? chainStations(deposit, t) : proofStations(deposit, t)
  return (
    <ol className="pt-3">
      {stations.map(({ name, note, state }, place) => (
        <li
          key={name}
          aria-current={state === 'now' ? 'step' : undefined}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {place < stations.length - 1 && (
            <span
              aria-hidden
              className={cx(
                'absolute top-4 bottom-0 left-[5px] border-l-[1.5px]',
                state === 'done' ? 'border-gold' : 'border-dashed border-grab',
              )}
            />
          )}
          <span
            aria-hidden
            className={cx('relative mt-1 size-3 shrink-0 rounded-full border-[1.5px]', nodes[state])}
          />
          <span className="min-w-0">
            <span
              className={cx(
                'block text-15 font-semibold',
                state === 'ahead' ? 'text-t2' : state === 'failed' ? 'text-danger' : 'text-t1',
              )}
            >
              {name}
            </span>
            <span className="figures block text-13 text-t2">{note}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

interface Station {
  readonly name: string
  readonly note: string
  readonly state: State
}
type Translate = ReturnType<typeof useTexts>['t']

/** Sent in, checked, credited or rejected. */
function proofStations(deposit: DepositView, t: Translate): Station[] {
  const isDecided = deposit.status !== 'pending'
  const isRejected = deposit.status === 'rejected'
  return [
    { name: t('deposit_pages.way_sent'), note: zonedStamp(deposit.submittedAtMs), state: 'done' },
    {
      // A credit takes two operators, a rejection one.
      name: t(isRejected ? 'deposit_pages.way_checked' : 'deposit_pages.way_review'),
      note: isDecided
        ? t('deposit_pages.way_reviewed')
        : t(deposit.bank ? 'bank_pages.waiting' : 'deposit_pages.way_review_now'),
      state: isDecided ? 'done' : 'now',
    },
    isRejected
      ? {
          name: t('deposit_pages.status_rejected'),
          note: [deposit.rejection, deposit.decidedAtMs && zonedStamp(deposit.decidedAtMs)]
            .filter(Boolean)
            .join(' · '),
          state: 'failed',
        }
      : {
          name: t('deposit_pages.way_credited'),
          note: deposit.decidedAtMs ? zonedStamp(deposit.decidedAtMs) : t('deposit_pages.way_credited_later'),
          state: isDecided ? 'done' : 'ahead',
        },
  ]
}

const outcomes = {
  'below-minimum': 'deposit_pages.way_below_minimum',
  'credited-before': 'deposit_pages.way_credited_before',
  dropped: 'deposit_pages.way_dropped',
} as const satisfies Record<NonNullable<DepositView['outcome']>, string>

/** Seen, counted, credited. */
function chainStations(deposit: DepositView, t: Translate): Station[] {
  const { confirmations, confirmationsNeeded, outcome, status, decidedAtMs } = deposit
  const [count, needed] = [confirmations ?? 0, confirmationsNeeded ?? 0]
  const seen: Station = {
    name: t('deposit_pages.way_seen'),
    note: zonedStamp(deposit.submittedAtMs),
    state: 'done',
  }
  if (outcome) {
    const note = t(outcomes[outcome])
    return [seen, { name: t('deposit_pages.status_rejected'), note, state: 'failed' }]
  }
  const isCredited = status === 'approved'
  return [
    seen,
    {
      name: t('deposit_pages.way_counted'),
      note: t('deposit_pages.counting', { count: isCredited ? Math.max(count, needed) : count, needed }),
      state: isCredited ? 'done' : 'now',
    },
    {
      name: t('deposit_pages.way_credited'),
      note: decidedAtMs ? zonedStamp(decidedAtMs) : t('deposit_pages.way_counted_later', { needed }),
      state: isCredited ? 'done' : 'ahead',
    },
  ]
}
