import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck, Settings } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { markNoticesRead, notice as noticeCall, notices } from '#domain/notice/contract.ts'
import { noticeTopics } from '#domain/notice/topics.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery, useHttpClient } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useWide } from '#web/app/use-wide.ts'
import { AlertList } from '#web/features/alert/alert-list.tsx'
import { NewsList } from '#web/features/content/news-list.tsx'
import { countText } from '#web/features/notice/bell.tsx'
import { showUnread, useUnread } from '#web/features/notice/unread.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips, UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { linkOf, urlOf } from './notice-link.ts'
import { NoticeList } from './notice-list.tsx'

const topics = ['all', ...noticeTopics] as const
const tabs = ['messages', 'news', 'alerts'] as const

/**
 * What the customer was told, by topic, the news, and the price alerts they wait for; a visitor reads the news. `?open=`
 * marks one read and goes where it leads.
 */
export default function NoticesPage() {
  const { t } = useTexts()
  const [query] = useSearchParams()
  const open = query.get('open')
  if (!useSignedIn()) {
    const signIn = toPage('pages/common/login', { from: toPage('pages/news/news') })
    return (
      <>
        <AppBar title={t('site_pages.news')} />
        <main className="pb-8">
          <NewsList />
          <EmptyState
            isSmall
            title={t('notice_pages.visitor')}
            action={{ label: t('common.sign_in'), to: signIn }}
          />
        </main>
      </>
    )
  }
  return open !== null && /^[1-9]\d{0,18}$/.test(open) ? <OpenNotice id={open} /> : <Center />
}

function Center() {
  const { t } = useTexts()
  const [tab, setTab] = useUrlChoice('tab', tabs)
  const isWide = useWide()
  const [topic, setTopic] = useUrlChoice('topic', topics)
  const unread = useUnread()
  const list = usePagedList(notices, topic === 'all' ? {} : { topic }, { keepsPrevious: true })
  const markRead = useMarkRead()
  // Of a topic alone the newest may be older than what nobody has seen.
  const newest = topic === 'all' ? list.first?.items[0]?.id : undefined
  const messages =
    unread > 0
      ? t('notice_pages.tab_messages_unread', { unread: countText(unread) })
      : t('notice_pages.tab_messages')
  const told = (
    <>
      <Chips
        label={t('notice_pages.topics')}
        choices={topics.map((id) => ({ id, label: t(`notice_pages.topic_${id}`) }))}
        value={topic}
        onChange={setTopic}
      />
      <NoticeList list={list} onOpen={(id) => void markRead({ id })} />
    </>
  )
  return (
    <>
      <AppBar title={t('notice.title')}>
        {(isWide || tab === 'messages') && unread > 0 && newest && (
          <button
            type="button"
            aria-label={t('notice_pages.read_all')}
            className="press flex min-h-11 min-w-11 items-center justify-center px-2 text-13 text-t2"
            onClick={() => void markRead({ upTo: newest })}
          >
            <CheckCheck aria-hidden size={20} strokeWidth={1.75} className="text-t1 xs:hidden" />
            <span className="hidden xs:inline">{t('notice_pages.read_all')}</span>
          </button>
        )}
        <IconLink icon={Settings} label={t('notice_pages.settings')} to={toPage('pages/setting/notices')} />
      </AppBar>
      <main className="pb-8">
        {isWide ? (
          <div className="grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] gap-x-8">
            <section aria-label={messages}>
              <h2 className="gutter py-3 text-13 font-semibold">{messages}</h2>
              {told}
            </section>
            <div>
              <section aria-label={t('notice_pages.tab_alerts')}>
                <h2 className="gutter py-3 text-13 font-semibold">{t('notice_pages.tab_alerts')}</h2>
                <AlertList empty="page" />
              </section>
              <section aria-label={t('site_pages.news')}>
                <h2 className="gutter py-3 text-13 font-semibold">{t('site_pages.news')}</h2>
                <NewsList />
              </section>
            </div>
          </div>
        ) : (
          <>
            <UnderlineTabs
              label={t('notice_pages.tabs')}
              choices={[
                { id: 'messages', label: messages },
                { id: 'news', label: t('site_pages.news') },
                { id: 'alerts', label: t('notice_pages.tab_alerts') },
              ]}
              value={tab}
              onChange={setTab}
            />
            {tab === 'alerts' ? <AlertList empty="page" /> : tab === 'news' ? <NewsList /> : told}
          </>
        )}
      </main>
    </>
  )
}

/** Goes where a notice leads, as its push message says. */
function OpenNotice({ id }: { id: string }) {
  const { t } = useTexts()
  const products = useProducts()
  const navigate = useNavigate()
  const markRead = useMarkRead()
  const found = useApiQuery(noticeCall, { id })
  const link = found.data && linkOf(products, found.data)
  const url = found.data && (link ? urlOf(link, found.data) : toPage('pages/news/news'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known where to
  useEffect(() => {
    if (!url) return
    void markRead({ id })
    navigate(url, { replace: true })
  }, [url])
  return (
    <>
      <AppBar title={t('notice.title')} />
      <main>
        {found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <SkeletonRows count={3} />
        )}
      </main>
    </>
  )
}

/** Marks notices read without keeping anybody waiting; if it does not arrive, they stay unread. */
function useMarkRead() {
  const queries = useQueryClient()
  const http = useHttpClient()
  return (which: { id: string } | { upTo: string }) =>
    http.request(markNoticesRead, which).then(
      ({ unread }) => showUnread(queries, unread),
      () => undefined,
    )
}
