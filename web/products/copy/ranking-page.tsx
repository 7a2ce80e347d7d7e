import { ListChecks } from 'lucide-react'
import { copyLeads } from '#domain/copy/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { Offered, useOffered } from '#web/features/eligibility/offered.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { LeadCard } from './lead-card.tsx'
import { RiskLine } from './risk-line.tsx'
import { agreementPage } from './words.ts'

const ROWS = 4
const ROW_HEIGHT = 129

/** Who leads: in the server's order, by what followers got, each with drawdown and days beside the lead's own return. */
export default function RankingPage() {
  const { t } = useTexts()
  const list = usePagedList(copyLeads, {})
  const isOffered = useOffered('copy')
  return (
    <>
      <AppBar title={t('copy_pages.title')}>
        <IconLink icon={ListChecks} label={t('copy_pages.my_copies')} to={toPage('pages/copytrade/my')} />
      </AppBar>
      <main className="pb-8">
        <Offered product="copy" />
        <p className="gutter pb-3 text-13 text-t2">{t('copy_pages.ranking_why')}</p>
        <PagedList
          list={list}
          skeleton={<SkeletonRows count={ROWS} height={ROW_HEIGHT} />}
          empty={
            // As high as what stood there while it loaded: what is below does not move.
            <div className="flex flex-col justify-center" style={{ minHeight: ROWS * ROW_HEIGHT }}>
              <EmptyState isSmall title={t('copy_pages.no_leads')} text={t('copy_pages.no_leads_why')} />
            </div>
          }
          more={t('common.more')}
        >
          {(leads) => (
            <ul className="border-t border-line lg:grid lg:grid-cols-2">
              {leads.map((lead) => (
                <li key={lead.id}>
                  <LeadCard lead={lead} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
        <ListRow
          title={t('copy_pages.leading')}
          // It stays for who leads already.
          note={t(isOffered ? 'copy_pages.leading_why' : 'copy_pages.leading_closed')}
          to={toPage('pages/follow/index')}
        />
        <ListRow title={t('copy_pages.agreement')} to={agreementPage()} />
        <RiskLine />
      </main>
    </>
  )
}
