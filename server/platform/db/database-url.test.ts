import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { openDatabase } from './database.ts'

/** Port 1 of this machine: nobody listens there. */
const NOWHERE = '127.0.0.1:1'
const SECRET = 's3cret'

/** What a start with this setting says. */
async function said(DATABASE_URL: string): Promise<string> {
  try {
    const { databaseUrl } = readSettings({ DATABASE_URL })
    await openDatabase({ databaseUrl, dataDir: '' })
    return 'nothing'
  } catch (error) {
    return String((error as Error).message)
  }
}

test.each([
  `postgres://ada:${SECRET}@${NOWHERE}/plumb`,
  `postgres://ada@${NOWHERE}/plumb?password=${SECRET}`,
  `postgres://${NOWHERE}/plumb?user=ada&password=${SECRET}&sslmode=disable`,
  `postgres://${SECRET}@${NOWHERE}/plumb`,
])('the password in %s is not printed when the database cannot be reached', async (url) => {
  const line = await said(url)
  expect(line).toMatch(/^the database at postgres:\/\/127\.0\.0\.1:1\/plumb cannot be used: /)
  expect(line).not.toContain(SECRET)
})

test.each([
  `postgres://ada:12/${SECRET}@${NOWHERE}/plumb`,
  `postgres://ada:12?${SECRET}@${NOWHERE}/plumb`,
  `postgres://ada:12#${SECRET}@${NOWHERE}/plumb`,
  `postgres://ada:${SECRET}/x@${NOWHERE}/plumb`,
  `postgres://ada:${SECRET} x@[/plumb`,
  `mysql://ada:${SECRET}@${NOWHERE}/plumb`,
])('of %s, whose password is not written as in an address, nothing is printed', async (url) => {
  const line = await said(url)
  expect(line).toMatch(/^DATABASE_URL must be /)
  expect(line).not.toContain(SECRET)
})
