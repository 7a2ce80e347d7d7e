import { useSearchParams } from 'react-router'
import { type NftArtistView, nftArtist, nftArtworks, nftCollections } from '#domain/nft/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ArtworkGrid } from './artwork-grid.tsx'
import { CollectionCard } from './collection-card.tsx'
import { Portrait } from './media.tsx'

/** One artist: who they are, their collections, and their artworks. */
export default function ArtistPage() {
  const { t } = useTexts()
  const id = useSearchParams()[0].get('id') ?? ''
  const call = useApiQuery(nftArtist, { id }, { enabled: id !== '' })
  const isMissing = id === '' || (call.error && !call.error.isTransport)
  return (
    <>
      <AppBar title={call.data?.name ?? t('nft_pages.artist')} />
      <main className="pb-8">
        {call.data ? (
          <Artist artist={call.data} />
        ) : isMissing ? (
          <EmptyState
            title={t('nft_pages.artist_gone')}
            action={{
              label: t('nft_pages.all_artists'),
              to: toPage('pages/nft/nft', { tab: 'artist' }),
            }}
          />
        ) : call.error ? (
          <ErrorState error={call.error} onRetry={() => void call.refetch()} />
        ) : (
          <SkeletonRows count={5} height={88} />
        )}
      </main>
    </>
  )
}

function Artist({ artist }: { artist: NftArtistView }) {
  const { t } = useTexts()
  const { id, name, bio, portrait, hasAccount } = artist
  const collections = usePagedList(nftCollections, { artistId: id, limit: '6' })
  const artworks = usePagedList(nftArtworks, { artistId: id, limit: '24' }, { refetchMs: 30_000 })
  return (
    <>
      <section className="flex gap-4 gutter pt-2">
        <Portrait of={portrait} name={name} size="head" />
        <div className="min-w-0 flex-1">
          <p className="text-13 text-t2">{t('nft_pages.artworks', { count: artist.artworks })}</p>
          <p lang="" className="pt-1 text-15 break-words whitespace-pre-line">
            {bio}
          </p>
          <p className="pt-2 text-12 text-t3">
            {t(hasAccount ? 'nft_pages.artist_account' : 'nft_pages.artist_no_account')}
          </p>
        </div>
      </section>
      {(collections.items?.length ?? 0) > 0 && (
        <section aria-labelledby="nft-collections" className="pt-5">
          <h2 id="nft-collections" className="gutter text-17 font-semibold">
            {t('nft_pages.tab_collection')}
          </h2>
          <ul className="grid gap-5 gutter pt-3 lg:grid-cols-2">
            {collections.items!.map((collection) => (
              <li key={collection.id} className="min-w-0">
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="nft-artworks" className="pt-5">
        <h2 id="nft-artworks" className="gutter text-17 font-semibold">
          {t('nft_pages.tab_artwork')}
        </h2>
        <ArtworkGrid list={artworks} empty={{ title: t('nft_pages.none_such'), isSmall: true }} />
      </section>
    </>
  )
}
