import { expect } from 'vitest'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { isReady, startServer } from '#server/testing/server-process.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'

/** How far the tape is that a server shows. */
const sequenceAt = async (url: string): Promise<number> => {
  const answer = await fetch(`${url}/api/tape/checkpoint`)
  return ((await answer.json()) as { data: { sequence: number } }).data.sequence
}

testOnPostgres(
  'a second server on one database takes over: prices go on there, and the first says that it is not ready',
  async () => {
    const workdir = workdirOf(await createTestDatabaseUrl())
    const settings = { ...workdir.settings, LOG_LEVEL: 'info' }
    const first = await startServer(settings)
    const second = await startServer(settings)
    const takenOver = () => first.lines().filter((line) => line.includes('another server has taken it over'))
    await expect.poll(takenOver, TIMEOUT).toHaveLength(1)
    expect(await isReady(first.url)).toBe(false)
    const [ours, theirs] = [await sequenceAt(second.url), await sequenceAt(first.url)]
    await expect.poll(() => sequenceAt(second.url), TIMEOUT).toBeGreaterThan(ours)
    expect(await sequenceAt(first.url)).toBe(theirs)
    await expect.poll(() => isReady(second.url), TIMEOUT).toBe(true)
    expect(takenOver()).toHaveLength(1)
    for (const server of [first, second]) expect(await server.kill('SIGTERM')).toMatchObject({ code: 0 })
  },
)
