import { Link } from 'react-router'
import type { NftCollectionView } from '#domain/nft/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Cover } from './media.tsx'

/** A collection by its cover: whose it is, how many there are, and the lowest price now. */
export function CollectionCard({ collection }: { collection: NftCollectionView }) {
  const { t } = useTexts()
  const { id, name, cover, artist, artworks, floor, currency } = collection
  return (
    <Link to={toPage('pages/nft/nft', { tab: 'collection', collection: id })} className="press block">
      <Cover of={cover} alt={t('nft_pages.cover_of', { name })} />
      <span className="mt-2 flex items-baseline justify-between gap-3">
        <span lang="" className="min-w-0 text-15 font-semibold break-words">
          {name}
        </span>
        <span className="figures shrink-0 text-13">
          {floor === null ? (
            <span className="text-t3">{t('nft_pages.none_offered')}</span>
          ) : (
            t('nft_pages.from_price', { price: `${amount(floor)} ${currency}` })
          )}
        </span>
      </span>
      <span className="block truncate text-12 text-t2">
        <span lang="">{artist.name}</span> · {t('nft_pages.artworks', { count: artworks })}
      </span>
    </Link>
  )
}
