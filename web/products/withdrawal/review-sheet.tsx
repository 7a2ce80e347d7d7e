import { useNavigate } from 'react-router'
import { requestWithdrawal, withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { PayoutConfirmation } from '#web/features/withdrawal/payout-confirmation.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue, type KeyValueLine } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { figuresOf } from './draft.ts'
import { LimitBar } from './limit-bar.tsx'
import type { Terms, Way } from './withdraw-form.tsx'

/** A withdrawal before it is asked for: the exact figures, then what confirms them. */
export function ReviewSheet({
  way,
  terms,
  typed,
  feeName,
  lines,
  input,
  onClose,
}: {
  way: Way
  terms: Terms
  typed: string
  feeName: string
  /** Where it goes. */
  lines: readonly KeyValueLine[]
  /** The same as the call takes it. */
  input: { network: string; address: string } | { cardId: string }
  onClose(): void
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { currency } = way
  const { fee, receive } = figuresOf(typed, way)
  const value = way.unitValue === null ? undefined : Number(typed) * Number(way.unitValue)
  const isReviewed = terms.isFirst || (value !== undefined && value > Number(terms.reviewedAbove))
  const show = (text: string) => `${amount(text)} ${currency}`
  return (
    <Sheet isOpen onClose={onClose} title={t('withdrawal_pages.review')}>
      <div className="pt-2 pb-3">
        <KeyValue
          ruled
          lines={[
            { name: t('withdrawal_pages.amount'), value: show(typed) },
            { name: feeName, value: `−${show(fee)}` },
            { name: t('withdrawal_pages.receive'), value: show(receive), isStrong: true },
            ...lines,
            {
              name: t('withdrawal_pages.time'),
              value: t(
                way.cardKind !== null
                  ? 'withdrawal_pages.time_card'
                  : isReviewed
                    ? 'withdrawal_pages.time_reviewed'
                    : 'withdrawal_pages.time_soon',
                { hours: terms.reviewHours },
              ),
            },
            { name: t('withdrawal_pages.cancel'), value: t('withdrawal_pages.cancel_free') },
          ]}
        />
        <LimitBar terms={terms} more={value ?? 0} />
      </div>
      <PayoutConfirmation
        endpoint={requestWithdrawal}
        input={{ currency, amount: typed, fee, ...input }}
        terms={terms}
        termsCall={withdrawalTerms}
        action={t('withdrawal_pages.action', { amount: amount(typed), currency })}
        note={t('withdrawal_pages.held_note')}
        onDone={({ id }) => {
          toast(t('withdrawal_pages.requested'))
          navigate(toPage('pages/fund/withdraw', { id }), { replace: true })
        }}
      />
    </Sheet>
  )
}
