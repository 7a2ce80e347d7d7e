import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as migrations from '#server/platform/db/migrations/all.ts'
import * as all from './all.ts'
import type { Product } from './product.ts'

/** What is easily forgotten when a product is added. */

const products: readonly Product[] = Object.values(all)
const kinds = products.flatMap(({ name, accounts }) =>
  Object.values(accounts ?? {}).map((kind) => ({ product: name, ...kind })),
)
const repeated = <Key>(keys: readonly Key[]): Key[] => keys.filter((key, at) => keys.indexOf(key) !== at)

describe('the products of the server', () => {
  test('are the folders beside this file, each called the same everywhere', () => {
    const folders = globSync('*/product.ts', { cwd: import.meta.dirname }).map((path) => path.split('/')[0])
    expect(Object.keys(all)).toEqual(folders.toSorted())
    expect(products.map(({ name }) => name)).toEqual(Object.keys(all))
  })

  test('have kinds of account with numbers and names that nobody else has, in the range of the ids', () => {
    expect(repeated(kinds.map(({ number }) => number))).toEqual([])
    expect(repeated(kinds.map(({ name }) => name))).toEqual([])
    for (const { number, name } of kinds) {
      // 0 is the world outside.
      expect([name, number > 0 && number < 1_024]).toEqual([name, true])
    }
  })

  test('say what they know of a customer’s money in them, and audit it', () => {
    const owing = products.filter(({ accounts }) =>
      Object.values(accounts ?? {}).some(({ isInProduct }) => isInProduct),
    )
    expect(owing.length).toBeGreaterThan(0)
    for (const { name, balances, audit } of owing) {
      expect([name, typeof balances, typeof audit]).toEqual([name, 'function', 'function'])
    }
  })

  test('have calls, funds and proposals by names of their own', () => {
    const calls = products.flatMap(({ endpoints, consoleEndpoints = [] }) =>
      [...endpoints, ...consoleEndpoints].map(({ method, path }) => `${method} ${path}`),
    )
    expect(repeated(calls)).toEqual([])
    expect(repeated(products.flatMap(({ funds = [] }) => funds.map(({ name }) => name)))).toEqual([])
  })
})

test('every migration is in the list, in the order of the names', () => {
  const folder = join(import.meta.dirname, '../platform/db/migrations')
  const files = globSync('*.ts', { cwd: folder }).filter((file) => /^\d/.test(file))
  expect(Object.keys(migrations)).toEqual(files.map((file) => file.replace(/\.ts$/, '')).toSorted())
  expect(repeated(files.map((file) => file.split('-')[0]))).toEqual([])
})
