import { contractRisk } from '#domain/contract/contract.ts'
import { optionRisk } from '#domain/option/contract.ts'
import { type DisclosureView, isAccepted } from '#domain/user/disclosure.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { dateTime } from '#web/format/time.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'

/** Which version of each product's risk notice the customer has accepted, and when. */
export function RiskNotices() {
  const { t } = useTexts()
  const notices = [
    { name: t('contract.menu'), notice: useApiQuery(contractRisk, {}).data },
    { name: t('option.menu'), notice: useApiQuery(optionRisk, {}).data },
  ]
  return (
    <section aria-label={t('security_pages.risk_notices')} className="border-t border-line py-4">
      <h2 className="text-17 font-semibold">{t('security_pages.risk_notices')}</h2>
      <p className="pb-2 text-13 text-t2">{t('security_pages.risk_notices_why')}</p>
      <KeyValue
        ruled
        lines={notices.map(({ name, notice }) => ({ name, value: notice ? accepted(notice, t) : '—' }))}
      />
    </section>
  )
}

function accepted(notice: DisclosureView, t: Translate) {
  const { version, acceptedVersion, acceptedAtMs } = notice
  if (acceptedAtMs === null) return t('security_pages.risk_not_accepted')
  return (
    <>
      {t('security_pages.risk_accepted', { version: acceptedVersion, time: dateTime(acceptedAtMs) })}
      {!isAccepted(notice) && (
        <span className="block text-13 text-t2">{t('security_pages.risk_newer', { version })}</span>
      )}
    </>
  )
}
