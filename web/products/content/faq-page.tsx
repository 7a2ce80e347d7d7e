import { Search } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router'
import { faqTopics } from '#domain/content/kinds.ts'
import { type FaqItem, faq } from '#domain/content/published.ts'
import { locales } from '#domain/language.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FieldBox } from '#web/ui/field.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { searchFaq } from './faq-search.ts'

const topics = ['all', ...faqTopics] as const

/** All questions by topic, and a search in their words; both are kept in the URL. */
export default function FaqPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const typed = search.get('q') ?? ''
  const topic = topics.find((one) => one === search.get('topic')) ?? 'all'
  const wanted = useDeferredValue(typed)
  const { data, error, refetch } = useApiQuery(faq, {})
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  return (
    <>
      <AppBar title={t('site_pages.faq')} />
      <main className="pb-10">
        <div className="sticky top-(--bar) z-sticky bg-bg pt-0.5 pb-1">
          <div className="gutter pb-1">
            <FieldBox error={false} className="!min-h-11">
              <Search aria-hidden size={18} className="text-t2" />
              <input
                type="search"
                aria-label={t('site_pages.search')}
                placeholder={t('site_pages.search')}
                value={typed}
                maxLength={80}
                onChange={(event) => set('q', event.target.value)}
                className="min-w-0 flex-1 bg-transparent text-15 outline-none"
              />
            </FieldBox>
          </div>
          <Chips
            label={t('site_pages.topics')}
            choices={topics.map((id) => ({ id, label: t(`site_pages.topic_${id}`) }))}
            value={topic}
            onChange={(id) => set('topic', id === 'all' ? '' : id)}
          />
        </div>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Questions
            items={searchFaq(
              data.items.filter((item) => topic === 'all' || item.topic === topic),
              wanted,
            )}
            isSearch={wanted.trim() !== ''}
          />
        ) : (
          <SkeletonRows count={8} />
        )}
      </main>
    </>
  )
}

function Questions({ items, isSearch }: { items: readonly FaqItem[]; isSearch: boolean }) {
  const { t } = useTexts()
  if (items.length === 0)
    return (
      <EmptyState
        title={t(isSearch ? 'site_pages.no_match' : 'site_pages.not_found')}
        text={t('site_pages.no_match_why')}
        action={{ label: t('site_pages.ask_support'), to: toPage('pages/kefu/index') }}
      />
    )
  // What is searched stands by how well it matches.
  const groups = isSearch ? [items] : faqTopics.map((topic) => items.filter((item) => item.topic === topic))
  return groups
    .filter((group) => group.length > 0)
    .map((group) => (
      <section key={isSearch ? 'found' : group[0]!.topic}>
        {!isSearch && (
          <h2 className="gutter pt-5 pb-1 text-12 font-normal text-t3">
            {t(`site_pages.topic_${group[0]!.topic}`)}
          </h2>
        )}
        <ul>
          {group.map(({ id, title, language }) => (
            <li key={id} lang={locales[language]}>
              <ListRow title={title} to={toPage('pages/QA/QA', { id })} />
            </li>
          ))}
        </ul>
      </section>
    ))
}
