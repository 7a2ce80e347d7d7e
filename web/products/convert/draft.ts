import { parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { isZero } from '#web/format/number.ts'

/** What can be given, and what each can become. */
interface Given {
  readonly code: string
  readonly to: readonly string[]
}

/**
 * What a customer who has chosen nothing gives: the first that they have any of, so that dollars from a bank need not be
 * looked for; who has nothing begins with the first.
 */
export const firstHeld = (currencies: readonly Given[], availableOf: (code: string) => string): string =>
  (currencies.find(({ code }) => !isZero(availableOf(code))) ?? currencies[0]!).code

/**
 * What the URL names as far as it can be converted; else `first` is given, chosen once: were it asked of the balances anew,
 * an amount typed of one currency would become one of another when the first was emptied elsewhere.
 */
export function chosenPair(
  currencies: readonly Given[],
  first: string,
  askedFrom: string | null,
  askedTo: string | null,
): { readonly from: string; readonly to: string; readonly targets: readonly string[] } {
  const given =
    currencies.find(({ code }) => code === askedFrom) ??
    currencies.find(({ code }) => code === first) ??
    currencies[0]!
  return {
    from: given.code,
    to: given.to.find((code) => code === askedTo) ?? given.to[0]!,
    targets: given.to,
  }
}

/** The same currencies, those that the customer has some of before the others. */
export const heldFirst = (codes: readonly string[], availableOf: (code: string) => string): string[] =>
  [false, true].flatMap((isEmpty) => codes.filter((code) => isZero(availableOf(code)) === isEmpty))

/** Whether an amount that is being written is more than there is. */
export function isTooMuch(typed: string, available: string, currency: string): boolean {
  const decimals = findCurrency(currency)?.decimals ?? 8
  const [wanted, there] = [typed, available].map((one) => parseDecimal(one, decimals))
  return wanted !== undefined && there !== undefined && wanted > there
}
