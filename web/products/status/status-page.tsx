import type { ReactNode } from 'react'
import { type Status, status } from '#domain/status/contract.ts'
import { HOUR_MS } from '#domain/time.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { duration } from '#web/features/time/duration.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const REFRESH_MS = 5_000

/** How the exchange is doing, by what it measures itself. */
export default function StatusPage() {
  const { t, locale } = useTexts()
  const asked = useApiQuery(status, {}, { refetchMs: REFRESH_MS })
  return (
    <>
      <AppBar title={t('status_pages.title')} />
      <main className="gutter max-w-180 pt-2 pb-10">
        <p className="text-13 text-t2">{t('status_pages.why')}</p>
        {asked.data && (
          <p className="pt-1 text-13 text-t3">
            {t('status_pages.measured', { time: zonedMoment(asked.data.atMs, locale) })}
          </p>
        )}
        {asked.isError && <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />}
        {asked.isPending && <SkeletonRows count={6} />}
        {asked.data && <Figures measured={asked.data} />}
      </main>
    </>
  )
}

function Figures({ measured }: { measured: Status }) {
  const { t, locale } = useTexts()
  const { feeds, queues, messagesWaiting, settlement, reconciliation } = measured
  return (
    <>
      <Group title={t('status_pages.feeds')}>
        {feeds.map(({ class: one, open, stale, delayMs }) => (
          <Row
            key={one}
            label={t(`status_pages.class_${one}`)}
            note={
              stale > 0 ? t('status_pages.stale', { number: String(stale), open: String(open) }) : undefined
            }
          >
            {delayOf(open, delayMs, t)}
          </Row>
        ))}
      </Group>
      <Group title={t('status_pages.queues')}>
        {queues.map(({ queue, oldestMs, levelMs }) => (
          <Row
            key={queue}
            label={t(`status_pages.queue_${queue}`)}
            note={t('status_pages.level', { number: String(levelMs / HOUR_MS) })}
          >
            {oldestMs === null ? t('status_pages.none') : duration(oldestMs, t)}
          </Row>
        ))}
        <Row label={t('status_pages.messages')}>{messagesWaiting}</Row>
      </Group>
      <Group title={t('status_pages.settlement')}>
        {settlement ? (
          <>
            <Row label={t('status_pages.median')}>{duration(settlement.medianMs, t)}</Row>
            <Row label={t('status_pages.slowest')}>{duration(settlement.slowestMs, t)}</Row>
          </>
        ) : (
          <Row label={t('status_pages.settlement_none')}>–</Row>
        )}
      </Group>
      <Group title={t('status_pages.reconciliation')}>
        {reconciliation ? (
          <>
            <Row label={t('status_pages.differences')}>{reconciliation.differences}</Row>
            <Row label={t('status_pages.checked')}>{zonedMoment(reconciliation.atMs, locale)}</Row>
          </>
        ) : (
          <Row label={t('status_pages.not_checked')}>–</Row>
        )}
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="pt-8 pb-1 text-17 font-semibold">{title}</h2>
      <dl>{children}</dl>
    </section>
  )
}

function Row({ label, note, children }: { label: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 border-b border-line py-2 text-15">
      <dt className="min-w-0">
        {label}
        {note && <span className="block text-13 text-t2">{note}</span>}
      </dt>
      <dd className="figures shrink-0 text-t1">{children}</dd>
    </div>
  )
}

/** How old prices are; a market that is open and has none is not closed. */
function delayOf(open: number, delayMs: number | null, t: Translate): string {
  if (delayMs !== null) return duration(delayMs, t)
  return t(open > 0 ? 'market.unpriced_title' : 'status_pages.closed')
}
