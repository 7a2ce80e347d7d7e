import type { OutputOf } from '#domain/endpoint.ts'
import type { inviteMonths } from '#domain/invite/contract.ts'
import { VALUED_IN } from '#domain/invite/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { monthName } from '#web/features/time/months.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'

/** What the commission of each month is worth: held, paid and not paid. */
export function Months({ months }: { months: OutputOf<typeof inviteMonths>['items'] }) {
  const { t, locale } = useTexts()
  if (months.length === 0)
    return <EmptyState title={t('invite_pages.no_commission')} text={t('invite_pages.no_commission_why')} />
  const value = (text: string) => <Amount value={text} currency={VALUED_IN} />
  return (
    <ul>
      {months.map(({ month, held, paid, unpaid }) => (
        <li key={month} className="border-t border-line gutter py-3 first:border-0">
          <h3 className="pb-1 text-15">{monthName(month, locale)}</h3>
          <KeyValue
            lines={[
              { name: t('invite_pages.paid'), value: value(paid), isStrong: true },
              { name: t('invite_pages.held'), value: value(held) },
              { name: t('invite_pages.unpaid'), value: value(unpaid) },
            ]}
          />
        </li>
      ))}
    </ul>
  )
}
