import { Link } from 'react-router'
import type { aboutUs, contactUs, operationalCompliance } from '#domain/content/published.ts'
import { locales } from '#domain/language.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { contentLink } from '#web/features/content/content-link.tsx'
import { InEnglish } from '#web/features/content/in-english.tsx'
import { RichText } from '#web/features/content/rich-text.tsx'
import { isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

type PageCall = typeof aboutUs | typeof contactUs | typeof operationalCompliance

/** A page whose words two operators publish. */
export function TextPage({ call, title }: { call: PageCall; title: string }) {
  const { t } = useTexts()
  const { data, error, refetch } = useApiQuery(call, {})
  return (
    <>
      <AppBar title={title} />
      <main className="pb-10">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows count={6} />
        ) : data.content === '' ? (
          <EmptyState title={t('site_pages.not_found')} />
        ) : (
          <article className="gutter pt-2">
            <InEnglish language={data.language} />
            {data.title !== title && (
              <h2 lang={locales[data.language]} className="pb-3 text-20 font-semibold text-balance">
                {data.title}
              </h2>
            )}
            <RichText content={data.content} language={data.language} link={contentLink} />
            {data.publishedAtMs !== null && (
              <p className="figures mt-8 border-t border-line pt-3 text-12 text-t3">
                {t('site_pages.version', {
                  version: String(data.version),
                  date: isoDate(data.publishedAtMs),
                })}
              </p>
            )}
            <Link
              to={toPage('pages/common/status')}
              className="mt-4 flex min-h-11 items-center text-13 text-t2 underline"
            >
              {t('site_pages.status')}
            </Link>
          </article>
        )}
      </main>
    </>
  )
}
