import { boxItems } from '#domain/box/contract.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ArtworkPicture } from './parts.tsx'

/** Everything in a series, in the order of its tree, and which box each item was in. */
export function ItemsSection({ code }: { code: string }) {
  const { t } = useTexts()
  const items = usePagedList(boxItems, { code })
  return (
    <PagedList
      list={items}
      skeleton={<SkeletonRows count={4} height={120} />}
      empty={<EmptyState title={t('box_pages.not_found')} />}
      more={t('common.more')}
    >
      {(found) => (
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
          {found.map((item) => (
            <li key={item.place} className="min-w-0">
              <ArtworkPicture artwork={item} />
              <p className="truncate pt-2 text-13 font-semibold">{item.title}</p>
              <p className="text-12 text-t2">{t(`box_pages.rarity_${item.rarity}`)}</p>
              <p className="figures text-12 text-t3">
                {item.drawnIn === null
                  ? t('box_pages.still_in')
                  : t('box_pages.drawn_in', { number: item.drawnIn })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
