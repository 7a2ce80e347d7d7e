import { reasonText } from '#domain/reasons.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount, isZero, signed } from '#web/format/number.ts'
import { timeOfDay } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import type { StatementRow } from './statement-rows.ts'

/** An amount with its sign and no idle zeros. @example signedAmount('-25.0000000') // '−25.00' */
export function signedAmount(decimal: string): string {
  const plain = amount(decimal)
  return isZero(decimal) || decimal.startsWith('-') ? plain : signed(plain.replaceAll(',', ''))
}

/** One transfer of the statement. What only moved between the customer's wallets is grey and has no sign. */
export function StatementRowButton({ row, onOpen }: { row: StatementRow; onOpen(): void }) {
  const { t } = useTexts()
  const masked = useMasked()
  const isInner = isZero(row.net)
  const places = [...new Set(row.entries.map((entry) => t(`wallet.type_${entry.walletType}`)))]
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press block w-full gutter text-left focus-visible:-outline-offset-2"
    >
      <span className="hairline flex min-h-15 items-center gap-3 py-2">
        <span className="min-w-0 flex-1">
          <span className="block text-15">{t(reasonText(row.reason))}</span>
          <span className="figures block text-12 text-t3">
            {places.join(' → ')} · {timeOfDay(row.atMs)}
          </span>
        </span>
        <span className="figures shrink-0 text-right">
          <span className={cx('block text-15 font-semibold', isInner ? 'text-t2' : 'text-t1')}>
            {masked(isInner ? amount(row.moved) : signedAmount(row.net))}{' '}
            <span className="text-12 font-normal text-t2">{row.currency}</span>
          </span>
          <span className="flex items-center justify-end gap-1.5 text-12 text-t3">
            <Bob size={12} />#{row.transferId.slice(-6)}
          </span>
        </span>
      </span>
    </button>
  )
}
