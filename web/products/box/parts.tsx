import type { BoxArtwork, BoxSeriesView } from '#domain/box/contract.ts'
import { useTexts } from '#web/texts/texts.ts'

/** Where a picture of the public store is. */
export const pictureUrl = (id: string): string => `/api/bind_box/media?id=${id}`

/** An artwork's picture, of a fixed size or as wide as its column. */
export function ArtworkPicture({ artwork, size }: { artwork: BoxArtwork; size?: number }) {
  const { width, height, id } = artwork.picture
  return (
    <img
      src={pictureUrl(id)}
      alt={artwork.title}
      width={size ?? width ?? undefined}
      height={size ?? height ?? undefined}
      loading="lazy"
      decoding="async"
      className={`shrink-0 rounded-12 bg-s2 object-cover ${size === undefined ? 'h-auto w-full' : ''}`}
      style={size === undefined ? { aspectRatio: '1' } : { width: size, height: size }}
    />
  )
}

/** Of each rarity: what is left of how many, and the chance that the next box has one. */
export function OddsTable({ odds }: { odds: BoxSeriesView['odds'] }) {
  const { t } = useTexts()
  return (
    <table className="figures w-full text-13">
      <caption className="pb-2 text-left text-15 font-semibold text-t1">{t('box_pages.odds')}</caption>
      <thead>
        <tr className="text-12 text-t3">
          <th scope="col" className="py-1 text-left font-normal">
            {t('box_pages.rarity')}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t('box_pages.left')}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t('box_pages.chance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {odds.map(({ rarity, items, left, chancePercent }) => (
          <tr key={rarity} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-normal">
              {t(`box_pages.rarity_${rarity}`)}
            </th>
            <td className="py-2 text-right">
              {left} <span className="text-t3">/ {items}</span>
            </td>
            <td className="py-2 text-right">{chancePercent}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
