import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { dualProducts } from '#domain/dual/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { sumOf } from '#web/features/money/decimals.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { CordColumn } from '#web/ui/cord-column.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type Funds = OutputOf<typeof dualProducts>['escrow']

/** That both outcomes are set aside; tapping shows the balances of it. */
export function EscrowLine({ funds }: { funds: Funds }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="press flex min-h-11 w-full items-center gap-3 py-2 text-left text-15 text-t2"
      >
        <Bob size={16} />
        <span className="min-w-0 flex-1">{t('dual_pages.escrowed')}</span>
        <span className="text-gold">{t('dual_pages.check')}</span>
        <ChevronRight aria-hidden size={14} className="shrink-0 text-t3" />
      </button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('dual_pages.escrow')}
        text={t('dual_pages.escrow_why')}
      >
        {funds.map(({ currency, escrow, free }) => (
          <section key={currency} aria-label={currency} className="pt-2">
            <CordColumn
              rows={[
                {
                  ...{ key: 'escrow', name: t('dual_pages.escrow_set') },
                  ...{ note: t('dual_pages.escrow_set_note'), value: amount(escrow) },
                },
                {
                  ...{ key: 'free', name: t('dual_pages.escrow_free') },
                  ...{ note: t('dual_pages.escrow_free_note'), value: amount(free) },
                },
              ]}
              sumName={currency}
              sum={amount(sumOf([escrow, free], currency))}
            />
          </section>
        ))}
      </Sheet>
    </>
  )
}
