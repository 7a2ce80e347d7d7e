import { expect, test } from 'vitest'
import { createTestDatabaseUrl, testDatabaseKind } from '#server/platform/db/test-database.ts'
import { groundOf } from './ground.ts'
import { isReady, startServer } from './process.ts'

/** How far the tape is that a server shows. */
const sequenceAt = async (url: string): Promise<number> => {
  const answer = await fetch(`${url}/api/tape/checkpoint`)
  return ((await answer.json()) as { data: { checkpoint: { sequence: number } } }).data.checkpoint.sequence
}

test('a second server on one database takes over: prices go on there, and the first says that it is not ready', {
  timeout: 60_000,
}, async () => {
  if (testDatabaseKind !== 'postgres') return expect(testDatabaseKind).toBe('pglite')
  const ground = groundOf(await createTestDatabaseUrl())
  const settings = { ...ground.settings, LOG_LEVEL: 'info' }
  const first = await startServer(settings)
  const second = await startServer(settings)
  await expect.poll(() => isReady(first.url), { timeout: 20_000 }).toBe(false)
  const [ours, theirs] = [await sequenceAt(second.url), await sequenceAt(first.url)]
  await expect.poll(() => sequenceAt(second.url), { timeout: 20_000 }).toBeGreaterThan(ours)
  expect(await sequenceAt(first.url)).toBe(theirs)
  expect(await isReady(second.url)).toBe(true)
  expect(first.lines().filter((line) => line.includes('another server has taken it over'))).toHaveLength(1)
  for (const server of [first, second]) expect(await server.kill('SIGTERM')).toMatchObject({ code: 0 })
})
