import {
  ArrowDownToLine,
  BellRing,
  ChartCandlestick,
  CircleQuestionMark,
  Copy,
  FileText,
  type LucideIcon,
  ShieldCheck,
} from 'lucide-react'
import { Link } from 'react-router'
import type { NoticeView } from '#domain/notice/contract.ts'
import type { NoticeTopic } from '#domain/notice/topics.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import type { PagedResult } from '#web/app/use-paged-list.ts'
import { dayName, hourAndMinute, isoDate } from '#web/format/time.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { linkOf, urlOf } from './notice-link.ts'

const icons: Readonly<Record<NoticeTopic, LucideIcon>> = {
  security: ShieldCheck,
  money: ArrowDownToLine,
  trading: ChartCandlestick,
  copying: Copy,
  terms: FileText,
  alert: BellRing,
  support: CircleQuestionMark,
}

/** Notices by day, newest first; each leads to what it tells of. */
export function NoticeList({ list, onOpen }: { list: PagedResult<NoticeView>; onOpen(id: string): void }) {
  const { t, locale } = useTexts()
  return (
    <PagedList
      list={list}
      empty={
        <div className="pt-6">
          <EmptyState isSmall title={t('notice.none')} text={t('notice_pages.none_why')} />
        </div>
      }
    >
      {(items) =>
        [...Map.groupBy(items, ({ atMs }) => isoDate(atMs))].map(([day, own]) => (
          <section key={day}>
            <h2 className="gutter pt-4 pb-1 text-12 font-normal text-t3">
              {dayName(own[0]!.atMs, Date.now(), locale, t)}
            </h2>
            <ul>
              {own.map((notice) => (
                <li key={notice.id}>
                  <NoticeRow notice={notice} onOpen={() => onOpen(notice.id)} />
                </li>
              ))}
            </ul>
          </section>
        ))
      }
    </PagedList>
  )
}

/** One notice; the whole row is one target. */
function NoticeRow({ notice, onOpen }: { notice: NoticeView; onOpen(): void }) {
  const { t } = useTexts()
  const link = linkOf(useProducts(), notice)
  const Icon = icons[notice.topic]
  const inner = (
    <>
      <span
        aria-hidden
        className="mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-full bg-s1 text-t2"
      >
        <Icon size={18} strokeWidth={1.75} />
      </span>
      <span className="hairline min-w-0 flex-1 pb-3 text-left">
        <span className="flex items-baseline gap-2">
          <span
            className={cx('min-w-0 flex-1 text-15 break-words', notice.isRead ? 'text-t1' : 'font-semibold')}
          >
            {notice.title}
          </span>
          <span className="figures shrink-0 text-12 text-t3">{hourAndMinute(notice.atMs)}</span>
          {!notice.isRead && (
            <span className="size-2 shrink-0 self-center rounded-full bg-t1">
              <span className="sr-only">{t('notice.unread')}</span>
            </span>
          )}
        </span>
        <span className="mt-0.5 block text-13 break-words text-t2">{notice.text}</span>
        {link && (
          <span className="mt-1 block text-12 text-t1 underline decoration-line2 underline-offset-4">
            {t(link.action)}
          </span>
        )}
      </span>
    </>
  )
  const look = 'press flex w-full gap-3 gutter pt-3 focus-visible:-outline-offset-2'
  return link ? (
    <Link to={urlOf(link, notice)} onClick={onOpen} className={look}>
      {inner}
    </Link>
  ) : (
    <button type="button" onClick={onOpen} className={look}>
      {inner}
    </button>
  )
}
