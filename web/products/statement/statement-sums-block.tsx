import type { StatementSumsView } from '#domain/statement/contract.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { signedAmount } from '#web/features/statement/statement-row-button.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'

/** In, out and net of the whole statement in view. Different coins cannot be added, and it says so. */
export function StatementSumsBlock({ sums }: { sums: readonly StatementSumsView[] | null | undefined }) {
  const { t } = useTexts()
  const masked = useMasked()
  if (sums === null) return <Note text={t('statement_pages.too_many_to_add')} />
  const [only, ...others] = sums ?? []
  if (!only) return null
  if (others.length > 0) {
    const count = sums!.reduce((sum, { entries }) => sum + entries, 0)
    return <Note text={`${t('statement_pages.entries', { count })} ${t('statement_pages.choose_coin')}`} />
  }
  return (
    <dl className="figures grid grid-cols-3 items-end gap-2 border-b border-line gutter pt-1 pb-3">
      <Sum name={t('statement_pages.in')} value={masked(amount(only.in))} />
      <Sum name={t('statement_pages.out')} value={masked(amount(only.out))} />
      <Sum
        name={t('statement_pages.net_of', { count: only.entries })}
        value={masked(signedAmount(only.net))}
        isLast
      />
    </dl>
  )
}

function Note({ text }: { text: string }) {
  return <p className="border-b border-line gutter pt-1 pb-3 text-12 text-t3">{text}</p>
}

function Sum({ name, value, isLast = false }: { name: string; value: string; isLast?: boolean }) {
  return (
    <div className={isLast ? 'text-right' : ''}>
      <dt className="text-12 text-t2">{name}</dt>
      <dd className="text-13 font-semibold break-all xs:text-15">{value}</dd>
    </div>
  )
}
