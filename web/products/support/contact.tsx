import { ChevronDown, ExternalLink, Mail } from 'lucide-react'
import { useLocation } from 'react-router'
import type { OutputOf } from '#domain/endpoint.ts'
import type { SupportState, supportContact } from '#domain/support/contract.ts'
import { isSafeUrl, weekdays } from '#domain/support/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { toPage } from '#web/app/page-list.ts'
import { hourAndMinute } from '#web/format/time.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { presenceOf } from './presence.ts'

/** A wait in the unit that a person would say. */
function waitText(seconds: number, t: Translate): string {
  const minutes = Math.max(1, Math.ceil((seconds * SECOND_MS) / MINUTE_MS))
  const hours = Math.ceil((seconds * SECOND_MS) / HOUR_MS)
  return minutes <= 90
    ? t('support_pages.minutes', { count: minutes })
    : t('support_pages.hours_many', { count: hours })
}

const titles = {
  here: 'support_pages.here',
  away: 'support_pages.away',
  agent: 'support_pages.event_taken',
} as const

/** Whether somebody is there, how long an answer takes, or when somebody is back: in the reader's time. */
export function Presence({ state }: { state: SupportState }) {
  const { t, locale } = useTexts()
  const { nextOpenAtMs, waitSeconds } = state
  const presence = presenceOf(state)
  const back =
    nextOpenAtMs === null
      ? undefined
      : `${new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(nextOpenAtMs)} ${hourAndMinute(nextOpenAtMs)}`
  const notes = {
    here: waitSeconds !== null && t('support_pages.wait', { time: waitText(waitSeconds, t) }),
    away: back === undefined ? t('support_pages.back_unknown') : t('support_pages.back_at', { time: back }),
    agent: undefined,
  }
  const note = notes[presence]
  return (
    <section className="flex items-baseline gap-2.5 gutter pt-2 pb-4">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${presence === 'away' ? 'bg-grab' : 'bg-up'}`}
      />
      <div className="min-w-0">
        <p className="text-15 font-semibold">{t(titles[presence])}</p>
        {note && <p className="text-13 text-t2">{note}</p>}
      </div>
    </section>
  )
}

/** Monday, 5 January 1970, from which the days of a week are named. */
const MONDAY_MS = 4 * DAY_MS + DAY_MS / 2

/** Hours, and the chat and address elsewhere: behind one line for who has the chat. */
export function Contact({ contact, isOpen }: { contact: OutputOf<typeof supportContact>; isOpen: boolean }) {
  const { t, locale } = useTexts()
  const { url, email, hours } = contact
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return (
    <details open={isOpen} className="group border-y border-line gutter">
      <summary className="press flex min-h-12 cursor-pointer list-none items-center justify-between text-15 [&::-webkit-details-marker]:hidden">
        {t('support_pages.other_ways')}
        <ChevronDown aria-hidden size={18} className="text-t2 group-open:rotate-180" />
      </summary>
      <div className="pb-4">
        {/* Said to be https by the server; looked at once more where it becomes a link. */}
        {url !== null && isSafeUrl(url) && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="press flex min-h-11 items-center gap-2.5 text-15"
          >
            <ExternalLink aria-hidden size={18} className="shrink-0 text-t2" />
            <span className="min-w-0">
              <span className="block">{t('support_pages.other_chat')}</span>
              <span className="block truncate text-12 text-t3">
                {t('support_pages.opens_elsewhere', { host: new URL(url).host })}
              </span>
            </span>
          </a>
        )}
        {email !== null && (
          <a href={`mailto:${email}`} className="press flex min-h-11 items-center gap-2.5 text-15">
            <Mail aria-hidden size={18} className="shrink-0 text-t2" />
            <span className="min-w-0">
              <span className="block">{t('support_pages.email')}</span>
              <span className="block truncate text-12 text-t3">{email}</span>
            </span>
          </a>
        )}
        <h2 className="pt-2 pb-1 text-13 font-semibold">{t('support_pages.hours')}</h2>
        <KeyValue
          lines={hours.map(({ day: name, from, to }) => ({
            name: day.format(MONDAY_MS + weekdays.indexOf(name) * DAY_MS),
            value: from === null ? t('support_pages.day_closed') : `${from} – ${to}`,
          }))}
        />
      </div>
    </details>
  )
}

/** What a visitor sees in place of the chat. */
export function SignInToChat() {
  const { t } = useTexts()
  const { pathname, search } = useLocation()
  return (
    <div className="pt-8">
      <EmptyState
        isSmall
        title={t('support_pages.sign_in')}
        text={t('support_pages.sign_in_why')}
        action={{
          label: t('common.sign_in'),
          to: toPage('pages/common/login', { from: pathname + search }),
        }}
      />
    </div>
  )
}
