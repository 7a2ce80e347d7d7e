/** Months as yyyy-mm, in the reader's time zone: what lists are narrowed to. */

/** Whether a text names a month. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** The moments that a month lies between, as the calls take them. */
export function monthRange(month: string): { readonly fromMs: string; readonly toMs: string } {
  const [year, number] = partsOf(month)
  return {
    fromMs: String(new Date(year, number - 1, 1).getTime()),
    toMs: String(new Date(year, number, 1).getTime()),
  }
}

/** The last twelve months, newest first. */
export function lastMonths(nowMs: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: 12 }, (_, back) => {
    const month = new Date(now.getFullYear(), now.getMonth() - back, 1)
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`
  })
}

/** A month in words. @example monthName('2026-11', 'en') // 'Nov 2026' */
export function monthName(month: string, locale: string): string {
  const [year, number] = partsOf(month)
  return new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' }).format(
    new Date(year, number - 1, 1),
  )
}

function partsOf(month: string): readonly [year: number, number: number] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return [year, number]
}
