import { Package } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { type BoxSeriesDetail, boxDetail } from '#domain/box/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { BuyForm } from './buy-form.tsx'
import { DrawsSection } from './draws-section.tsx'
import { ItemsSection } from './items-section.tsx'
import { ArtworkPicture, OddsTable } from './parts.tsx'
import { whenText } from './series-list.tsx'

/** One series of blind boxes, `?code=`: its odds, its contents, its draws, and the purchase of a box. */
export default function SeriesPage() {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const isSignedIn = useSignedIn()
  const code = search.get('code') ?? ''
  const query = useApiQuery(boxDetail, { code }, { enabled: code !== '', refetchMs: 10_000 })
  const series = query.data
  return (
    <>
      <AppBar title={t('box_pages.one')}>
        {isSignedIn && (
          <IconLink icon={Package} label={t('box_pages.mine')} to={toPage('pages/nft/myBoxes')} />
        )}
      </AppBar>
      <main>
        {code === '' || (query.error && !series) ? (
          query.error && query.error.code !== 'NOT_FOUND' && query.error.code !== 'PARAMETER_ERROR' ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <EmptyState
              title={t('box_pages.not_found')}
              action={{ label: t('box_pages.see_all'), to: toPage('pages/nft/boxes') }}
            />
          )
        ) : series ? (
          <Series series={series} />
        ) : (
          <SkeletonRows />
        )}
      </main>
    </>
  )
}

const tabs = ['buy', 'contents', 'draws'] as const

function Series({ series }: { series: BoxSeriesDetail }) {
  const { t, locale } = useTexts()
  const [tab, setTab] = useUrlChoice('tab', tabs)
  return (
    <div className="flex flex-col gap-5 gutter pb-44">
      <div className="flex gap-4">
        <ArtworkPicture artwork={series.cover} size={112} />
        <div className="min-w-0 flex-1">
          <h2 className="text-20 font-semibold">{series.name}</h2>
          <p className="py-1">
            <Tag kind={series.phase === 'open' ? 'gold' : 'plain'}>
              {t(`box_pages.phase_${series.phase}`)}
            </Tag>
          </p>
          <p className="figures text-15">
            {amount(series.price)} {series.currency}
          </p>
          <p className="text-12 text-t2">{whenText(series, t, locale)}</p>
        </div>
      </div>
      <p lang="" className="text-13 text-t2">
        {series.description}
      </p>
      <div className="-mx-4">
        <UnderlineTabs
          label={t('box_pages.parts')}
          choices={tabs.map((id) => ({ id, label: t(`box_pages.tab_${id}`) }))}
          value={tab}
          onChange={setTab}
        />
      </div>
      {tab === 'buy' && (
        <>
          <OddsTable odds={series.odds} />
          <KeyValue
            ruled
            lines={[
              {
                name: t('box_pages.boxes_left'),
                value: t('box_pages.left_of', { left: series.left, items: series.items }),
              },
              series.sealed > 0 && { name: t('box_pages.sealed_count'), value: String(series.sealed) },
              { name: t('box_pages.refunded_count'), value: String(series.refunded) },
              {
                name: t('box_pages.per_customer'),
                value: t('box_pages.own_of', { own: series.own, maximum: series.perCustomer }),
              },
            ]}
          />
          <Offered product="nft" isIndented>
            <BuyForm series={series} />
          </Offered>
        </>
      )}
      {tab === 'contents' && <ItemsSection code={series.code} />}
      {tab === 'draws' && <DrawsSection series={series} />}
      {tab !== 'buy' && (
        <section>
          <h2 className="pb-2 text-15 font-semibold">{t('box_pages.fixed')}</h2>
          <KeyValue
            ruled
            lines={[
              { name: t('box_pages.published'), value: zonedMoment(series.publishedAtMs, locale) },
              { name: t('box_pages.inventory'), value: <Hash text={series.inventory} /> },
              { name: t('box_pages.commitment'), value: <Hash text={series.commitment} /> },
            ]}
          />
        </section>
      )}
    </div>
  )
}

/** A hash in full, over as many lines as it takes. */
const Hash = ({ text }: { text: string }) => <span className="figures text-12 break-all">{text}</span>
