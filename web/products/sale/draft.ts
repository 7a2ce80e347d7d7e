import { type CardKind, decideCardUse } from '#domain/card/rules.ts'
import { type Refused, refused } from '#domain/errors.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'

/** A card that a sale can be paid to, as far as the draft is checked against it. */
interface DraftCard {
  readonly id: string
  readonly kind: CardKind
  readonly savedAtMs: number
}

/** What is wrong with a sale while it is being written, as the server would say, and what is asked a quote for. */
export interface SaleDraft {
  /** Said at the amount; `undefined` while nothing is typed. */
  readonly amount: Refused | undefined
  /** Said at the cards. */
  readonly card: Refused | undefined
  /** What a quote is asked for; `undefined` while it would be refused. */
  readonly wanted: { readonly currency: string; readonly amount: string; readonly cardId: string } | undefined
}

/**
 * Checks what is typed before a quote is asked for; what depends on the price, the quote says.
 *
 * Refuses: (by returning) INSUFFICIENT_BALANCE for the amount, CARD_NEW for the card.
 */
export function readDraft(
  typed: string,
  coin: { readonly code: string; readonly available: string },
  card: DraftCard | undefined,
  nowMs: number,
): SaleDraft {
  const decimals = findCurrency(coin.code)?.decimals ?? 8
  const text = typed.replace(/\.$/, '')
  const amount = parseDecimal(text, decimals) ?? 0n
  const isMore = amount > (parseDecimal(coin.available, decimals) ?? 0n)
  const use = card && decideCardUse(card.savedAtMs, nowMs)
  return {
    amount: isMore ? refused('INSUFFICIENT_BALANCE') : undefined,
    card: use && !use.ok ? use : undefined,
    wanted:
      amount > 0n && !isMore && card && use?.ok
        ? { currency: coin.code, amount: text, cardId: card.id }
        : undefined,
  }
}

/** Whether something stands against any sale: what, is said above the form. */
export const isSaleStopped = (terms: {
  readonly isVerified: boolean
  readonly hasPayPassword: boolean
  readonly isPaused: boolean
  readonly heldUntilMs: number | null
  readonly nightLockedUntilMs: number | null
}): boolean =>
  !terms.isVerified ||
  !terms.hasPayPassword ||
  terms.isPaused ||
  terms.heldUntilMs !== null ||
  terms.nightLockedUntilMs !== null

/** The card that a page begins with: the one that is asked for, else the first that can be used, else the first. */
export const chosenCard = <Card extends DraftCard>(
  cards: readonly Card[],
  asked: string | undefined,
  nowMs: number,
): Card | undefined =>
  cards.find(({ id }) => id === asked) ??
  cards.find(({ savedAtMs }) => decideCardUse(savedAtMs, nowMs).ok) ??
  cards[0]
