import { describe, expect, test } from 'vitest'
import { csvOf, isTable, itemOf, optionsOf } from '#domain/console/table.ts'
import { consoleEndpoints } from '#server/contract.ts'

/**
 * What every table of the console has: search, a period, amounts where it has any, the status, an order, pages and a file. A new
 * table is here by being in the contract.
 */

/** What a table is without, and why. */
const without: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/console/notices': { search: 'asks for a customer, and its texts are made as they are read' },
  '/console/option/unusual': {
    fromMs: 'counts three months',
    minimum: 'its stakes are those of three months',
    'sort by amount': 'its stakes are those of three months',
    'sort by time': 'is ordered by how unlikely its wins are',
  },
  '/console/customer/timeline': { 'sort by amount': 'mixes amounts of every kind' },
  // Ordered by amount, every order there ever was would be read for the first page.
  '/console/orders': { 'sort by amount': 'has every order of every customer' },
  '/console/contract/list': { 'sort by amount': 'has every position of every customer' },
  '/console/option/list': { 'sort by amount': 'has every option of every customer' },
  '/console/otc/orders': { 'sort by amount': 'has every order of every customer' },
  '/console/dual/list': { 'sort by amount': 'has every order of every customer' },
  '/console/box/list': {
    minimum: 'every box of a series costs the same',
    'sort by amount': 'every box of a series costs the same',
  },
  '/console/coupon/list': { 'sort by amount': 'has every coupon of every customer' },
  '/console/coupon/uses': { 'sort by amount': 'has every use of every customer' },
  '/console/ieo/list': { 'sort by amount': 'has every order of every customer' },
  '/console/invite/list': {
    'sort by amount': 'has every commission of every customer',
  },
  '/console/nft/list': { 'sort by amount': 'has every order of every customer' },
  '/console/nft/bids/list': { 'sort by amount': 'has every bid of every customer' },
  '/console/nft/artworks/list': { 'sort by amount': 'most artworks have no price now' },
  '/console/nft/auctions/list': { 'sort by amount': 'has every auction there was' },
  '/console/entries': {
    'sort by amount': 'has every entry of a customer',
    'oldest first': 'an account gives its newest entries by an index',
  },
  '/console/entries/platform': {
    'sort by amount': 'has every entry of the platform',
    'oldest first': 'an account gives its newest entries by an index',
  },
}

const tables = consoleEndpoints.filter(isTable)
/** Fields that say in which currency a row's amount is. */
const isCurrency = (field: string) => /^(currency|marginCurrency|quote|from)$/.test(field)

/** What a table should have, whether it has it. */
function partsOf(table: (typeof tables)[number]): Readonly<Record<string, boolean>> {
  const { shape } = table.input
  const fields = Object.keys(itemOf(table).shape)
  const has = (name: string) => name in shape
  const sorts = optionsOf(table, 'sort') ?? []
  const hasAmounts = fields.some(isCurrency)
  return {
    search: has('search'),
    fromMs: has('fromMs'),
    toMs: has('fromMs') === has('toMs'),
    pages: ['page', 'limit', 'cursor'].every(has),
    'sort by time': sorts.includes('time'),
    'newest first': optionsOf(table, 'direction')?.includes('desc') ?? false,
    'oldest first': optionsOf(table, 'direction')?.includes('asc') ?? false,
    ...(fields.includes('customerId') && { customer: has('customer') }),
    ...(fields.includes('status') && { status: (optionsOf(table, 'status') ?? []).length > 1 }),
    ...(hasAmounts && {
      minimum: has('currency') && has('minimum') && has('maximum'),
      'sort by amount': sorts.includes('amount'),
    }),
  }
}

describe('every table of the console', () => {
  test.each(tables.map((table) => [table.path, table] as const))('%s', (path, table) => {
    const missing = Object.entries(partsOf(table)).flatMap(([part, isThere]) => (isThere ? [] : [part]))
    expect(missing.toSorted()).toEqual(Object.keys(without[path] ?? {}).toSorted())
  })

  test('has a file of all its rows, for those who may read it', () => {
    for (const table of tables) {
      const file = consoleEndpoints.find(({ path }) => path === csvOf(table).path)
      expect(file?.roles, table.path).toEqual(table.roles)
    }
  })

  test('is one that is excused where it stands above', () => {
    expect(Object.keys(without).filter((path) => !tables.some((table) => table.path === path))).toEqual([])
  })
})
