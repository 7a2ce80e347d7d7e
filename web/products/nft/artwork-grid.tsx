import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { NftArtworkView } from '#domain/nft/contract.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import type { PagedResult } from '#web/app/use-paged-list.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Thumb } from './media.tsx'
import { stateText, toArtwork } from './words.ts'

const columns = 'grid grid-cols-2 gap-x-3 gap-y-4 gutter pt-3 lg:grid-cols-4'

/** Artworks by their pictures, as many beside each other as there is room for. */
export function ArtworkGrid<Item extends NftArtworkView>({
  list,
  empty,
  foot,
}: {
  list: PagedResult<Item>
  empty: Parameters<typeof EmptyState>[0]
  /** Stands under each, in place of what it costs. */
  foot?: (item: Item) => ReactNode
}) {
  const { t } = useTexts()
  return (
    <PagedList
      list={list}
      skeleton={<GridSkeleton />}
      empty={<EmptyState {...empty} />}
      more={t('common.more')}
    >
      {(items) => (
        <ul className={columns}>
          {items.map((item) => (
            <li key={item.id} className="min-w-0">
              <Card artwork={item} hasPrice={!foot} />
              {foot?.(item)}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function Card({ artwork, hasPrice }: { artwork: NftArtworkView; hasPrice: boolean }) {
  const { t, locale } = useTexts()
  const { title, artist, price, currency, edition } = artwork
  return (
    <Link to={toArtwork(artwork)} className="press block">
      <Thumb of={artwork} alt={t('nft_pages.picture_of', { title, artist: artist.name })} />
      {/* Titles and names are their makers’ own words, in whatever language they are. */}
      <span lang="" className="mt-2 line-clamp-2 text-15 font-semibold break-words">
        {title}
      </span>
      <span className="block truncate text-12 text-t2">
        <span lang="">{artist.name}</span>
        {edition && ` · ${t('nft_pages.edition_of', { number: edition.number, of: edition.of })}`}
      </span>
      {hasPrice && (
        <>
          {price !== null && (
            <span className="figures mt-1 block text-13 text-t1">
              {amount(price)} {currency}
            </span>
          )}
          <span className="block text-12 text-t3">{stateText(artwork, t, locale)}</span>
        </>
      )}
    </Link>
  )
}

const GridSkeleton = () => (
  <div aria-busy="true" className={columns}>
    {Array.from({ length: 6 }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <div key={place}>
        <Skeleton className="aspect-square" />
        <Skeleton className="mt-2 h-4 w-32" />
        <Skeleton className="mt-1.5 h-3 w-12" />
        <Skeleton className="mt-1.5 h-4 w-20" />
      </div>
    ))}
  </div>
)
