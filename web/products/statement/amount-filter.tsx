import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { parseDecimal } from '#domain/money/amount.ts'
import { chipClass } from '#web/features/records/filter-chips.tsx'
import type { StatementFilter } from '#web/features/statement/statement-filter.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** As many as any currency has. */
const DECIMALS = 18

type Range = Pick<StatementFilter, 'least' | 'most'>

/** Narrows entries to amounts between two, or to exactly one; a chip that opens its form. */
export function AmountFilter({
  filter,
  onChange,
}: {
  filter: Range
  onChange(range: { least: string | undefined; most: string | undefined }): void
}) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={cx(
          'press figures flex items-center gap-1.5 text-13 whitespace-nowrap',
          chipClass(isNarrowed(filter)),
        )}
      >
        <span>
          <span className="sr-only">{t('statement_pages.amount')}: </span>
          {isNarrowed(filter) ? shown(filter) : t('statement_pages.any_amount')}
        </span>
        <ChevronDown aria-hidden size={14} className="shrink-0" />
      </button>
      {isOpen && <AmountSheet filter={filter} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  )
}

const isNarrowed = ({ least, most }: Range): boolean => least !== undefined || most !== undefined

/** @example '≥ 5', '5–10', '= 5' */
function shown({ least, most }: Range): string {
  if (least !== undefined && least === most) return `= ${amount(least, 0)}`
  if (least === undefined) return `≤ ${amount(most ?? '', 0)}`
  return most === undefined ? `≥ ${amount(least, 0)}` : `${amount(least, 0)}–${amount(most, 0)}`
}

function AmountSheet({
  filter,
  onChange,
  onClose,
}: Parameters<typeof AmountFilter>[0] & { onClose(): void }) {
  const { t } = useTexts()
  const [least, setLeast] = useState(filter.least ?? '')
  const [most, setMost] = useState(filter.most ?? '')
  const isCrossed = least !== '' && most !== '' && isAbove(least, most)
  function apply(range: Range): void {
    onChange({ least: range.least || undefined, most: range.most || undefined })
    onClose()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('statement_pages.amount')}
      text={t('statement_pages.amount_why')}
    >
      <form
        className="flex flex-col gap-3 pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isCrossed) apply({ least: plain(least), most: plain(most) })
        }}
      >
        <DecimalField
          label={t('statement_pages.least')}
          value={least}
          decimals={DECIMALS}
          onChange={setLeast}
        />
        <DecimalField
          label={t('statement_pages.most')}
          value={most}
          decimals={DECIMALS}
          error={isCrossed ? t('statement_pages.least_above_most') : undefined}
          onChange={setMost}
        />
        <Button type="submit" kind="primary" className="w-full" disabled={isCrossed}>
          {t('statement_pages.show_entries')}
        </Button>
        {isNarrowed(filter) && (
          <Button className="w-full" onClick={() => apply({})}>
            {t('statement_pages.any_amount')}
          </Button>
        )}
      </form>
    </Sheet>
  )
}

const plain = (text: string): string => text.replace(/\.$/, '')

const isAbove = (one: string, other: string): boolean =>
  (parseDecimal(plain(one), DECIMALS) ?? 0n) > (parseDecimal(plain(other), DECIMALS) ?? 0n)
