import { Receipt, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { type OwnNft, ownNfts } from '#domain/nft/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ArtworkGrid } from './artwork-grid.tsx'
import { money } from './words.ts'

/** Artworks that the customer owns: what each cost, and whether it can be or is offered. */
export default function OwnPage() {
  const { t } = useTexts()
  return (
    <>
      <AppBar title={t('nft_pages.own')}>
        <IconLink icon={Receipt} label={t('nft_pages.orders')} to={toPage('pages/nft/purchase')} />
        <IconLink icon={UserRound} label={t('nft_pages.mine')} to={toPage('pages/nft/mine')} />
      </AppBar>
      <main className="pb-8">
        <Owned />
        <p className="gutter pt-6 text-12 text-t3">{t('nft_pages.record_note')}</p>
      </main>
    </>
  )
}

function Owned() {
  const { t } = useTexts()
  const list = usePagedList(ownNfts, {})
  return (
    <ArtworkGrid
      list={list}
      empty={{
        title: t('nft_pages.own_none'),
        text: t('nft_pages.own_none_why'),
        action: { label: t('nft_pages.all_artworks'), to: toPage('pages/nft/nft') },
      }}
      foot={(artwork) => <Foot artwork={artwork} />}
    />
  )
}

function Foot({ artwork }: { artwork: OwnNft }) {
  const { t, locale } = useTexts()
  const nowMs = useServerNow()
  const { code, currency, paid, price, offer, resaleFromMs, isReserved } = artwork
  const isBound = isReserved || offer === 'auction'
  const line = () => {
    if (isReserved) return t('nft_pages.reserved')
    if (offer === 'auction') return t('nft_pages.state_auction')
    if (offer === 'fixed' && price !== null)
      return t('nft_pages.offered_at', { price: money(price, currency) })
    return nowMs < resaleFromMs
      ? t('nft_pages.resale_from', { date: zonedMoment(resaleFromMs, locale) })
      : t('nft_pages.not_offered')
  }
  return (
    <>
      <span className="figures mt-1 block text-13">
        {paid === null ? (
          t('nft_pages.paid_nothing')
        ) : (
          <>
            {t('nft_pages.paid')} <Amount value={paid} currency={currency} />
          </>
        )}
      </span>
      <span className="figures block text-12 text-t3">{line()}</span>
      {!isBound && nowMs >= resaleFromMs && (
        <Link
          to={toPage('pages/nft/resell', { code })}
          aria-label={
            offer === 'none'
              ? t('nft_pages.sell_titled', { title: artwork.title })
              : `${t('nft_pages.change_offer')}: ${artwork.title}`
          }
          className="press mt-2 flex min-h-11 items-center justify-center rounded-12 bg-s2 px-3 text-center text-13 font-semibold"
        >
          {t(offer === 'none' ? 'nft_pages.sell' : 'nft_pages.change_offer')}
        </Link>
      )}
    </>
  )
}
