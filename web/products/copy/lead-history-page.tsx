import { copyLead, copyLeadHistory } from '#domain/copy/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { PagedList } from '#web/app/paged-list.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useOpened } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { LeadTrades } from './lead-trades.tsx'
import { NoLead } from './no-lead.tsx'
import { RiskLine } from './risk-line.tsx'
import { leadName } from './words.ts'

/** Everything that a lead trader (`?id=`) has closed since they lead, with nothing left out. */
export default function LeadHistoryPage() {
  const { t } = useTexts()
  const [id] = useOpened()
  const { data } = useApiQuery(copyLead, { leadId: id ?? '' }, { enabled: id !== undefined })
  return (
    <>
      <AppBar title={t('copy_pages.history')}>
        <span className="mr-3">
          <PriceSourceBadge isShort />
        </span>
      </AppBar>
      <main className="pb-8">
        {id === undefined ? (
          <NoLead />
        ) : (
          <>
            <h2 className="min-h-7 truncate gutter text-20 font-semibold">
              {data && leadName(data.lead, t)}
            </h2>
            <Trades id={id} />
          </>
        )}
      </main>
    </>
  )
}

function Trades({ id }: { id: string }) {
  const { t } = useTexts()
  const list = usePagedList(copyLeadHistory, { leadId: id, limit: '20' })
  return (
    <>
      <p className="gutter pb-3 text-13 text-t2">{t('copy_pages.history_why')}</p>
      <PagedList
        list={list}
        skeleton={<SkeletonRows count={5} height={76} />}
        empty={<EmptyState isSmall title={t('copy_pages.no_trades')} />}
        more={t('common.more')}
      >
        {(trades) => <LeadTrades trades={trades} />}
      </PagedList>
      <RiskLine />
    </>
  )
}
