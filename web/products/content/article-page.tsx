import { useSearchParams } from 'react-router'
import { newsDetail } from '#domain/content/published.ts'
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

const ID = /^[1-9]\d{0,18}$/

/** One item of news, `?id=`. */
export default function ArticlePage() {
  const { t } = useTexts()
  const id = useSearchParams()[0].get('id') ?? ''
  const isId = ID.test(id)
  const { data, error, refetch } = useApiQuery(newsDetail, { id }, { enabled: isId })
  const isGone = !isId || error?.code === 'NOT_FOUND'
  return (
    <>
      <AppBar title={t('site_pages.news')} />
      <main className="pb-10">
        {isGone ? (
          <EmptyState
            title={t('site_pages.not_found')}
            action={{ label: t('site_pages.news'), to: toPage('pages/news/news') }}
          />
        ) : error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <article className="gutter pt-2">
            <InEnglish language={data.language} />
            <p className="figures text-12 text-t3">
              {t(`site_pages.category_${data.category}`)} · {isoDate(data.publishedAtMs)}
            </p>
            <h2 lang={locales[data.language]} className="pt-1 pb-4 text-20 font-semibold text-balance">
              {data.title}
            </h2>
            <RichText content={data.content} language={data.language} link={contentLink} />
          </article>
        ) : (
          <SkeletonRows count={4} />
        )}
      </main>
    </>
  )
}
