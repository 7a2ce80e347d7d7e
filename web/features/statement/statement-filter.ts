import { currencies } from '#domain/money/currencies.ts'
import { type Reason, reasons } from '#domain/reasons.ts'
import { type WalletType, walletTypes } from '#domain/wallet/wallet-types.ts'
import type { Product } from '#web/products/product.ts'

/** What the statement is narrowed to; it lives in the URL, so that a view can be shared and come back to. */
export interface StatementFilter {
  readonly currency?: string
  readonly walletType?: WalletType
  readonly reason?: Reason
  /** A month as yyyy-mm, in the reader's time zone. */
  readonly month?: string
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
export function readFilter(search: URLSearchParams, offered: readonly Reason[]): StatementFilter {
  const reason = offered.find((name) => name === search.get('reason'))
  const month = search.get('month') ?? undefined
  return {
    ...readWalletFilter(search),
    ...(reason && { reason }),
    ...(month && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && { month }),
  }
}

/** The filter as the calls take it. */
export function toQuestion({ month, ...filter }: StatementFilter) {
  if (month === undefined) return filter
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    ...filter,
    fromMs: String(new Date(year, number - 1, 1).getTime()),
    toMs: String(new Date(year, number, 1).getTime()),
  }
}

/** The last twelve months, newest first, as yyyy-mm. */
export function lastMonths(nowMs: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: 12 }, (_, back) => {
    const month = new Date(now.getFullYear(), now.getMonth() - back, 1)
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`
  })
}

/** A month in words. @example monthName('2026-11', 'en') // 'Nov 2026' */
export function monthName(month: string, locale: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' }).format(
    new Date(year, number - 1, 1),
  )
}
