import { type Refused, refused } from '#domain/errors.ts'
import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import type { HoldingView } from '#domain/wallet/contract.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'

/** A transfer between two of the customer's wallets, while it is being written. */
export interface TransferDraft {
  readonly from: WalletType
  readonly to: WalletType
  /** As typed. */
  readonly amount: string
}

/** What both wallets have available before and after. `after` is missing while the draft cannot be done. */
export interface TransferPreview {
  readonly from: { readonly before: string; readonly after: string | undefined }
  readonly to: { readonly before: string; readonly after: string | undefined }
  readonly error: Refused | undefined
}

/** What a holding has available in one wallet. */
export const availableIn = (holding: HoldingView, walletType: WalletType): string =>
  holding.wallets.find((own) => own.walletType === walletType)?.available ?? '0'

/** Both sides exchanged; the amount stays, because it is what the person means. */
export const swapped = ({ from, to, amount }: TransferDraft): TransferDraft => ({
  from: to,
  to: from,
  amount,
})

/** The draft with one side chosen anew; choosing the other side's account exchanges them. */
export function withSide(draft: TransferDraft, side: 'from' | 'to', walletType: WalletType): TransferDraft {
  const other = side === 'from' ? 'to' : 'from'
  if (draft[other] === walletType) return swapped(draft)
  return { ...draft, [side]: walletType }
}

/** What a draft would do to both wallets, and what is wrong with it, as the server would say. */
export function previewTransfer(holding: HoldingView, draft: TransferDraft): TransferPreview {
  const { decimals } = holding
  const before = { from: availableIn(holding, draft.from), to: availableIn(holding, draft.to) }
  const amount = parseDecimal(draft.amount.replace(/\.$/, ''), decimals)
  const available = parseDecimal(before.from, decimals) ?? 0n
  const error = validateDraft(draft, amount, available)
  if (error || amount === undefined)
    return {
      from: { before: before.from, after: undefined },
      to: { before: before.to, after: undefined },
      error,
    }
  const received = (parseDecimal(before.to, decimals) ?? 0n) + amount
  return {
    from: { before: before.from, after: formatDecimal(available - amount, decimals) },
    to: { before: before.to, after: formatDecimal(received, decimals) },
    error: undefined,
  }
}

function validateDraft(
  draft: TransferDraft,
  amount: bigint | undefined,
  available: bigint,
): TransferPreview['error'] {
  if (draft.from === draft.to) return refused('SAME_ACCOUNT')
  if (amount === undefined || amount === 0n) return refused('AMOUNT_INVALID')
  return amount > available ? refused('INSUFFICIENT_BALANCE') : undefined
}
