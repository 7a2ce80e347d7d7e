import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { spawnServer } from '#server/testing/server-process.ts'
import { migratedFolder } from '#server/testing/workdir.ts'
import { ENVIRONMENT_SETTING, requireLiveFeed, screeningWarning } from './environment.ts'

test('a database of real money is not started with prices that are not live, and the line says why', async () => {
  const dataDir = migratedFolder()
  const database = await openDatabase({ dataDir })
  await database.db
    .insertInto('system_setting')
    .values({ name: ENVIRONMENT_SETTING, value: JSON.stringify('production') })
    .execute()
  await database.close()
  const server = spawnServer({ DATA_DIR: dataDir })
  expect((await server.ended).code).toBe(1)
  expect(server.lines()).toEqual([
    expect.stringMatching(/^Plumb did not start: MARKET_FEED must be live, not simulated: .*real money/),
  ])
})

test('an exchange with real money that screens no address is warned at its start, a demonstration is not', () => {
  const without = readSettings({})
  expect(screeningWarning('production', without)).toMatch(/^SCREENING_LISTS is not set: /)
  expect(screeningWarning('production', readSettings({ SCREENING_LISTS: tmpdir() }))).toBeUndefined()
  expect(screeningWarning('demo', without)).toBeUndefined()
})

test('a demonstration may use any feed', () => {
  for (const MARKET_FEED of ['simulated', `replay:${tmpdir()}`, 'live'])
    requireLiveFeed('demo', readSettings({ MARKET_FEED }))
})
