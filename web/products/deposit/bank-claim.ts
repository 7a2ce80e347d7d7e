import { askedFor, type BankClaim, type BankWay, isDay, paidOnRange } from '#domain/deposit/bank.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'

/** What a customer says of a bank's payment, while they are writing it. */
export interface BankDraft {
  readonly amount: string
  readonly remitter: string
  readonly remitterBank: string
  readonly lastDigits: string
  readonly paidOn: string
}

export const emptyDraft: BankDraft = {
  amount: '',
  remitter: '',
  remitterBank: '',
  lastDigits: '',
  paidOn: '',
}

/** What is wrong with each field; a field that is right is left out. */
export interface BankDraftErrors {
  readonly amount?: 'invalid' | 'small' | 'large'
  readonly remitter?: 'missing' | 'characters'
  readonly remitterBank?: 'missing' | 'characters'
  readonly lastDigits?: 'invalid'
  readonly paidOn?: 'invalid'
}

/** Whether a way asks for something, or only takes it. */
export const isAskedFor = (way: BankWay, field: keyof BankClaim): boolean => askedFor[way].includes(field)

/** Checks a draft before it is sent, as the server will. */
export function validateDraft(
  draft: BankDraft,
  way: BankWay,
  { currency, minimum, maximum }: { currency: string; minimum: string; maximum: string },
  nowMs: number,
): BankDraftErrors {
  const decimals = decimalsOf(currency)
  const amount = parseDecimal(draft.amount.replace(/\.$/, ''), decimals) ?? 0n
  const isMissing = (field: 'remitterBank' | 'lastDigits' | 'paidOn') =>
    draft[field].trim() === '' && isAskedFor(way, field)
  const { from, to } = paidOnRange(nowMs)
  const isDayRight =
    draft.paidOn === '' || (isDay(draft.paidOn) && draft.paidOn >= from && draft.paidOn <= to)
  return {
    ...(amount === 0n
      ? { amount: 'invalid' as const }
      : amount < (parseDecimal(minimum, decimals) ?? 0n)
        ? { amount: 'small' as const }
        : amount > (parseDecimal(maximum, decimals) ?? 0n) && { amount: 'large' as const }),
    ...(draft.remitter.trim() === ''
      ? { remitter: 'missing' as const }
      : !isPlainText(draft.remitter) && { remitter: 'characters' as const }),
    ...(isMissing('remitterBank')
      ? { remitterBank: 'missing' as const }
      : !isPlainText(draft.remitterBank) && { remitterBank: 'characters' as const }),
    ...((isMissing('lastDigits') || !/^(\d{4})?$/.test(draft.lastDigits)) && {
      lastDigits: 'invalid' as const,
    }),
    ...((isMissing('paidOn') || !isDayRight) && { paidOn: 'invalid' as const }),
  }
}
