import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { consoleEndpoints } from '#domain/console/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import * as products from '#server/products/all.ts'
import type { Product } from '#server/products/product.ts'

const WEB = join(import.meta.dirname, '..', 'dist', 'web')

const endpoints: readonly Endpoint[] = [
  ...consoleEndpoints,
  ...Object.values<Product>(products).flatMap((product) => product.consoleEndpoints ?? []),
]

/** What is served to customers, file by file. */
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(js|html|css|json|webmanifest)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(WEB, name), 'utf8') }))

test('T83: the customer’s bundle holds nothing of the console: no call, no storage, no word of it', () => {
  const secrets = [
    ...endpoints.map(({ path }) => path),
    'plumb-console',
    '/console/',
    'Your reason (written to the audit log)',
  ]
  const found = files.flatMap(({ name, text }) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(found).toEqual([])
})

test('the customer’s bundle loads nothing from elsewhere', () => {
  const elsewhere = /(?:src|href)="https?:|import\(["'`]https?:|fetch\(["'`]https?:/
  expect(files.filter(({ text }) => elsewhere.test(text)).map(({ name }) => name)).toEqual([])
})
