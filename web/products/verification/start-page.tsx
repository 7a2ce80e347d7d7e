import type { VerificationView } from '#domain/verification/contract.ts'
import { callsOf } from '#domain/verification/contract.ts'
import { type VerificationTier, verificationTiers } from '#domain/verification/rules.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { contactPage, formPage } from './words.ts'

/** Both levels: where they stand, what is missing, and what each unlocks. Whoever is refused for want of one comes here. */
export default function StartPage() {
  const { t } = useTexts()
  const basic = useApiQuery(callsOf.basic.state, {})
  const advanced = useApiQuery(callsOf.advanced.state, {})
  const failed = [basic, advanced].find(({ isError, data }) => isError && !data)
  return (
    <SettingsFrame>
      <AppBar title={t('verification_pages.title')} />
      <main className="gutter max-w-140 pt-2 pb-10">
        <p className="pb-4 text-15 text-t2">
          {t('verification_pages.start_why')}{' '}
          {basic.data && t('verification_pages.review_time', { hours: basic.data.reviewHours })}
        </p>
        {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
        {!failed && (!basic.data || !advanced.data) && <SkeletonRows count={4} />}
        {basic.data && advanced.data && (
          <>
            <Level view={basic.data} isNext={basic.data.status !== 'verified'} />
            <Level view={advanced.data} isNext={basic.data.status === 'verified'} />
            <Unlocks limits={basic.data.limits} />
          </>
        )}
      </main>
    </SettingsFrame>
  )
}

const tags = { none: 'plain', 'under-review': 'gold', verified: 'good', rejected: 'bad' } as const

/** One level with the one thing to do. */
function Level({ view, isNext }: { view: VerificationView; isNext: boolean }) {
  const { t } = useTexts()
  const { tier, status, needs, draft } = view
  const blocked = status === 'none' || status === 'rejected' ? needs : []
  const isContact = blocked.some((need) => need !== 'basic')
  return (
    <section aria-label={t(`verification_pages.level_${tier}`)} className="border-t border-line py-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-17 font-semibold">{t(`verification_pages.level_${tier}`)}</h2>
        <Tag kind={tags[status]}>{t(`verification_pages.status_${status}`)}</Tag>
      </div>
      <p className="pt-1 text-13 text-t2">{t(`verification_pages.what_${tier}`)}</p>
      {blocked.length > 0 && (
        <ul className="pt-2 text-13 text-gold">
          {blocked.map((need) => (
            <li key={need}>{t(`verification_pages.needs_${need}`)}</li>
          ))}
        </ul>
      )}
      {isContact && (
        <ButtonLink className="mt-3 w-full" kind={isNext ? 'primary' : 'plain'} to={contactPage(blocked)}>
          {t('verification_pages.bind')}
        </ButtonLink>
      )}
      {blocked.length === 0 && (status === 'none' || status === 'rejected') && (
        <ButtonLink
          className="mt-3 w-full"
          kind={isNext ? 'primary' : 'plain'}
          to={toPage(status === 'rejected' ? 'pages/pendingReview/pendingReview' : formPage(tier))}
        >
          {t(
            status === 'rejected'
              ? 'verification_pages.correct'
              : draft
                ? 'verification_pages.continue'
                : 'verification_pages.begin',
          )}
        </ButtonLink>
      )}
      {(status === 'under-review' || (status === 'verified' && view.reference !== null)) && (
        <ButtonLink className="mt-3 w-full" to={toPage('pages/pendingReview/pendingReview')}>
          {t('verification_pages.see_status')}
        </ButtonLink>
      )}
    </section>
  )
}

const columns: readonly VerificationTier[] = verificationTiers

/** What each level allows, in figures where there are some. */
function Unlocks({ limits }: Pick<VerificationView, 'limits'>) {
  const { t } = useTexts()
  const yes = t('verification_pages.yes')
  const rows = [
    ...limits.map(({ name, currency, basic, advanced }) => ({
      name: t(`verification_pages.limit_${name}`),
      cells: [basic, advanced].map((value) => `${amount(value, 0)} ${currency}`),
    })),
    { name: t('verification_pages.unlock_contracts'), cells: [yes, yes] },
    { name: t('verification_pages.unlock_copying'), cells: [yes, yes] },
    { name: t('verification_pages.unlock_invest'), cells: [yes, yes] },
    { name: t('verification_pages.unlock_savings'), cells: [yes, yes] },
    { name: t('verification_pages.unlock_collect'), cells: [yes, yes] },
    { name: t('verification_pages.unlock_leading'), cells: ['–', yes] },
    { name: t('verification_pages.unlock_loans'), cells: ['–', yes] },
  ]
  return (
    <>
      <table className="mt-4 w-full border-t border-line text-15">
        <thead>
          <tr className="text-left text-13 text-t2">
            <th className="py-3 font-normal">{t('verification_pages.unlocks')}</th>
            {columns.map((tier) => (
              <th key={tier} className="py-3 pl-2 text-right font-normal">
                {t(`verification_pages.column_${tier}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name} className="border-t border-line">
              <th
                scope="row"
                className="py-3 pr-2 text-left text-13 font-normal wrap-anywhere text-t2 xs:text-15"
              >
                {name}
              </th>
              {cells.map((cell, place) => (
                <td
                  key={columns[place]}
                  className="figures py-3 pl-2 text-right text-13 xs:text-15 xs:whitespace-nowrap"
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-3 text-12 text-t3">{t('verification_pages.without')}</p>
    </>
  )
}
