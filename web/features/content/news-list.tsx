import { Link } from 'react-router'
import { type NewsItem, newsList } from '#domain/content/published.ts'
import { locales } from '#domain/language.ts'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** News of all categories but banners, newest first. */
export function NewsList() {
  const { t } = useTexts()
  const list = usePagedList(newsList, {})
  return (
    <PagedList list={list} empty={<EmptyState title={t('site_pages.no_news')} />}>
      {(items) => (
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <NewsRow item={item} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function NewsRow({ item: { id, category, title, summary, language, publishedAtMs } }: { item: NewsItem }) {
  const { t } = useTexts()
  return (
    <Link
      to={toPage('pages/common/article', { id })}
      className="press block gutter focus-visible:-outline-offset-2"
    >
      <div className="hairline py-3.5">
        <p className="figures text-12 text-t3">
          {t(`site_pages.category_${category}`)} · {isoDate(publishedAtMs)}
        </p>
        <div lang={locales[language]}>
          <h2 className="pt-1 text-15 font-semibold text-t1">{title}</h2>
          <p className="line-clamp-2 pt-0.5 text-13 text-t2">{summary}</p>
        </div>
      </div>
    </Link>
  )
}
