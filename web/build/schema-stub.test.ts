import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as nothing from './schema-stub.ts'

const domain = join(import.meta.dirname, '..', '..', 'domain')

test('every kind of schema that the contracts use is there, as nothing', () => {
  const used = new Set(
    readdirSync(domain, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => [...readFileSync(join(domain, file), 'utf8').matchAll(/\bz\s*\.([a-z]\w*)\(/g)])
      .map(([, name]) => name!),
  )
  expect([...used].filter((name) => !(name in nothing))).toEqual([])
})
