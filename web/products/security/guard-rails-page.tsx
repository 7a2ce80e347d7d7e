import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { isAsStrict, NIGHT_HOURS, ownRails, railValues, setRail } from '#domain/user/guard-rails.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { grouped } from '#web/format/number.ts'
import { dateTime, hourAndMinute } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { RiskNotices } from './risk-notices.tsx'

type Rail = OutputOf<typeof ownRails>['items'][number]

/** The limits that customers set for themselves: stricter at once, looser after a day. */
export default function GuardRailsPage() {
  const { t } = useTexts()
  const rails = useApiQuery(ownRails, {})
  return (
    <SettingsFrame>
      <AppBar title={t('profile.guard_rails')} />
      <main className="gutter max-w-140 pt-2 pb-8">
        <p className="pb-2 text-15 text-t2">{t('security_pages.rails_why')}</p>
        {rails.isError && !rails.data && (
          <ErrorState error={rails.error} onRetry={() => void rails.refetch()} />
        )}
        {rails.isPending && <SkeletonRows count={6} height={44} />}
        {rails.data?.items.map((rail) => (
          <RailForm key={rail.kind} rail={rail} />
        ))}
        <RiskNotices />
      </main>
    </SettingsFrame>
  )
}

/** The hours of the reader's evening at which a night may begin. */
const EVENING = [21, 22, 23, 0]

/** The hour of UTC, counted from 1, that a night begins with, today in the reader's time zone. */
const beginOf = (value: number): Date => new Date(new Date().setUTCHours(value - 1, 0, 0, 0))
const hourOf = (value: number): string => hourAndMinute(beginOf(value).getTime())

/** What can be chosen: of the nights those that begin in the evening, and what is chosen already. */
function offered(kind: Rail['kind'], value: number, next = value): readonly number[] {
  if (kind !== 'night') return railValues[kind]
  const isShown = (one: number) =>
    one === 0 || one === value || one === next || EVENING.includes(beginOf(one).getHours())
  const fromEvening = (one: number) => (one === 0 ? -1 : (beginOf(one).getHours() + 12) % 24)
  return railValues.night.filter(isShown).toSorted((one, other) => fromEvening(one) - fromEvening(other))
}

/** One limit: what is in force, what comes, and another to choose. What is in force, chosen again, takes back what comes. */
function RailForm({ rail: { kind, value, next } }: { rail: Rail }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const set = useApiMutation(setRail)
  const [picked, setPicked] = useState<number>()
  const chosen = picked ?? value
  const words = (one: number): string => {
    if (kind === 'payees')
      return t(one === 0 ? 'security_pages.rail_payees_open' : 'security_pages.rail_payees_locked')
    if (one === 0) return t('security_pages.rail_none')
    if (kind === 'night')
      return t('security_pages.rail_night', { from: hourOf(one), to: hourOf(one + NIGHT_HOURS) })
    if (kind === 'loss')
      return t('security_pages.rail_loss', { limit: grouped(String(one)), currency: MARGIN_CURRENCY })
    return t('security_pages.rail_up_to', { leverage: one })
  }
  const effect = isAsStrict(kind, value, chosen) ? 'at_once' : 'later'
  return (
    <section aria-label={t(`security_pages.rail_name_${kind}`)} className="border-t border-line py-4">
      <h2 className="text-17 font-semibold">{t(`security_pages.rail_name_${kind}`)}</h2>
      <p className="pb-2 text-13 text-t2">{t(`security_pages.rail_note_${kind}`)}</p>
      {next && (
        <p role="status" className="pb-2 text-13 text-t1">
          {t('security_pages.rail_next', { time: dateTime(next.fromMs), choice: words(next.value) })}
        </p>
      )}
      <RadioList
        label={t(`security_pages.rail_name_${kind}`)}
        choices={offered(kind, value, next?.value).map((one) => ({ id: String(one), label: words(one) }))}
        value={String(chosen)}
        onChange={(id) => setPicked(Number(id))}
      />
      {chosen !== (next?.value ?? value) && (
        <div className="pt-2">
          <p className="pb-2 text-13 text-t2">{t(`security_pages.rail_effect_${effect}`)}</p>
          <Button
            size="small"
            isPending={set.isPending}
            onClick={async () => {
              if (!(await set.send({ kind, value: String(chosen) }))) return
              toast(t('security_pages.rail_saved'))
              await queries.invalidateQueries({ queryKey: [ownRails.path] })
              // What was picked meanwhile stays picked.
              setPicked((now) => (now === chosen ? undefined : now))
            }}
          >
            {t('security_pages.rail_save')}
          </Button>
        </div>
      )}
    </section>
  )
}
