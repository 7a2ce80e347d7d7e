import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CardView } from '#domain/card/contract.ts'
import { cardText } from '#domain/card/masked.ts'
import {
  quoteSale,
  type SaleQuote,
  type SaleTermsView,
  saleTerms,
  submitSale,
} from '#domain/sale/contract.ts'
import { PAID_CURRENCY } from '#domain/sale/rules.ts'
import type { ApiError } from '#web/app/api-error.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { PayoutConfirmation } from '#web/features/withdrawal/payout-confirmation.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { figureLines } from './figures.tsx'

/**
 * A sale before it is made: the exact figures, renewed while they run out, then what confirms them. What stands there when
 * the button is pressed is what is sold at.
 */
export function ReviewSheet({
  terms,
  card,
  shown,
  feeName,
  error,
  canSell,
  secondsLeft,
  onPending,
  onClose,
}: {
  terms: SaleTermsView
  card: CardView
  shown: SaleQuote
  feeName: string
  /** Why there is no newer quote. */
  error: ApiError | null
  canSell: boolean
  /** How long the figures hold; `undefined` while they are being sold at. */
  secondsLeft: number | undefined
  onPending(isPending: boolean): void
  onClose(): void
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const sold = `${amount(shown.amount)} ${shown.currency}`
  const receive = `${amount(shown.receive)} ${PAID_CURRENCY}`
  return (
    <Sheet isOpen onClose={onClose} title={t('sale_pages.review')}>
      <div className="pt-2 pb-3">
        <KeyValue
          ruled
          lines={[
            { name: t('sale_pages.sold'), value: sold },
            ...figureLines(shown, feeName, t),
            { name: t('sale_pages.card'), value: cardText(card) },
            { name: t('sale_pages.receive'), value: receive, isStrong: true },
            {
              name: t('withdrawal_pages.time'),
              value: t('sale_pages.time_usual', { hours: terms.payHours }),
            },
            {
              name: t('sale_pages.price_holds'),
              value: secondsLeft === undefined ? '—' : t('sale_pages.seconds', { seconds: secondsLeft }),
            },
          ]}
        />
        <FormError text={error?.message} />
      </div>
      <PayoutConfirmation
        endpoint={submitSale}
        input={canSell ? { quoteId: shown.quoteId } : undefined}
        terms={terms}
        termsCall={saleTerms}
        action={t('sale_pages.action', { sold, receive })}
        note={t('sale_pages.held_note')}
        onPending={(isPending) => {
          onPending(isPending)
          // It may have run out on its way.
          if (!isPending) void queries.invalidateQueries({ queryKey: [quoteSale.path] })
        }}
        onDone={({ id }) => {
          toast(t('sale_pages.sold_now'))
          navigate(toPage('pages/saleCoin/dollarOrderList', { id }), { replace: true })
        }}
      />
    </Sheet>
  )
}
