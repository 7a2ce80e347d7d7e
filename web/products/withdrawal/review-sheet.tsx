import { useNavigate } from 'react-router'
import { networkOf } from '#domain/deposit/networks.ts'
import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { requestWithdrawal, type SavedAddress, withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { PayoutConfirmation } from '#web/features/withdrawal/payout-confirmation.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { LimitBar } from './limit-bar.tsx'
import type { Terms, Way } from './withdraw-form.tsx'

/** A withdrawal before it is asked for: the exact figures, then what confirms them. */
export function ReviewSheet({
  way,
  terms,
  address,
  typed,
  onClose,
}: {
  way: Way
  terms: Terms
  address: SavedAddress
  typed: string
  onClose(): void
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { currency, network, fee } = way
  const decimals = findCurrency(currency)?.decimals ?? 8
  const receive = formatDecimal(
    (parseDecimal(typed, decimals) ?? 0n) - (parseDecimal(fee, decimals) ?? 0n),
    decimals,
  )
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
            { name: t('withdrawal_pages.fee'), value: `−${show(fee)}` },
            { name: t('withdrawal_pages.receive'), value: show(receive), isStrong: true },
            {
              name: address.name,
              value: <span className="font-mono text-13 break-all">{address.address}</span>,
            },
            {
              name: t('withdrawal_pages.network'),
              value: t('withdrawal_pages.confirmations', {
                name: networkOf(network).name,
                count: way.confirmationsNeeded,
              }),
            },
            {
              name: t('withdrawal_pages.time'),
              value: t(isReviewed ? 'withdrawal_pages.time_reviewed' : 'withdrawal_pages.time_soon'),
            },
            { name: t('withdrawal_pages.cancel'), value: t('withdrawal_pages.cancel_free') },
          ]}
        />
        <LimitBar terms={terms} more={value ?? 0} />
      </div>
      <PayoutConfirmation
        endpoint={requestWithdrawal}
        input={{ currency, network, amount: typed, address: address.address }}
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
