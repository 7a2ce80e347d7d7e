import { ownSuspended } from '#domain/adjustment/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { utcDate } from '#web/features/time/utc.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'

/** What two operators took of the customer's and neither gave nor returned yet; nothing of most customers. */
export function Suspended() {
  const { t, locale } = useTexts()
  const { data = [] } = useApiQuery(ownSuspended, {})
  if (data.length === 0) return null
  return (
    <section className="pt-6" aria-label={t('statement_pages.suspended')}>
      <h2 className="gutter text-13 font-normal text-t2">{t('statement_pages.suspended')}</h2>
      <p className="gutter pt-1 text-12 text-t3">{t('statement_pages.suspended_why')}</p>
      {data.map(({ reference, currency, amount, reason, takenAtMs }) => (
        <ListRow
          key={reference}
          title={`${reference} · ${utcDate(takenAtMs, locale)}`}
          note={reason}
          value={<Amount value={amount} currency={currency} />}
          to={toPage('pages/setting/bill')}
        />
      ))}
    </section>
  )
}
