import { parseDecimal } from '#domain/money/amount.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'

/** What a customer says of a deposit, while they are writing it. */
export interface Claim {
  readonly amount: string
  readonly hashTail: string
  readonly sender: string
}

export const emptyClaim: Claim = { amount: '', hashTail: '', sender: '' }

/** What is wrong with each field; a field that is right is left out. */
export interface ClaimErrors {
  readonly amount?: 'amount_invalid' | 'amount_small'
  readonly hashTail?: 'tail_invalid'
  readonly sender?: 'sender_missing' | 'sender_characters'
}

/**
 * Checks a claim before it is sent, as the server will.
 *
 * Source: specification section 5: last 6 digits of the hash correct, remitter name required.
 */
export function validateClaim(claim: Claim, currency: string, minimum: string): ClaimErrors {
  const decimals = decimalsOf(currency)
  const amount = parseDecimal(claim.amount.replace(/\.$/, ''), decimals)
  const least = parseDecimal(minimum, decimals) ?? 0n
  return {
    ...((amount === undefined || amount === 0n) && { amount: 'amount_invalid' as const }),
    ...(amount !== undefined && amount > 0n && amount < least && { amount: 'amount_small' as const }),
    ...(!/^[0-9A-Za-z]{6}$/.test(claim.hashTail) && { hashTail: 'tail_invalid' as const }),
    ...(claim.sender.trim() === '' && { sender: 'sender_missing' as const }),
    ...(!isPlainText(claim.sender.trim()) && { sender: 'sender_characters' as const }),
  }
}

/**
 * The last six characters of whatever was pasted: a whole hash, or only its end.
 * @example tailOf('0x9f3c…a81cf03d') // '1cf03d'
 */
export const tailOf = (typed: string): string => typed.replace(/[^0-9A-Za-z]/g, '').slice(-6)
