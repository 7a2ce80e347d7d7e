import { isDecimal } from '#domain/money/amount.ts'
import { currencies } from '#domain/money/currencies.ts'
import { type Reason, reasons } from '#domain/reasons.ts'
import { type EventKind, eventKinds } from '#domain/statement/events.ts'
import { type WalletType, walletTypes } from '#domain/wallet/wallet-types.ts'
import { isMonth, monthRange } from '#web/features/time/months.ts'
import type { Product } from '#web/products/product.ts'

/** What the statement is narrowed to; it lives in the URL, so that a view can be shared and come back to. */
export interface StatementFilter {
  readonly currency?: string
  readonly walletType?: WalletType
  readonly reason?: Reason
  /** Of events; of entries it is the reason. */
  readonly kind?: EventKind
  /** A month as yyyy-mm, in the reader's time zone. */
  readonly month?: string
  /** Of entries: between which amounts, as typed. */
  readonly least?: string
  readonly most?: string
}

/** The reasons that a customer's statement can show: those that a product of the app brings. */
export const customerReasons = (products: readonly Product[]): Reason[] =>
  reasons.filter((reason) => products.some((product) => product.reasons?.[reason] !== undefined))

/** Reads from a URL which coin and which wallet type are meant; what does not exist is left out. */
export function readWalletFilter(search: URLSearchParams): Pick<StatementFilter, 'currency' | 'walletType'> {
  const currency = currencies.find(({ code }) => code === search.get('currency'))?.code
  const walletType = walletTypes.find((name) => name === search.get('walletType'))
  return { ...(currency && { currency }), ...(walletType && { walletType }) }
}

/** Reads a filter from a URL; what does not exist, or is not among the reasons offered, is left out. */
export function readFilter(
  search: URLSearchParams,
  offered: readonly Reason[],
): { -readonly [Name in keyof StatementFilter]: StatementFilter[Name] } {
  const reason = offered.find((name) => name === search.get('reason'))
  const kind = eventKinds.find((name) => name === search.get('kind'))
  const month = search.get('month') ?? undefined
  const [least, most] = [search.get('least') ?? '', search.get('most') ?? '']
  return {
    ...readWalletFilter(search),
    ...(reason && { reason }),
    ...(kind && { kind }),
    ...(month && isMonth(month) && { month }),
    ...(isDecimal(least) && { least }),
    ...(isDecimal(most) && { most }),
  }
}

/** The two ways to read the statement: a row for what happened, or one for each transfer. */
export const statementViews = ['event', 'entry'] as const
export type StatementView = (typeof statementViews)[number]

/** Which of them a URL asks for: one that narrows to a reason means entries. */
export const readView = (search: URLSearchParams): StatementView =>
  search.get('view') === 'entry' || search.has('reason') ? 'entry' : 'event'

/** What one of the views alone is narrowed by. */
export const ofOneView: Readonly<Record<StatementView, readonly (keyof StatementFilter)[]>> = {
  event: ['kind'],
  entry: ['reason', 'least', 'most'],
}

/** The filter as the calls take it. */
export function toQuestion({ month, least, most, ...filter }: StatementFilter) {
  return {
    ...filter,
    ...(month !== undefined && monthRange(month)),
    ...(least !== undefined && { minAmount: least }),
    ...(most !== undefined && { maxAmount: most }),
  }
}
