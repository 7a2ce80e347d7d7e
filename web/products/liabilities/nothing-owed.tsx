import type { OutputOf } from '#domain/endpoint.ts'
import { liabilities } from '#domain/liabilities/contract.ts'
import { readStatement } from '#domain/liabilities/statement.ts'
import { statement } from '#domain/statement/contract.ts'
import { HOUR_MS } from '#domain/time.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Totals } from './figures.tsx'
import { linesOf } from './run-check.ts'

/** Who had nothing still sees what all others are owed; support is named where money was there before, as what came later cannot be in it. */
export default function NothingOwed({ number }: { number: string | undefined }) {
  const { t, locale } = useTexts()
  const published = useApiQuery(liabilities, {})
  const asked = number ?? String(published.data?.snapshots[0]?.number)
  const atMs = published.data?.snapshots.find((one) => String(one.number) === asked)?.atMs
  const before = useApiQuery(statement, { toMs: String(atMs), limit: '1' }, { enabled: atMs !== undefined })
  const isOlder = (before.data?.items.length ?? 0) > 0
  const nextMs = atMs === undefined ? undefined : (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS
  return (
    <>
      <EmptyState
        isSmall
        title={t('liabilities_pages.nothing')}
        {...(nextMs !== undefined && {
          text: t('liabilities_pages.nothing_at', {
            time: zonedMoment(atMs!, locale),
            next: zonedMoment(nextMs, locale),
          }),
        })}
      />
      {isOlder && (
        <div className="flex flex-col items-center gap-3 gutter pb-8 text-center">
          <p className="max-w-72 text-13 text-balance text-t2">{t('liabilities_pages.nothing_why')}</p>
          <ButtonLink size="small" to={toPage('pages/kefu/index')}>
            {t('liabilities_pages.support')}
          </ButtonLink>
        </div>
      )}
      {published.data && <PublishedTotals published={published.data} />}
    </>
  )
}

function PublishedTotals({ published }: { published: OutputOf<typeof liabilities> }) {
  const said = readStatement(published.statement ?? '')
  return said ? <Totals lines={linesOf(said, undefined)} /> : null
}
