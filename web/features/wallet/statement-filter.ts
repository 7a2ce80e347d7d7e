import { currencies } from '#domain/money/currencies.ts'
import { type Reason, reasons } from '#domain/reasons.ts'
import { type WalletType, walletTypes } from '#domain/wallet/wallet-types.ts'

/** What the statement is narrowed to; it lives in the URL, so that a view can be shared and come back to. */
export interface StatementFilter {
  readonly currency?: string
  readonly walletType?: WalletType
  readonly reason?: Reason
  /** A month as yyyy-mm, in the reader's time zone. */
  readonly month?: string
}

/** Reasons that no customer's statement can show: between the platform's own accounts only. */
const platformReasons: readonly Reason[] = ['treasury-funding', 'earn-reserve', 'earn-accrual', 'earn-return']

export const customerReasons = reasons.filter((reason) => !platformReasons.includes(reason))

/** Reads a filter from a URL; what does not exist is left out. */
export function readFilter(search: URLSearchParams): StatementFilter {
  const currency = currencies.find(({ code }) => code === search.get('currency'))?.code
  const walletType = walletTypes.find((name) => name === search.get('walletType'))
  const reason = customerReasons.find((name) => name === search.get('reason'))
  const month = search.get('month') ?? undefined
  return {
    ...(currency && { currency }),
    ...(walletType && { walletType }),
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
