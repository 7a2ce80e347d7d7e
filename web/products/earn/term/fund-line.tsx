import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { sumOf } from '#web/features/money/decimals.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { CordColumn } from '#web/ui/cord-column.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { AppTermKind } from './kind.ts'

interface Fund {
  readonly currency: string
  readonly reserved: string
  readonly free: string
}

/** Where the interest comes from; tapping shows the fund's balances. */
export function FundLine({ kind, funds }: { kind: AppTermKind; funds: readonly Fund[] }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  if (funds.length === 0) return null
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="press flex min-h-14 w-full items-center gap-3 gutter py-3 text-left text-13 text-t2"
      >
        <Bob size={16} />
        <span className="min-w-0 flex-1">{t(kind.texts.fromFund)}</span>
        <ChevronRight aria-hidden size={14} className="shrink-0 text-t3" />
      </button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('earn_pages.fund')}
        text={t('earn_pages.fund_why')}
      >
        {funds.map(({ currency, reserved, free }) => (
          <section key={currency} aria-label={currency} className="pt-2">
            <CordColumn
              rows={[
                {
                  key: 'reserved',
                  name: t('earn_pages.fund_reserved'),
                  note: t('earn_pages.fund_reserved_note'),
                  value: amount(reserved),
                },
                {
                  key: 'free',
                  name: t('earn_pages.fund_free'),
                  note: t('earn_pages.fund_free_note'),
                  value: amount(free),
                },
              ]}
              sumName={currency}
              sum={amount(sumOf([reserved, free], currency))}
            />
          </section>
        ))}
      </Sheet>
    </>
  )
}
