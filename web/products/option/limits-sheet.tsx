import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OptionLimitsView } from '#domain/option/contract.ts'
import { optionLimits, optionSetLimits } from '#domain/option/contract.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { Amount } from '#web/app/amount.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** What limits the customer: everybody's limits, their own loss limit, and the way to exclude themselves. */
export default function LimitsSheet({ onClose }: { onClose(): void }) {
  const { t } = useTexts()
  return (
    <Sheet isOpen onClose={onClose} title={t('option_pages.limits')} text={t('option_pages.limits_lead')}>
      <LimitsContent />
    </Sheet>
  )
}

/** The same without its sheet. */
export function LimitsContent() {
  const limits = useApiQuery(optionLimits, {})
  return (
    <>
      {limits.error && !limits.data && (
        <ErrorState error={limits.error} onRetry={() => void limits.refetch()} />
      )}
      {limits.isPending && <SkeletonRows count={6} height={44} />}
      {limits.data && <Limits limits={limits.data} />}
    </>
  )
}

function Limits({ limits }: { limits: OptionLimitsView }) {
  const { t } = useTexts()
  const { currency, lossLimit, nextLossLimit, lostToday } = limits
  return (
    <>
      <div className="pt-2">
        <KeyValue
          ruled
          lines={[
            { name: t('option_pages.loss_limit'), value: <Amount value={lossLimit} currency={currency} /> },
            nextLossLimit !== null && {
              name: t('option_pages.next_loss_limit', { time: zonedStamp(nextLossLimit.fromMs) }),
              value: <Amount value={nextLossLimit.lossLimit} currency={currency} />,
            },
            {
              name: t('option_pages.lost_today'),
              value: <Amount value={lostToday.startsWith('-') ? '0' : lostToday} currency={currency} />,
            },
            { name: t('option_pages.orders_today'), value: `${limits.ordersToday} / ${limits.maxDaily}` },
            { name: t('option_pages.open_orders'), value: `${limits.openOrders} / ${limits.maxOpen}` },
          ]}
        />
      </div>
      <LossLimit limits={limits} />
      <Exclusion limits={limits} />
    </>
  )
}

/** Sends a choice and shows what is in force after it. */
function useChoose() {
  const queries = useQueryClient()
  const call = useApiMutation(optionSetLimits, { toastsRefusal: false })
  const choose = async (wish: Parameters<typeof call.send>[0]) => {
    const now = await call.send(wish)
    if (now) queries.setQueryData([optionLimits.path, {}], now)
    return now
  }
  return { ...call, choose }
}

function LossLimit({ limits: { currency } }: { limits: OptionLimitsView }) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const call = useChoose()
  return (
    <form
      className="border-t border-line py-4"
      onSubmit={(event) => {
        event.preventDefault()
        void call.choose({ lossLimit: text }).then((now) => {
          if (!now) return
          setText('')
          toast(t('option_pages.limit_saved'))
        })
      }}
    >
      <DecimalField
        label={t('option_pages.new_loss_limit')}
        unit={currency}
        value={text}
        decimals={decimalsOf(currency)}
        error={call.error?.message}
        hint={t('option_pages.loss_limit_note')}
        onChange={(value) => {
          call.reset()
          setText(value)
        }}
      />
      <Button type="submit" className="mt-3 w-full" disabled={text === ''} isPending={call.isPending}>
        {t('option_pages.save_limit')}
      </Button>
    </form>
  )
}

/** So long at most a customer reads what they are about to confirm. */
const TO_CONFIRM_MS = 10 * MINUTE_MS

/** For how many days customers can exclude themselves. */
const spans = { day: 1, week: 7, month: 30, half: 182, year: 365, five: 1_826 } as const
type Span = keyof typeof spans
const names = Object.keys(spans) as Span[]

function Exclusion({ limits: { excludedUntilMs } }: { limits: OptionLimitsView }) {
  const { t } = useTexts()
  const aheadMs = useServerNow() - Date.now()
  const [span, setSpan] = useState<Span>()
  /** Until when it is, once it was asked for: what is confirmed is what is shown. */
  const [untilMs, setUntil] = useState<number>()
  const call = useChoose()
  return (
    <section className="border-t border-line pt-4">
      <h3 className="text-15 font-semibold">{t('option_pages.exclusion')}</h3>
      <p className="pt-1 text-13 text-t2">
        {excludedUntilMs === null
          ? t('option_pages.exclusion_why')
          : t('option_pages.excluded_until', { time: zonedStamp(excludedUntilMs) })}
      </p>
      <div className="-mx-4 pt-2">
        <Chips
          wraps
          label={t('option_pages.exclusion')}
          choices={names.map((id) => ({ id, label: t(`option_pages.exclusion_${id}`) }))}
          value={span}
          onChange={(id) => {
            setSpan(id)
            setUntil(undefined)
            call.reset()
          }}
        />
      </div>
      {call.error && (
        <p role="alert" className="pt-2 text-13 text-danger">
          {call.error.message}
        </p>
      )}
      {untilMs !== undefined && (
        <p role="status" className="pt-2 text-13">
          {t('option_pages.exclusion_sure', { time: zonedStamp(untilMs) })}
        </p>
      )}
      <Button
        className="mt-3 w-full"
        disabled={span === undefined}
        isPending={call.isPending}
        onClick={() => {
          if (span === undefined) return
          // Some minutes more than the days: they are whole still when it is sent after it was read.
          if (untilMs === undefined) {
            return setUntil(Date.now() + aheadMs + spans[span] * DAY_MS + TO_CONFIRM_MS)
          }
          void call.choose({ excludedUntilMs: String(untilMs) }).then((now) => {
            if (now) setSpan(undefined)
            setUntil(undefined)
          })
        }}
      >
        {t(untilMs !== undefined ? 'option_pages.exclude_now' : 'option_pages.exclude')}
      </Button>
    </section>
  )
}
