import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { type NoticeView, notices } from '#domain/notice/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { hourAndMinute, isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const SHOWN = '5'

/** The newest notices beside the page, in windows with room for them; each leads to what it tells of. */
export function LatestNotices() {
  const { t } = useTexts()
  const { data, isPending, isError } = useApiQuery(notices, { limit: SHOWN })
  if (isError && !data) return null
  return (
    <section aria-labelledby="latest-notices" className="gutter pt-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="latest-notices" className="text-15">
          {t('notice.title')}
        </h2>
        <Link
          to={toPage('pages/news/news')}
          className="target press inline-flex items-center gap-1 text-13 text-t2 hover:text-t1"
        >
          {t('home.all_notices')}
          <ChevronRight aria-hidden size={14} />
        </Link>
      </div>
      {isPending && (
        <div className="-mx-4">
          <SkeletonRows count={3} />
        </div>
      )}
      {data?.items.length === 0 && <p className="py-3 text-13 text-t3">{t('notice.none')}</p>}
      <ul>
        {data?.items.map((notice) => (
          <li key={notice.id}>
            <Row notice={notice} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ notice: { id, title, text, atMs, isRead } }: { notice: NoticeView }) {
  const { t } = useTexts()
  const isToday = isoDate(atMs) === isoDate(Date.now())
  return (
    <Link
      to={toPage('pages/news/news', { open: id })}
      className="press relative block border-b border-line py-3 pl-4 hover:bg-s1 focus-visible:-outline-offset-2"
    >
      {!isRead && (
        <span className="absolute top-[18px] left-0 size-1.5 rounded-full bg-t1">
          <span className="sr-only">{t('notice.unread')}</span>
        </span>
      )}
      <span className="flex items-baseline gap-2">
        <span className={cx('min-w-0 flex-1 truncate text-13', !isRead && 'font-semibold')}>{title}</span>
        <span className="figures shrink-0 text-11 text-t3">
          {isToday ? hourAndMinute(atMs) : isoDate(atMs)}
        </span>
      </span>
      <span className="mt-0.5 line-clamp-2 text-12 text-t2">{text}</span>
    </Link>
  )
}
