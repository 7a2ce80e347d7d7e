import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { signedAmount } from './bill-row-button.tsx'
import { type BillRow, billSums } from './bill-rows.ts'
import { useMasked } from './use-masked.ts'

/** In, out and net of what is listed. Different coins cannot be added, and it says so. */
export function BillSumsBlock({ rows, hasMore }: { rows: readonly BillRow[]; hasMore: boolean }) {
  const { t } = useTexts()
  const masked = useMasked()
  if (rows.length === 0) return null
  const sums = billSums(rows)
  if (!sums) {
    const count = rows.reduce((sum, row) => sum + row.entries.length, 0)
    return (
      <p className="border-b border-line gutter pt-1 pb-3 text-12 text-t3">
        {t(hasMore ? 'wallet.entries_so_far' : 'wallet.entries', { count })} {t('wallet.choose_coin')}
      </p>
    )
  }
  return (
    <dl className="figures grid grid-cols-3 items-end gap-2 border-b border-line gutter pt-1 pb-3">
      <Sum name={t('wallet.in')} value={masked(amount(sums.in))} />
      <Sum name={t('wallet.out')} value={masked(amount(sums.out))} />
      <Sum
        name={t(hasMore ? 'wallet.net_so_far' : 'wallet.net_of', { count: sums.entries })}
        value={masked(signedAmount(sums.net))}
        isLast
      />
    </dl>
  )
}

function Sum({ name, value, isLast = false }: { name: string; value: string; isLast?: boolean }) {
  return (
    <div className={isLast ? 'text-right' : ''}>
      <dt className="text-12 text-t2">{name}</dt>
      <dd className="text-13 font-semibold break-all xs:text-15">{value}</dd>
    </div>
  )
}
