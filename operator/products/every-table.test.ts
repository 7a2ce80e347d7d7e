import { describe, expect, test } from 'vitest'
import { isTable, optionsOf } from '#domain/console/table.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { ListEndpoint } from '#domain/list.ts'

/** Every table of the contract is on a page with all that it takes, and every list on a page is a table with a search and a file. */

const sources = new Map(
  Object.entries(
    import.meta.glob('/operator/**/*.tsx', { query: '?raw', import: 'default', eager: true }),
  ) as [string, string][],
)
const contracts = import.meta.glob<Record<string, Endpoint>>('/domain/*/{console,contract}.ts', {
  eager: true,
})
const tables = Object.values(contracts)
  .flatMap((contract) => Object.entries(contract))
  .filter(
    (named): named is [string, ListEndpoint] =>
      typeof named[1] === 'object' && 'input' in named[1] && isTable(named[1]),
  )

/** Filters that `<DataTable>` has by itself. */
const shared = new Set([
  ...['search', 'fromMs', 'toMs', 'symbol', 'currency', 'minimum', 'maximum', 'sort', 'direction'],
  ...['page', 'limit', 'cursor', 'customer'],
])

describe('every table of the contract', () => {
  test.each(tables)('%s is shown, with its own filters and orders', (name, table) => {
    const showing = [...sources].filter(([, text]) => text.includes(`endpoint={${name}}`))
    expect(showing.length).toBeGreaterThan(0)
    const folder = showing[0]![0].replace(/[^/]*$/, '')
    const texts = [...sources].filter(([path]) => path.startsWith(folder)).map(([, text]) => text)
    const has = (text: string) => texts.some((source) => source.includes(text))
    const own = Object.keys(table.input.shape).filter((filter) => !shared.has(filter))
    for (const filter of own)
      expect(
        has(`name: '${filter}'`) || new RegExp(`fixed=\\{.*${filter}`).test(texts.join('\n')),
        filter,
      ).toBe(true)
    // Where there is one direction, there is nothing to order.
    if (optionsOf(table, 'direction')?.includes('asc'))
      for (const sort of optionsOf(table, 'sort') ?? [])
        if (sort !== 'deviation') expect(has(`sort: '${sort}'`), sort).toBe(true)
  })
})

test('a page shows no list but by the tables of `ui`: ordered, found and saved', () => {
  const bare = [...sources].filter(
    ([path, text]) => !path.startsWith('/operator/ui/') && /<(Table|ListTable)[\s>]/.test(text),
  )
  expect(bare.map(([path]) => path)).toEqual([])
})
