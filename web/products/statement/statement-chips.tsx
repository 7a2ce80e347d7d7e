import { currencies } from '#domain/money/currencies.ts'
import { type Reason, reasonText } from '#domain/reasons.ts'
import { walletTypes } from '#domain/wallet/wallet-types.ts'
import { lastMonths, monthName, type StatementFilter } from '#web/features/statement/statement-filter.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { type ExplainedChoice, Select } from '#web/ui/select-sheet.tsx'

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
  const lists: Record<keyof StatementFilter, { label: string; choices: ExplainedChoice<string>[] }> = {
    currency: {
      label: t('wallet.coin'),
      choices: [
        { id: '', label: t('statement.all_coins') },
        ...currencies.map(({ code, name }) => ({ id: code, label: code, note: name })),
      ],
    },
    walletType: {
      label: t('statement.account'),
      choices: [
        { id: '', label: t('statement.all_accounts') },
        ...walletTypes.map((walletType) => ({ id: walletType, label: t(`wallet.type_${walletType}`) })),
      ],
    },
    reason: {
      label: t('statement.type'),
      choices: [
        { id: '', label: t('statement.any_type') },
        ...reasons.map((reason) => ({ id: reason, label: t(reasonText(reason)) })),
      ],
    },
    month: {
      label: t('statement.period'),
      choices: [
        { id: '', label: t('statement.any_time') },
        ...lastMonths(Date.now()).map((month) => ({ id: month, label: monthName(month, locale) })),
      ],
    },
  }
  return (
    <div className="no-scrollbar flex h-11 items-center overflow-x-auto px-4">
      {(Object.keys(lists) as (keyof StatementFilter)[]).map((name) => (
        <Select
          key={name}
          label={lists[name].label}
          choices={lists[name].choices}
          value={filter[name] ?? ''}
          onChange={(value) => onChange(name, value || undefined)}
          className={cx(
            'target !h-8 shrink-0 rounded-8 px-3',
            filter[name] ? 'bg-s2 font-semibold text-t1' : 'text-t2',
          )}
        />
      ))}
    </div>
  )
}
