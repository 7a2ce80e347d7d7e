import { History } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { copyCentre, copyLead, copyLeadHistory, copyMine, type LeadView } from '#domain/copy/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Offered, useOffered } from '#web/features/eligibility/offered.tsx'
import { signedProfit } from '#web/features/money/decimals.ts'
import { usePractising } from '#web/features/practice/practice.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useOpened } from '#web/features/records/use-url-choice.ts'
import { dateInWords } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Figure } from './figures.tsx'
import { LeadTrades } from './lead-trades.tsx'
import { NoLead } from './no-lead.tsx'
import { ResultChart } from './result-chart.tsx'
import { RiskLine } from './risk-line.tsx'
import { LeadFigures, Truth } from './truth.tsx'
import { leadName } from './words.ts'

/** Only while practice is on. */
const FollowInPractice = lazy(() => import('#web/features/practice/follow-in-practice.tsx'))

const RESYNC_MS = 15_000
const LATEST = '3'

/** One lead trader (`?id=`): what their followers really got, beside their own return, its largest fall and the days. */
export default function LeadPage() {
  const { t } = useTexts()
  const [id] = useOpened()
  const call = useApiQuery(
    copyLead,
    { leadId: id ?? '' },
    { enabled: id !== undefined, refetchMs: RESYNC_MS },
  )
  const { data } = call
  return (
    <>
      <AppBar title={data ? leadName(data.lead, t) : t('copy_pages.lead_trader')}>
        <span className={id ? undefined : 'mr-3'}>
          <PriceSourceBadge isShort />
        </span>
        {id && (
          <IconLink
            icon={History}
            label={t('copy_pages.history')}
            to={toPage('pages/follow/trader', { id })}
          />
        )}
      </AppBar>
      <main className="pb-28">
        {id === undefined ? (
          <NoLead />
        ) : data ? (
          <Lead {...data} />
        ) : call.error ? (
          <ErrorState error={call.error} onRetry={() => void call.refetch()} />
        ) : (
          <SkeletonRows count={8} height={76} />
        )}
      </main>
    </>
  )
}

interface LeadDetail {
  readonly lead: LeadView
  readonly openPositions: number
  readonly unrealizedPnl: string | null
  readonly days: readonly { readonly dayMs: number; readonly profit: string }[]
}

function Lead({ lead, openPositions, unrealizedPnl, days }: LeadDetail) {
  const { t, locale } = useTexts()
  const latest = useApiQuery(copyLeadHistory, { leadId: lead.id, limit: LATEST })
  return (
    <>
      <p className="gutter pb-1 text-13 text-t2">
        {t('copy_pages.leads_since', { date: dateInWords(lead.leadingSinceMs, locale) })} ·{' '}
        {t('copy_pages.verified')}
      </p>
      <p className="gutter pb-4 text-15 break-words">{lead.introduction}</p>
      <Truth lead={lead} />
      <ResultChart lead={lead} days={days} />
      <LeadFigures
        lead={lead}
        open={
          <Figure
            name={t('copy_pages.open_positions')}
            value={openPositions}
            note={
              unrealizedPnl !== null && (
                <span className={changeColours[directionOf(unrealizedPnl)]}>
                  {signedProfit(unrealizedPnl)} {lead.currency}
                </span>
              )
            }
          />
        }
      />
      {latest.data && latest.data.items.length > 0 && (
        <section className="pt-4">
          <h2 className="gutter text-15 font-semibold">{t('copy_pages.latest_trades')}</h2>
          <LeadTrades trades={latest.data.items} />
          <ListRow title={t('copy_pages.all_trades')} to={toPage('pages/follow/trader', { id: lead.id })} />
        </section>
      )}
      <RiskLine />
      <Follow lead={lead} />
    </>
  )
}

/**
 * The way to copy a lead, in practice while that is on; to the copy of who does already, and to their own page of who is the
 * lead.
 */
function Follow({ lead: { id, status } }: { lead: LeadView }) {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const isPractising = usePractising() && isSignedIn
  const mine = useApiQuery(copyMine, { leadId: id }, { enabled: isSignedIn })
  const centre = useApiQuery(copyCentre, {}, { enabled: isSignedIn })
  const own = mine.data?.items.find((relation) => relation.status !== 'ended')
  const isLead = centre.data?.lead?.id === id
  const isOffered = useOffered('copy')
  const look = 'w-full'
  const link = own ? (
    <ButtonLink className={look} to={toPage('pages/copytrade/my', { id: own.id })}>
      {t('copy.see_copy')}
    </ButtonLink>
  ) : isLead ? (
    <ButtonLink className={look} to={toPage('pages/follow/index')}>
      {t('copy_pages.leading')}
    </ButtonLink>
  ) : status !== 'leading' ? (
    <Button className={look} disabled>
      {t('copy_pages.leads_no_more')}
    </Button>
  ) : isPractising ? null : !isOffered ? (
    <Offered product="copy" isIndented />
  ) : (
    <ButtonLink kind="primary" className={look} to={toPage('pages/follow/follow', { id })}>
      {t('copy_pages.set_limits')}
    </ButtonLink>
  )
  return (
    <>
      {isPractising && status === 'leading' && !centre.isPending && !isLead && (
        <Suspense fallback={null}>
          <FollowInPractice leadId={id} />
        </Suspense>
      )}
      {link && <BottomBar>{link}</BottomBar>}
    </>
  )
}
