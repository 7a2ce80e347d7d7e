import { currencies } from '#domain/money/currencies.ts'
import { type Reason, reasonText } from '#domain/reasons.ts'
import { walletTypes } from '#domain/wallet/wallet-types.ts'
import { FilterChips, type FilterList } from '#web/features/records/filter-chips.tsx'
import type { StatementFilter } from '#web/features/statement/statement-filter.ts'
import { lastMonths, monthName } from '#web/features/time/months.ts'
import { useTexts } from '#web/texts/texts.ts'

/** The statement's four filters as chips; each opens its choices. A chosen one is white on grey. */
export function StatementChips({
  filter,
  reasons,
  onChange,
}: {
  filter: StatementFilter
  /** Those that can be chosen. */
  reasons: readonly Reason[]
  onChange(name: keyof StatementFilter, value: string | undefined): void
}) {
  const { t, locale } = useTexts()
  const lists: FilterList<keyof StatementFilter>[] = [
    {
      name: 'currency',
      label: t('wallet.coin'),
      choices: [
        { id: '', label: t('statement.all_coins') },
        ...currencies.map(({ code, name }) => ({ id: code, label: code, note: name })),
      ],
    },
    {
      name: 'walletType',
      label: t('statement.account'),
      choices: [
        { id: '', label: t('statement.all_accounts') },
        ...walletTypes.map((walletType) => ({ id: walletType, label: t(`wallet.type_${walletType}`) })),
      ],
    },
    {
      name: 'reason',
      label: t('statement.type'),
      choices: [
        { id: '', label: t('statement.any_type') },
        ...reasons.map((reason) => ({ id: reason, label: t(reasonText(reason)) })),
      ],
    },
    {
      name: 'month',
      label: t('statement.period'),
      choices: [
        { id: '', label: t('statement.any_time') },
        ...lastMonths(Date.now()).map((month) => ({ id: month, label: monthName(month, locale) })),
      ],
    },
  ]
  return <FilterChips lists={lists} filter={filter} onChange={onChange} />
}
