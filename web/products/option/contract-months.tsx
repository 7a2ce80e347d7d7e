import { type ContractMonthView, contractOutcomeMonths } from '#domain/contract/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useMonth } from './month-choice.tsx'

/** What customers paid for contracts in a month, lost and won, and what the insurance account paid. */
export function ContractMonths() {
  const { t } = useTexts()
  const { data, error, refetch } = useApiQuery(contractOutcomeMonths, {})
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  const [newest, ...older] = data.months
  if (newest) return <Months currency={data.currency} months={[newest, ...older]} />
  return (
    <EmptyState
      title={t('option_pages.months_none')}
      text={t('option_pages.months_few', { accounts: data.minimumAccounts })}
    />
  )
}

function Months({
  currency,
  months,
}: {
  currency: string
  months: readonly [ContractMonthView, ...ContractMonthView[]]
}) {
  const { t } = useTexts()
  const { month, row } = useMonth(months)
  const show = (value: string) => `${amount(value)} ${currency}`
  const positive = (value: string) => amount(value.replace('-', ''))
  const isPaidOut = month.kept.startsWith('-')
  const isTaken = month.insuranceAdded.startsWith('-')
  return (
    <>
      {row}
      <div className="gutter pt-3">
        <h2 className="figures text-20 font-semibold text-balance">
          {t(isPaidOut ? 'option_pages.paid_out' : 'option_pages.received', {
            amount: positive(month.kept),
            currency,
          })}
        </h2>
        <p className="figures pt-1 text-13 text-t2">
          {t('option_pages.received_of', { accounts: amount(String(month.accounts), 0) })}
        </p>
      </div>
      <section className="gutter pt-8">
        <h2 className="pb-2 text-15 font-semibold">{t('option_pages.customers')}</h2>
        <KeyValue
          ruled
          lines={(['fees', 'financing', 'losses', 'profits'] as const).map((of) => ({
            name: t(`option_pages.customers_${of}`),
            value: show(month[of]),
          }))}
        />
      </section>
      <section className="gutter pt-8">
        <h2 className="pb-2 text-15 font-semibold">{t('option_pages.insurance')}</h2>
        <KeyValue
          ruled
          lines={[
            { name: t('option_pages.insurance_paid'), value: show(month.insurancePaid) },
            {
              name: t(isTaken ? 'option_pages.insurance_taken' : 'option_pages.insurance_added'),
              value: `${positive(month.insuranceAdded)} ${currency}`,
            },
          ]}
        />
      </section>
      <section className="gutter pt-8">
        <h2 className="text-15 font-semibold">{t('option_pages.means')}</h2>
        <p className="pt-2 text-13 text-t2">{t('option_pages.contract_means')}</p>
      </section>
    </>
  )
}
