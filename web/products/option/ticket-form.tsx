import { CirclePause } from 'lucide-react'
import { Link } from 'react-router'
import { formatAmount } from '#domain/money/read-amount.ts'
import { type OptionLimitsView, optionLossShare } from '#domain/option/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { LossShare } from '#web/features/disclosure/loss-share.tsx'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { TransferMissing } from '#web/features/money/transfer-missing.tsx'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { refusalText, type Translate, useTexts } from '#web/texts/texts.ts'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { OrderButtons } from './order-buttons.tsx'
import { Outcomes } from './outcomes.tsx'
import { Periods } from './periods.tsx'
import { blockOf } from './ticket.ts'
import type { OptionTicketState } from './use-option-ticket.ts'

/** The form of a seconds option. It only shows: what a ticket comes to is the rules' to say. */
export function TicketForm({ state, onLimits }: { state: OptionTicketState; onLimits(): void }) {
  const { t } = useTexts()
  const { query, terms, ticket, missing, decision, limits } = state
  if (query.error && !(terms && limits)) return <ErrorState error={query.error} onRetry={query.refetch} />
  // As high as the form, so that what stands below it does not move.
  if (query.isPending || !limits) return <SkeletonRows count={9} height={60} />
  if (!terms) return <Blocked text={t('option_pages.not_offered')} />
  const { currency } = terms
  const blocked = blockedText(limits, t)
  const preview = decision?.ok ? decision.preview : undefined
  const error = decision && !decision.ok ? refusalText(decision.code, decision.params) : undefined
  return (
    <form
      aria-label={t('option_pages.ticket')}
      className="gutter pt-3"
      onSubmit={(event) => event.preventDefault()}
    >
      {blocked && <Blocked text={blocked} onLimits={onLimits} />}
      <p className="pb-1.5 text-13 text-t2">{t('option_pages.period_and_profit')}</p>
      <Periods
        terms={terms}
        value={ticket.seconds}
        onChange={(seconds) => state.onChange({ ...ticket, seconds })}
      />
      <DecimalField
        className="pt-4"
        name="stake"
        label={t('option_pages.stake')}
        unit={currency}
        value={ticket.stake}
        decimals={decimalsOf(currency)}
        error={error}
        hint={t('option_pages.limits_of_stake', {
          minimum: amount(formatAmount(terms.minimum, currency)),
          maximum: amount(formatAmount(terms.maximum, currency)),
        })}
        onChange={(stake) => state.onChange({ ...ticket, stake })}
      />
      {missing && <TransferMissing missing={missing} currency={currency} to="options" />}
      <Outcomes terms={terms} preview={preview} seconds={ticket.seconds} />
      <p className="pt-3 text-12 text-t2">{t('option_pages.small_print')}</p>
      <Link
        to={toPage('pages/setting/practice')}
        className="press flex min-h-11 items-center text-12 text-t1 underline"
      >
        {t(state.isPractising ? 'option_pages.practice_wallet' : 'option_pages.practise')}
      </Link>
      <LossShare
        call={optionLossShare}
        words={({ lostPercent, minimumAccounts, months }) =>
          lostPercent === null
            ? t('option_pages.loss_share_few', { count: minimumAccounts, months })
            : t('option_pages.loss_share', { percent: amount(lostPercent, 0), months })
        }
        more={{ label: t('option_pages.months'), to: toPage('pages/verify/outcomes') }}
      />
      <div className="sticky bottom-0 -mx-4 border-t border-line bg-bg px-4 pt-3 pb-[max(8px,env(safe-area-inset-bottom))]">
        <OrderButtons state={state} isReady={preview !== undefined && blocked === undefined} />
      </div>
    </form>
  )
}

/** Why the customer can order nothing now; undefined where they can. */
function blockedText(limits: OptionLimitsView, t: Translate): string | undefined {
  const block = blockOf(limits)
  if (!block) return undefined
  if (!('untilMs' in block))
    return refusalText(block.code, 'maximum' in block ? { maximum: block.maximum } : {})
  const until = block.code === 'OPTION_PAUSED' ? 'option_pages.paused_until' : 'option_pages.excluded_until'
  return t(until, { time: dateTime(block.untilMs) })
}

function Blocked({ text, onLimits }: { text: string; onLimits?: () => void }) {
  const { t } = useTexts()
  return (
    <div role="status" className="-mx-4 mb-4 flex flex-wrap items-center gap-x-3 bg-s2 gutter py-2.5">
      <CirclePause aria-hidden size={20} className="shrink-0 text-gold" />
      <p className="min-w-0 flex-1 text-13">{text}</p>
      {onLimits && (
        <button type="button" onClick={onLimits} className="press min-h-11 text-13 font-semibold text-t1">
          {t('option_pages.limits')}
        </button>
      )}
    </div>
  )
}
