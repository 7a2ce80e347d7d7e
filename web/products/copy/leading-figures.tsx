import { copyFollowers, type LeadCentreView, type LeadView } from '#domain/copy/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { dateInWords } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Profit } from './profit.tsx'
import { LeadFigures, Truth } from './truth.tsx'
import { shortNumber } from './words.ts'

/** What leading has come to: as everybody sees it, the shares earned, and who follows, without who they are. */
export function LeadingFigures({ centre, lead }: { centre: LeadCentreView; lead: LeadView }) {
  const { t } = useTexts()
  const { currency } = centre
  return (
    <>
      <Truth lead={lead} />
      <LeadFigures lead={lead} />
      <section aria-label={t('copy_pages.shares')} className="gutter pt-4 pb-2">
        <h2 className="pb-2 text-15 font-semibold">{t('copy_pages.shares')}</h2>
        <KeyValue
          ruled
          lines={[
            {
              name: t('copy_pages.shares_earned'),
              value: <Amount value={centre.sharesEarned} currency={currency} />,
              isStrong: true,
            },
            {
              name: t('copy_pages.shares_reserved'),
              value: <Amount value={centre.sharesReserved} currency={currency} />,
            },
          ]}
        />
      </section>
      <ListRow
        title={t('copy_pages.public_page')}
        note={t('copy_pages.public_page_why')}
        to={toPage('pages/copytrade/trader', { id: lead.id })}
      />
      <h2 className="gutter pt-6 pb-1 text-15 font-semibold">{t('copy_pages.followers')}</h2>
      <Followers />
    </>
  )
}

type Follower = OutputOf<typeof copyFollowers>['items'][number]

function Followers() {
  const { t } = useTexts()
  return (
    <PagedList
      list={usePagedList(copyFollowers, { limit: '20' })}
      skeleton={<SkeletonRows count={2} height={76} />}
      empty={<EmptyState isSmall title={t('copy_pages.no_followers')} />}
      more={t('common.more')}
    >
      {(followers) => (
        <ul>
          {followers.map((follower) => (
            <FollowerRow key={follower.relationId} follower={follower} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function FollowerRow({ follower }: { follower: Follower }) {
  const { t, locale } = useTexts()
  const { status, startedAtMs, closedCopies, margin } = follower
  return (
    <li className="gutter">
      <div className="hairline flex min-h-19 items-center gap-3 py-2">
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="min-w-0 truncate text-15 font-semibold">
              {follower.nickname ??
                t('copy_pages.follower_number', { number: shortNumber(follower.relationId) })}
            </span>
            {status !== 'active' && <Tag>{t(`copy_pages.status_${status}`)}</Tag>}
          </span>
          <span className="block text-12 text-t3">
            {t('copy_pages.since', { date: dateInWords(startedAtMs, locale) })} ·{' '}
            {t('copy_pages.closed_count', { count: closedCopies })}
          </span>
          <span className="block text-12 text-t3">
            {t('contract_pages.margin')} <Amount value={margin} />
          </span>
        </span>
        <span className="figures shrink-0 text-right text-12 text-t3">
          <span className="block text-15 font-semibold">
            <Profit value={follower.realizedPnl} />
          </span>
          <span className="block">
            {t('copy_pages.shared')} <Amount value={follower.sharePaid} />
          </span>
          <span className="block">
            {t('copy_pages.reserved')} <Amount value={follower.shareReserved} />
          </span>
        </span>
      </div>
    </li>
  )
}
