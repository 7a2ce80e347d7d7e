import { useSearchParams } from 'react-router'
import { inviteMonths } from '#domain/invite/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { PublishedNote } from '#web/features/content/published-note.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Commission } from './commission.tsx'
import { Friends } from './friends.tsx'
import { InviteCode } from './invite-code.tsx'
import { Months } from './months.tsx'

const tabs = ['friends', 'commission', 'months'] as const

/** The customer's code, link and poster; who came by them, and the commission; `?id=` opens one commission. */
export default function SharePage() {
  const { t } = useTexts()
  const [chosen, setTab] = useUrlChoice('tab', tabs)
  // A statement's link names the commission alone.
  const tab = useSearchParams()[0].has('id') ? 'commission' : chosen
  const months = useApiQuery(inviteMonths, {})
  if (months.isError && !months.data)
    return (
      <SettingsFrame>
        <AppBar title={t('invite_pages.title')} />
        <ErrorState error={months.error} onRetry={() => void months.refetch()} />
      </SettingsFrame>
    )
  const terms = months.data?.terms
  return (
    <SettingsFrame>
      <AppBar title={t('invite_pages.title')} />
      <main className="max-w-180 pb-8">
        {terms ? (
          <header className="gutter pt-4">
            <h2 className="text-20">{t('invite_pages.lead', { percent: terms.sharePercent })}</h2>
            <p className="pt-1 text-13 text-t2">
              {t('invite_pages.lead_why', { days: String(terms.earningDays) })}
            </p>
          </header>
        ) : (
          <SkeletonRows count={1} />
        )}
        <InviteCode />
        {terms && (
          <section className="gutter pb-4">
            <h2 className="pb-1 text-15">{t('invite_pages.rules')}</h2>
            <ul className="list-disc pl-5 text-13 text-t2">
              <li>{t('invite_pages.rule_when', { days: String(terms.holdDays) })}</li>
              <li>{t('invite_pages.rule_who')}</li>
              <li>
                {t('invite_pages.rule_cap', {
                  amount: amount(terms.monthlyCap),
                  currency: terms.valuedIn,
                })}
              </li>
            </ul>
          </section>
        )}
        <PublishedNote keyword="invite_rule" className="pt-0 pb-4" />
        <UnderlineTabs
          label={t('invite_pages.title')}
          choices={tabs.map((id) => ({ id, label: t(`invite_pages.tab_${id}`) }))}
          value={tab}
          onChange={setTab}
        />
        {tab === 'friends' && <Friends />}
        {tab === 'commission' && <Commission sharePercent={terms?.sharePercent} />}
        {tab === 'months' && (months.data ? <Months months={months.data.items} /> : <SkeletonRows />)}
      </main>
    </SettingsFrame>
  )
}
