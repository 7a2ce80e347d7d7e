import { copyCentre, type LeadCentreView } from '#domain/copy/contract.ts'
import { leadCan } from '#domain/copy/rules.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ApplyForm } from './apply-form.tsx'
import { LeadingFigures } from './leading-figures.tsx'
import { RiskLine } from './risk-line.tsx'
import { StopLeading } from './stop-leading.tsx'
import { agreementPage } from './words.ts'

const RESYNC_MS = 15_000

/** The page of who leads or wants to: what it takes, the application and its review, the figures, followers, shares. */
export default function LeadingPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const centre = useApiQuery(copyCentre, {}, { enabled: isSignedIn, refetchMs: RESYNC_MS })
  return (
    <>
      <AppBar title={t('copy_pages.leading')} />
      <main className="pb-8">
        {!isSignedIn ? (
          <Visitor />
        ) : centre.data ? (
          <Centre centre={centre.data} />
        ) : centre.error ? (
          <ErrorState error={centre.error} onRetry={() => void centre.refetch()} />
        ) : (
          <SkeletonRows count={6} height={76} />
        )}
        <ListRow title={t('copy_pages.agreement')} to={agreementPage()} />
        <ListRow title={t('copy_pages.see_ranking')} to={toPage('pages/copytrade/copy')} />
        <RiskLine />
      </main>
    </>
  )
}

function Visitor() {
  const { t } = useTexts()
  return (
    <>
      <HowLeadingWorks />
      <div className="gutter pt-2 pb-4">
        <ButtonLink
          kind="primary"
          className="w-full"
          to={toPage('pages/common/login', { from: toPage('pages/follow/index') })}
        >
          {t('common.sign_in')}
        </ButtonLink>
      </div>
    </>
  )
}

function Centre({ centre }: { centre: LeadCentreView }) {
  const mayApply = (leadCan.apply as readonly string[]).includes(centre.status)
  return (
    <>
      <ReviewState centre={centre} />
      {mayApply && <HowLeadingWorks />}
      {mayApply && (
        <Offered product="copy">
          <ApplyForm centre={centre} />
        </Offered>
      )}
      {centre.lead && <LeadingFigures centre={centre} lead={centre.lead} />}
      <StopLeading centre={centre} />
    </>
  )
}

/** How far an application has come, and why it was refused or leading was ended. */
function ReviewState({ centre: { status, reason } }: { centre: LeadCentreView }) {
  const { t } = useTexts()
  if (status === 'not-applied' && reason === null) return null
  const [title, text] =
    status === 'not-applied'
      ? [t('copy_pages.lead_refused'), '']
      : [t(`copy_pages.lead_${status}`), t(`copy_pages.lead_${status}_why`)]
  return (
    <section className="gutter pb-4">
      <h2 className="text-20 font-semibold">{title}</h2>
      <p className="pt-1 text-15 break-words text-t2">{reason ?? text}</p>
    </section>
  )
}

/** What leading takes, what it brings, and what followers see. */
function HowLeadingWorks() {
  const { t } = useTexts()
  return (
    <section className="gutter pb-4">
      <h2 className="text-20 font-semibold">{t('copy_pages.how_title')}</h2>
      <ul className="list-disc grid gap-1.5 pt-2 pl-5 text-15 text-t2 marker:text-t3">
        <li>{t('copy_pages.how_copied')}</li>
        <li>{t('copy_pages.how_share')}</li>
        <li>{t('copy_pages.how_seen')}</li>
        <li>{t('copy_pages.how_verified')}</li>
        <li>{t('copy_pages.how_alone')}</li>
      </ul>
    </section>
  )
}
