import type { ReactNode } from 'react'
import { currencies } from '#domain/money/currencies.ts'
import { type Reason, reasonText } from '#domain/reasons.ts'
import { eventKinds } from '#domain/statement/events.ts'
import { walletTypes } from '#domain/wallet/wallet-types.ts'
import { monthFilter } from '#web/features/records/common-filters.ts'
import { FilterChips, type FilterList } from '#web/features/records/filter-chips.tsx'
import {
  type StatementFilter,
  type StatementView,
  statementViews,
} from '#web/features/statement/statement-filter.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'

interface ChipsProps {
  filter: StatementFilter
  onChange(name: keyof StatementFilter, value: string | undefined): void
}

/** How the statement is read, and of which month. */
export function ViewChips({
  view,
  onView,
  filter,
  onChange,
}: ChipsProps & { view: StatementView; onView(view: StatementView): void }) {
  const { t, locale } = useTexts()
  return (
    <div className="flex items-center justify-between">
      <Chips
        label={t('statement_pages.view')}
        choices={statementViews.map((id) => ({ id, label: t(`statement_pages.by_${id}`) }))}
        value={view}
        onChange={onView}
      />
      <FilterChips lists={[monthFilter(t, locale)]} filter={filter} onChange={onChange} />
    </div>
  )
}

/** What the statement is narrowed to, as chips. */
export function StatementChips({
  filter,
  view,
  reasons,
  onChange,
  children,
}: ChipsProps & {
  view: StatementView
  /** Another way to narrow it, behind them. */
  children?: ReactNode
  /** Those that can be chosen. */
  reasons: readonly Reason[]
}) {
  const { t } = useTexts()
  const anyType = { id: '', label: t('common.any_type') }
  const lists: FilterList<keyof StatementFilter>[] = [
    {
      name: 'currency',
      label: t('wallet.coin'),
      choices: [
        { id: '', label: t('statement_pages.all_coins') },
        ...currencies.map(({ code, name }) => ({ id: code, label: code, note: name })),
      ],
    },
    {
      name: 'walletType',
      label: t('statement_pages.account'),
      choices: [
        { id: '', label: t('statement_pages.all_accounts') },
        ...walletTypes.map((walletType) => ({ id: walletType, label: t(`wallet.type_${walletType}`) })),
      ],
    },
    view === 'event'
      ? {
          name: 'kind',
          label: t('statement_pages.type'),
          choices: [
            anyType,
            ...eventKinds.map((kind) => ({ id: kind, label: t(`statement_pages.kind_${kind}`) })),
          ],
        }
      : {
          name: 'reason',
          label: t('statement_pages.type'),
          choices: [anyType, ...reasons.map((reason) => ({ id: reason, label: t(reasonText(reason)) }))],
        },
  ]
  return (
    <FilterChips lists={lists} filter={filter} onChange={onChange}>
      {children}
    </FilterChips>
  )
}
