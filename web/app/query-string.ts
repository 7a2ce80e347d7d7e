/** How a list stands in a query: `a[0]=1&a[1]=2`, `a[]=1&a[]=2`, `a=1&a=2` or `a=1,2`. */
export type ListFormat = 'indices' | 'brackets' | 'repeat' | 'comma'

type One = string | number | boolean
export type QueryValues = Readonly<Record<string, One | readonly One[] | null | undefined>>

/**
 * A query of these values, without its question mark; what is empty is left out, in a list too.
 *
 * Source: the specification, section 9; calls of ours have lists by `comma`.
 * @example queryString({ symbols: ['BTC-USDT', 'AAPL'] }, 'repeat') // 'symbols=BTC-USDT&symbols=AAPL'
 */
export function queryString(values: QueryValues, format: ListFormat = 'comma'): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    const parts = [value ?? ''].flat().map(String).filter(Boolean)
    const suffix = (Array.isArray(value) && suffixes[format]) || ''
    for (const [at, part] of (format === 'comma' ? [parts.join()] : parts).entries())
      if (part) query.append(name + suffix.replace('n', String(at)), part)
  }
  return query.toString()
}

const suffixes: Readonly<Partial<Record<ListFormat, string>>> = { indices: '[n]', brackets: '[]' }
