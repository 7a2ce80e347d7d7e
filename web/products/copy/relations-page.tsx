import { useSearchParams } from 'react-router'
import type { RelationView } from '#domain/copy/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useOpened, useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { RelationDetail } from './relation-detail.tsx'
import { RelationRow } from './relation-row.tsx'
import { RiskLine } from './risk-line.tsx'
import { useCopyEvents, useCurrentRelations, useEndedRelations } from './use-relations.ts'

/** Whom the customer copies and has copied; `?id=` shows one relation whole. */
export default function RelationsPage() {
  const { t } = useTexts()
  const [id] = useOpened()
  useCopyEvents()
  if (id !== undefined) return <RelationDetail key={id} id={id} />
  return (
    <>
      <AppBar title={t('copy_pages.my_copies')}>
        <span className="mr-3">
          <PriceSourceBadge isShort />
        </span>
      </AppBar>
      <main className="pb-8">
        <StaleBanner />
        <Relations />
        <RiskLine />
      </main>
    </>
  )
}

const views = ['current', 'ended'] as const

function Relations() {
  const { t } = useTexts()
  const [view, setView] = useUrlChoice('view', views)
  return (
    <>
      <UnderlineTabs
        label={t('copy_pages.my_copies')}
        choices={views.map((id) => ({ id, label: t(`copy_pages.view_${id}`) }))}
        value={view}
        onChange={setView}
      />
      {view === 'current' ? <Current /> : <Ended />}
    </>
  )
}

function Current() {
  const { t } = useTexts()
  const { items, error, refetch } = useCurrentRelations()
  if (items === undefined)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows count={3} height={76} />
    )
  if (items.length === 0)
    return (
      <EmptyState
        isSmall
        title={t('copy_pages.no_copies')}
        text={t('copy_pages.no_copies_why')}
        action={{ label: t('copy_pages.see_ranking'), to: toPage('pages/copytrade/copy') }}
      />
    )
  return <Rows relations={items} />
}

function Ended() {
  const { t } = useTexts()
  return (
    <PagedList
      list={useEndedRelations()}
      skeleton={<SkeletonRows count={3} height={76} />}
      empty={<EmptyState isSmall title={t('copy_pages.no_ended')} />}
      more={t('common.more')}
    >
      {(relations) => <Rows relations={relations} />}
    </PagedList>
  )
}

/** Opening one is a page of its own: back leads to the list. */
function Rows({ relations }: { relations: readonly RelationView[] }) {
  const [, setSearch] = useSearchParams()
  return (
    <ul>
      {relations.map((relation) => (
        <li key={relation.id}>
          <RelationRow relation={relation} onOpen={() => setSearch({ id: relation.id })} />
        </li>
      ))}
    </ul>
  )
}
