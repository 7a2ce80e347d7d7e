import { type NftArtworkDetail, nftCurrency } from '#domain/nft/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { AuctionForm } from './auction-form.tsx'
import { refreshOf } from './auction-parts.tsx'
import { BuyForm } from './buy-form.tsx'
import { Thumb } from './media.tsx'
import { WithArtwork } from './with-artwork.tsx'
import { percentText, stateText, toArtwork } from './words.ts'

const REFRESH_MS = 5_000

/** Buys the artwork of the URL at its price, or bids for it. */
export default function PurchasePage() {
  const { t } = useTexts()
  const nowMs = useServerNow()
  return (
    <WithArtwork
      title={t('nft_pages.buy')}
      refetchOf={(artwork) => (artwork?.offer === 'auction' ? refreshOf(artwork.auction, nowMs) : REFRESH_MS)}
    >
      {(artwork) => <Purchase artwork={artwork} />}
    </WithArtwork>
  )
}

function Purchase({ artwork }: { artwork: NftArtworkDetail }) {
  const { t, locale } = useTexts()
  const terms = useApiQuery(nftCurrency, {}).data
  const { offer, auction, title, artist } = artwork
  const isAuction = offer === 'auction' && auction !== null
  return (
    <>
      <AppBar title={isAuction ? t('nft_pages.auction') : t('nft_pages.buy')} />
      <main className="lg:grid lg:grid-cols-2">
        <div className="gutter pt-1 lg:sticky lg:top-(--bar) lg:self-start">
          <Thumb of={artwork} alt={t('nft_pages.picture_of', { title, artist: artist.name })} isWide />
        </div>
        <div className="min-w-0 gutter pt-4">
          <h2 lang="" className="text-20 font-semibold break-words">
            {title}
          </h2>
          <p className="text-13 text-t2">
            <span lang="">{artist.name}</span> ·{' '}
            {t('nft_pages.royalty_is', { percent: percentText(artwork.royaltyPercent) })}
          </p>
          {isAuction ? (
            <Offered product="nft" isIndented>
              <AuctionForm artwork={artwork} auction={auction} terms={terms} />
            </Offered>
          ) : offer === 'fixed' && artwork.price !== null && artwork.purchase === 'open' && !artwork.isOwn ? (
            <Offered product="nft" isIndented>
              <BuyForm artwork={artwork} price={artwork.price} terms={terms} />
            </Offered>
          ) : (
            <div className="flex flex-col gap-4 pt-4">
              <p role="status" className="text-15">
                {artwork.isOwn ? t('nft_pages.is_yours') : stateText(artwork, t, locale)}
              </p>
              <ButtonLink to={toArtwork(artwork)}>{t('nft_pages.see_artwork')}</ButtonLink>
            </div>
          )}
        </div>
      </main>
    </>
  )
}
