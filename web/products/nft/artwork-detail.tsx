import { useQueryClient } from '@tanstack/react-query'
import { Heart, Share2 } from 'lucide-react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import {
  collectNft,
  type NftArtworkDetail,
  nftArtwork,
  nftArtworks,
  nftFavourites,
} from '#domain/nft/contract.ts'
import type { NftMediaKind } from '#domain/nft/words.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { copyText } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useCountdownTo } from '#web/features/time/use-countdown-to.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { cx } from '#web/ui/cx.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { ActionBar } from './action-bar.tsx'
import { AUCTION_REFRESH_MS, AuctionHead, Bids, refreshOf, TimeLine } from './auction-parts.tsx'
import { Artwork } from './media.tsx'
import { PriceHistory } from './price-history.tsx'
import { WithArtwork } from './with-artwork.tsx'
import { holderText, leftText, money, percentText, priceName, stateText, toArtwork } from './words.ts'

const REFRESH_MS = 10_000

/** One artwork: what it looks like, what it costs, who gets what of that, and where it comes from. */
export function ArtworkDetailPage({ kind }: { kind: NftMediaKind }) {
  const { t } = useTexts()
  const nowMs = useServerNow()
  return (
    <WithArtwork
      title={t(kind === 'video' ? 'nft_pages.video' : 'nft_pages.artwork')}
      refetchOf={(artwork) => (artwork?.offer === 'auction' ? refreshOf(artwork.auction, nowMs) : REFRESH_MS)}
    >
      {(artwork) =>
        artwork.media.kind === kind ? (
          <Detail artwork={artwork} />
        ) : (
          <Navigate replace to={toArtwork(artwork)} />
        )
      }
    </WithArtwork>
  )
}

const views = ['history', 'details', 'bids'] as const

function Detail({ artwork }: { artwork: NftArtworkDetail }) {
  const { t, locale } = useTexts()
  const [view, setView] = useUrlChoice('view', views)
  const { title, artist, collection, edition, auction, offer, price, currency } = artwork
  return (
    <>
      <AppBar title={title}>
        <Favourite artwork={artwork} />
        <Share title={title} />
      </AppBar>
      <main className="lg:grid lg:grid-cols-2">
        <div className="lg:sticky lg:top-(--bar) lg:self-start">
          <Artwork of={artwork} alt={t('nft_pages.picture_of', { title, artist: artist.name })} />
        </div>
        <div className="min-w-0">
          <section className="gutter pt-4">
            <div className="flex items-start justify-between gap-3">
              <h2 lang="" className="min-w-0 text-20 font-semibold break-words">
                {title}
              </h2>
              <span className="shrink-0 pt-1">
                <Tag kind={artwork.purchase === 'open' ? 'gold' : 'plain'}>
                  {stateText(artwork, t, locale)}
                </Tag>
              </span>
            </div>
            <p className="text-13 text-t2">
              <Link
                lang=""
                to={toPage('pages/nft/artistDetail', { id: artist.id })}
                className="target inline-block py-1 underline decoration-line2 underline-offset-4"
              >
                {artist.name}
              </Link>
              {collection && (
                <>
                  {' · '}
                  <Link
                    lang=""
                    to={toPage('pages/nft/nft', { tab: 'collection', collection: collection.id })}
                    className="target inline-block py-1 underline decoration-line2 underline-offset-4"
                  >
                    {collection.name}
                  </Link>
                </>
              )}
              {edition && ` · ${t('nft_pages.edition_of', { number: edition.number, of: edition.of })}`}
            </p>
          </section>
          {auction && offer === 'auction' ? (
            <section className="flex flex-col gap-3 gutter pt-3">
              <AuctionHead artwork={artwork} auction={auction} />
              <TimeLine auction={auction} />
            </section>
          ) : (
            price !== null && (
              <section className="gutter pt-3">
                <p className="text-13 text-t2">{priceName(artwork, false, t)}</p>
                <p className="figures text-28 font-semibold">
                  {amount(price)} <span className="text-15 font-normal text-t2">{currency}</span>
                </p>
                {artwork.endsAtMs !== null && (
                  <p className="text-12 text-t3">
                    {t('nft_pages.ends_on', { date: zonedMoment(artwork.endsAtMs, locale) })}
                  </p>
                )}
              </section>
            )
          )}
          <div className="pt-3">
            <UnderlineTabs
              label={t('nft_pages.about')}
              choices={views.map((id) => ({ id, label: t(`nft_pages.view_${id}`) }))}
              value={view}
              onChange={setView}
            />
          </div>
          <div className="gutter pb-4">
            {view === 'history' && <PriceHistory artwork={artwork} />}
            {view === 'details' && <Details artwork={artwork} />}
            {view === 'bids' && (
              <div className="pt-3">
                <Bids artwork={artwork} {...(offer === 'auction' && { refetchMs: AUCTION_REFRESH_MS })} />
              </div>
            )}
          </div>
          <div className="gutter lg:sticky lg:bottom-0">
            <Action artwork={artwork} />
          </div>
        </div>
      </main>
    </>
  )
}

function Details({ artwork }: { artwork: NftArtworkDetail }) {
  const { t, locale } = useTexts()
  const { description, code, createdAtMs, edition, feePercent, royaltyPercent, media } = artwork
  return (
    <>
      <p lang="" className="py-4 text-15 break-words whitespace-pre-line text-t1">
        {description}
      </p>
      <KeyValue
        ruled
        lines={[
          { name: t('nft_pages.code'), value: code },
          { name: t('nft_pages.owner'), value: holderText(artwork, t) },
          edition && {
            name: t('nft_pages.edition'),
            value: t('nft_pages.edition_of', { number: edition.number, of: edition.of }),
          },
          { name: t('nft_pages.created'), value: zonedMoment(createdAtMs, locale) },
          { name: t('nft_pages.royalty'), value: percentText(royaltyPercent) },
          { name: t('nft_pages.fee'), value: percentText(feePercent) },
          {
            name: t('nft_pages.file'),
            value: `${media.type.split('/')[1]!.toUpperCase()}${media.width ? ` · ${media.width}×${media.height}` : ''}`,
          },
        ]}
      />
    </>
  )
}

/** The one thing to do with an artwork now, or why there is none. */
function Action({ artwork }: { artwork: NftArtworkDetail }) {
  const { t, locale } = useTexts()
  const { code, own, offer, purchase, price, currency, isOwn, isBoxed, auction, opensAtMs } = artwork
  const opensInMs = useCountdownTo(opensAtMs ?? 0)
  if (own?.unpaidOrderId)
    return (
      <ActionBar>
        <ButtonLink
          kind="primary"
          className="w-full"
          to={toPage('pages/nft/purchase', { id: own.unpaidOrderId })}
        >
          {t('nft_pages.pay_order')}
        </ButtonLink>
      </ActionBar>
    )
  if (isOwn && offer !== 'auction') return <OwnAction artwork={artwork} />
  if (isBoxed)
    return (
      <ActionBar>
        <ButtonLink kind="primary" className="w-full" to={toPage('pages/nft/boxes')}>
          {t('nft_pages.see_boxes')}
        </ButtonLink>
      </ActionBar>
    )
  if (purchase === 'open' && !own?.isSellerOrArtist)
    return (
      <ActionBar>
        <ButtonLink kind="primary" className="w-full" to={toPage('pages/nft/purchase_one', { code })}>
          {offer === 'auction'
            ? t(own?.margin === 'held' ? 'nft_pages.bid' : 'nft_pages.join')
            : t('nft_pages.buy_for', { price: price === null ? '' : money(price, currency) })}
        </ButtonLink>
      </ActionBar>
    )
  return (
    <ActionBar>
      <Button className="w-full" disabled>
        {whyNot()}
      </Button>
    </ActionBar>
  )

  function whyNot(): string {
    if (own?.isSellerOrArtist && purchase === 'open') return t('nft_pages.sells_or_made')
    if (purchase === 'soon' && opensInMs > 0)
      return t('nft_pages.opens_after', { time: leftText(opensInMs, t) })
    if (auction && offer === 'auction' && auction.status !== 'open')
      return t(`nft_pages.auction_${auction.status}`)
    return stateText(artwork, t, locale)
  }
}

function OwnAction({ artwork }: { artwork: NftArtworkDetail }) {
  const { t, locale } = useTexts()
  const { code, offer, own } = artwork
  const nowMs = useServerNow()
  const fromMs = own?.resaleFromMs ?? 0
  return (
    <ActionBar>
      {nowMs < fromMs ? (
        <Button className="w-full" disabled>
          {t('nft_pages.resale_from', { date: zonedMoment(fromMs, locale) })}
        </Button>
      ) : (
        <ButtonLink kind="primary" className="w-full" to={toPage('pages/nft/resell', { code })}>
          {t(offer === 'none' ? 'nft_pages.sell' : 'nft_pages.change_offer')}
        </ButtonLink>
      )}
    </ActionBar>
  )
}

function Favourite({ artwork: { code, isFavourite, favourites } }: { artwork: NftArtworkDetail }) {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const queries = useQueryClient()
  const marking = useApiMutation(collectNft)
  async function toggle() {
    if (!isSignedIn) return navigate(toPage('pages/common/login', { from: pathname + search }))
    if (!(await marking.send({ code, on: isFavourite ? '0' : '1' }))) return
    for (const { path } of [nftArtwork, nftArtworks, nftFavourites])
      void queries.invalidateQueries({ queryKey: [path] })
  }
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={t('nft_pages.favorite', { count: favourites })}
      onClick={() => void toggle()}
      className="press inline-flex min-h-11 shrink-0 items-center gap-1.5 px-2 text-13 text-t2"
    >
      <Heart
        aria-hidden
        size={20}
        strokeWidth={1.75}
        className={cx(isFavourite && 'text-t1')}
        fill={isFavourite ? 'currentColor' : 'none'}
      />
      <span aria-hidden className="figures">
        {favourites}
      </span>
    </button>
  )
}

function Share({ title }: { title: string }) {
  const { t } = useTexts()
  async function share() {
    const url = location.href
    // Closing the device's own sheet is no failure.
    if (navigator.share) return navigator.share({ title, url }).catch(() => undefined)
    await copyText(url, t)
  }
  return (
    <button
      type="button"
      aria-label={t('nft_pages.share')}
      onClick={() => void share()}
      className="press inline-flex size-11 shrink-0 items-center justify-center text-t1"
    >
      <Share2 aria-hidden size={20} strokeWidth={1.75} />
    </button>
  )
}
