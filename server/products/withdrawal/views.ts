import { formatDecimal } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { SavedAddress, WithdrawalView } from '#domain/withdrawal/contract.ts'
import { can, LIMIT_DECIMALS, usableAtMs } from '#domain/withdrawal/rules.ts'
import type { SavedAddressRow } from './address-book.ts'
import type { Withdrawal } from './store.ts'

/** A withdrawal as its customer sees it. */
export function withdrawalView(withdrawal: Withdrawal): WithdrawalView {
  const { id, currency, status, amount, fee, value, needsReview, card, txid } = withdrawal
  const { customerId: _, addressId, addressSavedAtMs, holdId, payer, ...rest } = withdrawal
  const show = (units: bigint) => formatAmount(units, currency)
  return {
    ...withoutReview(rest),
    id: String(id),
    amount: show(amount),
    fee: show(fee),
    receive: show(amount - fee),
    value: formatDecimal(value, LIMIT_DECIMALS),
    isReviewed: needsReview,
    canCancel: can('cancel', status),
    txid: card ? null : txid,
    bankReference: card && txid,
  }
}

const withoutReview = <Rest extends { needsReview: boolean }>({ needsReview: _, ...rest }: Rest) => rest

/** A saved address as its customer sees it. */
export const addressView = ({ id, savedAtMs, ...rest }: SavedAddressRow): SavedAddress => ({
  ...rest,
  id: String(id),
  savedAtMs,
  usableAtMs: usableAtMs(savedAtMs),
})
