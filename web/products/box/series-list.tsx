import { Link } from 'react-router'
import { type BoxSeriesView, boxList } from '#domain/box/contract.ts'
import { boxListed } from '#domain/box/words.ts'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ArtworkPicture } from './parts.tsx'

/** The series of blind boxes, the newest first: a page of its own, and a part of others. Its texts are `box_pages`. */
export function SeriesList() {
  const { t } = useTexts()
  const [listed, setListed] = useUrlChoice('series', boxListed)
  const series = usePagedList(boxList, { listed }, { keepsPrevious: true, refetchMs: 30_000 })
  return (
    <>
      <p className="gutter pb-1 text-13 text-t2">{t('box_pages.note')}</p>
      <Chips
        label={t('box_pages.state')}
        choices={boxListed.map((id) => ({
          id,
          label: t(id === 'sale' ? 'box_pages.phase_open' : 'box_pages.phase_ended'),
        }))}
        value={listed}
        onChange={setListed}
      />
      <PagedList
        list={series}
        skeleton={<SkeletonRows count={3} height={112} />}
        empty={
          <EmptyState
            title={t('box_pages.none')}
            {...(listed === 'sale' && { text: t('box_pages.none_why') })}
          />
        }
        more={t('common.more')}
      >
        {(items) => (
          <ul>
            {items.map((each) => (
              <li key={each.code}>
                <SeriesRow series={each} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

function SeriesRow({ series }: { series: BoxSeriesView }) {
  const { t, locale } = useTexts()
  return (
    <Link
      to={toPage('pages/nft/box', { code: series.code })}
      className="press block gutter focus-visible:-outline-offset-2"
    >
      <div className="hairline flex gap-4 py-4">
        <ArtworkPicture artwork={series.cover} size={88} />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <p className="flex items-start justify-between gap-3">
            <span className="min-w-0 text-15 font-semibold">{series.name}</span>
            <Tag kind={series.phase === 'open' ? 'gold' : 'plain'}>
              {t(`box_pages.phase_${series.phase}`)}
            </Tag>
          </p>
          {/* The series' own words, in whatever language they are. */}
          <p lang="" className="line-clamp-2 text-13 text-t2">
            {series.description}
          </p>
          <p className="figures mt-auto flex flex-wrap justify-between gap-x-3 text-13">
            <span>
              {amount(series.price)} {series.currency}
            </span>
            <span className="text-t2">
              {t('box_pages.left_of', { left: series.left, items: series.items })}
            </span>
          </p>
          <p className="text-12 text-t3">{whenText(series, t, locale)}</p>
        </div>
      </div>
    </Link>
  )
}

/** The next thing that happens to a series. */
export const whenText = (
  { phase, opensAtMs, endsAtMs }: BoxSeriesView,
  t: Translate,
  locale: string,
): string =>
  phase === 'announced'
    ? t('box_pages.opens_on', { date: zonedMoment(opensAtMs, locale) })
    : t(phase === 'ended' ? 'box_pages.ended_on' : 'box_pages.ends_on', {
        date: zonedMoment(endsAtMs, locale),
      })
