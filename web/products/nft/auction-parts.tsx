import {
  type NftArtworkDetail,
  type NftAuctionView,
  type NftQuotationView,
  nftQuotations,
} from '#domain/nft/contract.ts'
import { EXTENDS_WITHIN_MS, EXTENSION_MS } from '#domain/nft/rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useCountdownTo } from '#web/features/time/use-countdown-to.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { utcSecond } from '#web/features/time/utc.ts'
import { zonedMoment, zonedTime } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { extensions } from './draft.ts'
import { leftText } from './words.ts'

/** How often an auction is asked for; in its last minutes, when a bid can move its end, more often. */
export const AUCTION_REFRESH_MS = 3_000
export const ENDING_REFRESH_MS = 1_000

/** How often to ask for an auction as it stands now. */
export const refreshOf = (auction: NftAuctionView | null | undefined, nowMs: number): number =>
  auction?.status === 'open' && auction.endsAtMs - nowMs < 2 * EXTENDS_WITHIN_MS
    ? ENDING_REFRESH_MS
    : AUCTION_REFRESH_MS

/** The highest bid or the start price, and when it ends. */
export function AuctionHead({ artwork, auction }: { artwork: NftArtworkDetail; auction: NftAuctionView }) {
  const { t } = useTexts()
  const { highest, startPrice } = auction
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div>
        <p className="text-13 text-t2">{t(highest ? 'nft_pages.highest_bid' : 'nft_pages.start_price')}</p>
        <p className="figures text-20 font-semibold xs:text-28">
          {amount(highest ?? startPrice)}{' '}
          <span className="text-15 font-normal text-t2">{artwork.currency}</span>
        </p>
      </div>
      <EndsIn auction={auction} />
    </div>
  )
}

function EndsIn({ auction }: { auction: NftAuctionView }) {
  const { t, locale } = useTexts()
  const { status, opensAtMs, endsAtMs } = auction
  const nowMs = useServerNow()
  const isSoon = status === 'open' && nowMs < opensAtMs
  const leftMs = useCountdownTo(isSoon ? opensAtMs : endsAtMs)
  if (status !== 'open')
    return (
      <div className="ml-auto text-right">
        <p className="text-13 text-t2">{t(`nft_pages.auction_${status}`)}</p>
        <p className="figures text-13">{zonedMoment(endsAtMs, locale)}</p>
      </div>
    )
  return (
    <div className="ml-auto text-right">
      <p className="text-13 text-t2">{t(isSoon ? 'nft_pages.opens_in' : 'nft_pages.ends_in')}</p>
      <p
        role="timer"
        className={cx(
          'figures text-20 font-semibold xs:text-28',
          !isSoon && leftMs < EXTENDS_WITHIN_MS && 'text-gold',
        )}
      >
        {leftMs === 0 && !isSoon ? t('nft_pages.closing') : leftText(leftMs, t)}
      </p>
    </div>
  )
}

/** Where the auction is between its opening and its end: the planned end, each time it was moved, now. */
export function TimeLine({ auction }: { auction: NftAuctionView }) {
  const { t, locale } = useTexts()
  const { opensAtMs, endsAtMs, plannedEndMs } = auction
  useCountdownTo(endsAtMs)
  const nowMs = useServerNow()
  const movedMs = endsAtMs - plannedEndMs
  // Of one that was moved, the last part alone: the whole would leave no room for minutes.
  const fromMs =
    movedMs > 0 ? Math.max(opensAtMs, plannedEndMs - Math.max(movedMs, 4 * MINUTE_MS)) : opensAtMs
  const placeOf = (atMs: number) =>
    Math.min(100, Math.max(0, ((atMs - fromMs) * 100) / Math.max(1, endsAtMs - fromMs)))
  const isLive = auction.status === 'open' && nowMs >= opensAtMs && nowMs < endsAtMs
  const moves = Math.min(12, Math.round(movedMs / EXTENSION_MS))
  const now = placeOf(nowMs)
  return (
    <div>
      <div aria-hidden className="relative h-9">
        <div className="absolute inset-x-0 top-5 h-1.5 overflow-hidden rounded-full bg-s3">
          <div className="h-full bg-t2" style={{ width: `${now}%` }} />
        </div>
        {Array.from({ length: moves + 1 }, (_, move) => plannedEndMs + move * EXTENSION_MS).map((atMs) => (
          <span
            key={atMs}
            className="absolute top-4 h-4 w-0.5 -translate-x-1/2 bg-t1"
            style={{ left: `${placeOf(atMs)}%` }}
          />
        ))}
        {isLive && (
          <span className="absolute top-0 -translate-x-1/2" style={{ left: `${now}%` }}>
            <Bob meaning="live" size={34} />
          </span>
        )}
      </div>
      <p className="figures flex flex-wrap justify-between gap-x-3 text-12 text-t3">
        <span>
          {movedMs > 0
            ? t('nft_pages.planned_end', { time: zonedTime(plannedEndMs) })
            : t('nft_pages.opened', { date: zonedMoment(opensAtMs, locale) })}
        </span>
        <span className="ml-auto font-semibold text-t1">
          {movedMs > 0
            ? t('nft_pages.moved_end', {
                time: zonedTime(endsAtMs),
                minutes: Math.round(movedMs / MINUTE_MS),
              })
            : t(auction.status === 'open' ? 'nft_pages.ends_on' : 'nft_pages.ended_on', {
                date: zonedMoment(endsAtMs, locale),
              })}
        </span>
      </p>
      {auction.status === 'open' && (
        <p className="pt-2 text-12 text-t2">
          {t('nft_pages.extension_rule', {
            minutes: EXTENDS_WITHIN_MS / MINUTE_MS,
            date: zonedMoment(auction.latestEndMs, locale),
          })}
        </p>
      )}
    </div>
  )
}

/** Bids, and of an artwork prices that were paid, the newest first. */
export function Bids({ artwork, refetchMs }: { artwork: NftArtworkDetail; refetchMs?: number }) {
  const { t, locale } = useTexts()
  const { code, auction } = artwork
  const list = usePagedList(
    nftQuotations,
    { code, limit: '50' },
    refetchMs === undefined ? {} : { refetchMs },
  )
  return (
    <PagedList
      list={list}
      skeleton={<SkeletonRows count={3} height={44} />}
      empty={<EmptyState isSmall title={t('nft_pages.no_bids')} text={t('nft_pages.no_bids_why')} />}
      more={t('common.more')}
    >
      {(items) => {
        const moved = movers(items, auction, list.hasNextPage)
        return (
          <ol>
            {items.map((line, place) => (
              <li
                key={`${line.kind}-${line.id}`}
                className="figures flex min-h-11 flex-wrap items-center gap-x-3 border-t border-line py-2 text-13"
              >
                <span className={cx('w-24 min-w-0 truncate', line.isOwn && 'font-semibold')}>
                  {nameOf(line)}
                </span>
                <span className={place === 0 ? 'font-semibold text-t1' : 'text-t2'}>
                  {amount(line.price)} {line.currency}
                </span>
                <span className="ml-auto flex items-center gap-2 text-12 text-t3">
                  {moved.has(line.id) && (
                    <Tag>{t('nft_pages.moved_by', { minutes: EXTENSION_MS / MINUTE_MS })}</Tag>
                  )}
                  {auction?.status === 'open' && line.auctionId === auction.id
                    ? utcSecond(line.atMs)
                    : zonedMoment(line.atMs, locale)}
                </span>
              </li>
            ))}
          </ol>
        )
      }}
    </PagedList>
  )

  function nameOf({ kind, bidder, isOwn }: NftQuotationView): string {
    if (kind === 'sale') return t('nft_pages.sale')
    return isOwn ? t('nft_pages.you') : t('nft_pages.bidder', { number: bidder ?? 0 })
  }
}

/** The bids that moved the end of the auction that is shown; none while not all of its bids are here. */
function movers(
  lines: readonly NftQuotationView[],
  auction: NftAuctionView | null,
  hasMore: boolean,
): ReadonlySet<string> {
  const bids = lines.filter(({ kind, auctionId }) => kind === 'bid' && auctionId === auction?.id)
  if (!auction || hasMore) return new Set()
  const moved = extensions(bids, auction.plannedEndMs)
  return new Set(bids.filter((_, place) => moved[place]).map(({ id }) => id))
}
