import { expect, test } from 'vitest'
import { listedPowers, powersOf } from '#domain/content/powers.ts'
import { consoleEndpoints } from '#server/contract.ts'
import texts from '#texts/app/content_pages/en.json' with { type: 'json' }

/** The page of all operators' powers: what the server publishes, each with its words. */

const powers = powersOf(consoleEndpoints)

test('every power is listed once, a list and its file together', () => {
  const listed = listedPowers(powers)
  const files = listed.filter(({ isFileToo }) => isFileToo).map(({ path }) => `${path}/csv`)
  expect([...listed.map(({ path }) => path), ...files].sort()).toEqual(powers.map(({ path }) => path).sort())
  expect(files).toContain('/console/audit/csv')
})

test('every power has words, and there are words for no other', () => {
  const names = listedPowers(powers).map(({ name }) => `power_${name}`)
  expect(
    Object.keys(texts)
      .filter((key) => key.startsWith('power_'))
      .sort(),
  ).toEqual(names.sort())
})

test('every role that has one has a name', () => {
  const roles = new Set(powers.flatMap((power) => power.roles))
  expect([...roles].filter((role) => !(`role_${role}` in texts))).toEqual([])
})
