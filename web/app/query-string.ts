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
    if (!Array.isArray(value) || format === 'comma') {
      if (parts.length > 0) query.append(name, parts.join())
      continue
    }
    for (const [at, part] of parts.entries()) query.append(name + suffixes[format](at), part)
  }
  return query.toString()
}

const suffixes: Readonly<Record<Exclude<ListFormat, 'comma'>, (at: number) => string>> = {
  indices: (at) => `[${at}]`,
  brackets: () => '[]',
  repeat: () => '',
}
