import { callsOf, type VerificationView, verificationPicture } from '#domain/verification/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { PrivateImage } from '#web/features/files/private-image.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Erase } from './erase.tsx'
import { formPage, itemWords } from './words.ts'

const LOOK_EVERY_MS = 10_000

/** What became of each level: its timeline, its items with the reasons, and the way to correct what was refused. */
export default function ReviewPage() {
  const { t } = useTexts()
  const advanced = useApiQuery(callsOf.advanced.state, {}, { refetchMs: LOOK_EVERY_MS })
  const basic = useApiQuery(callsOf.basic.state, {}, { refetchMs: LOOK_EVERY_MS })
  const failed = [advanced, basic].find(({ isError, data }) => isError && !data)
  const views = [advanced.data, basic.data].filter((view) => view !== undefined)
  // Also a level that was verified elsewhere, of which nothing was sent here.
  const sent = views.filter(({ events, status }) => events.length > 0 || status === 'verified')
  return (
    <SettingsFrame>
      <AppBar title={t('verification_pages.title_review')} />
      <main className="gutter max-w-140 pt-2 pb-10">
        {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
        {!failed && views.length < 2 && <SkeletonRows count={5} />}
        {views.length === 2 && sent.length === 0 && (
          <EmptyState
            isSmall
            title={t('verification_pages.none')}
            text={t('verification_pages.none_why')}
            action={{
              label: t('verification_pages.unlocks'),
              to: toPage('pages/StartVerification/StartVerification'),
            }}
          />
        )}
        {sent.map((view) => (
          <Progress key={view.tier} view={view} />
        ))}
        {views.some(({ events, draft }) => events.length > 0 || draft !== null) && <Erase />}
      </main>
    </SettingsFrame>
  )
}

/** One level, from the first sending on. */
function Progress({ view }: { view: VerificationView }) {
  const { t } = useTexts()
  const { tier, status, items, events, reference, reviewHours } = view
  const refused = items.filter(({ state }) => state === 'refused')
  return (
    <section
      aria-label={t(`verification_pages.level_${tier}`)}
      className="border-t border-line py-4 first:border-0"
    >
      <h2 className="text-20 font-semibold">{t(`verification_pages.level_${tier}`)}</h2>
      <p className="text-13 text-t2">
        {t(`verification_pages.status_${status}`)}
        {reference !== null && (
          <>
            {' · '}
            <span className="whitespace-nowrap">{reference}</span>
          </>
        )}
      </p>
      {status === 'rejected' && <p className="pt-1 text-13 text-t2">{t('verification_pages.stays')}</p>}
      <ol className="pt-4">
        {events.map(({ kind, atMs }, place) => (
          <Station
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end
            key={place}
            name={t(`verification_pages.event_${kind}`)}
            note={zonedStamp(atMs)}
            look={kind === 'rejected' && place === events.length - 1 ? 'failed' : 'done'}
          />
        ))}
        {status === 'under-review' && (
          <Station
            name={t('verification_pages.waiting')}
            note={t('verification_pages.waiting_why', { hours: reviewHours })}
            look="now"
          />
        )}
      </ol>
      {refused.map(({ item, why, picture }) => (
        <div key={item} className="flex gap-3 border-t border-line py-3">
          {picture && (
            <PrivateImage
              id={picture}
              call={verificationPicture}
              alt={t('verification_pages.your_photo')}
              className="h-20 w-28 shrink-0 rounded-6 border border-danger object-cover"
              fallback={<span className="h-20 w-28 shrink-0 rounded-6 bg-s2" />}
            />
          )}
          <div className="min-w-0">
            <h3 className="text-15 font-semibold text-danger">{itemWords(item, view, t)}</h3>
            <p className="text-15 break-words">“{why}”</p>
          </div>
        </div>
      ))}
      <ul className="border-t border-line pt-2">
        {items
          .filter(({ state }) => state !== 'refused')
          .map(({ item, state }) => (
            <li key={item} className="flex justify-between gap-3 py-1.5 text-13">
              <span className="text-t2">{itemWords(item, view, t)}</span>
              <span>{t(`verification_pages.state_${state}`)}</span>
            </li>
          ))}
      </ul>
      {status === 'rejected' && (
        <ButtonLink kind="primary" className="mt-3 w-full" to={toPage(formPage(tier))}>
          {t('verification_pages.correct')}
        </ButtonLink>
      )}
    </section>
  )
}

const nodes = {
  done: 'border-gold bg-gold',
  now: 'border-gold bg-s1',
  failed: 'border-danger bg-danger',
} as const

function Station({ name, note, look }: { name: string; note: string; look: keyof typeof nodes }) {
  return (
    <li
      aria-current={look === 'now' ? 'step' : undefined}
      className="relative flex gap-3 pb-4 before:absolute before:top-4 before:bottom-0 before:left-[5px] before:border-l-[1.5px] before:border-gold last:before:hidden"
    >
      <span
        aria-hidden
        className={cx('relative mt-1 size-3 shrink-0 rounded-full border-[1.5px]', nodes[look])}
      />
      <span className="min-w-0">
        <span className="block text-15 font-semibold">{name}</span>
        <span className="figures block text-13 text-t2">{note}</span>
      </span>
    </li>
  )
}
