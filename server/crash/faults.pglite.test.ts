// long-running
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '#server/testing/cluster.ts'
import { type ServerProcess, spawnServer, startServer } from '#server/testing/server-process.ts'
import { migratedFolder, temporaryFolder } from '#server/testing/workdir.ts'

/**
 * What can be wrong at the start: each is one clear line, and the process ends. The servers are real, on
 * the embedded database; there is nothing here that PostgreSQL would change, so it runs once.
 */

const running: ServerProcess[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill('SIGKILL')
})

const QUIET = { LOG_LEVEL: 'error' }

/** What a start that must fail said, and how it ended. */
async function refusedStart(
  settings: Record<string, string>,
): Promise<{ lines: string[]; code: number | null }> {
  const server = spawnServer({ DATA_DIR: temporaryFolder(), ...QUIET, ...settings })
  running.push(server)
  const { code } = await server.ended
  return { lines: server.lines(), code }
}

/** One line, of these words, and the code of a failure. */
async function expectOneLine(settings: Record<string, string>, words: RegExp): Promise<void> {
  const { lines, code } = await refusedStart(settings)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^Plumb did not start: /)
  expect(lines[0]).toMatch(words)
  expect(code).toBe(1)
}

/** The start of a file is what a careless copy or a bad disk spoils. */
const GARBAGE = Buffer.alloc(8_192, 'not a page of any database ')

describe('a start says in one line what is wrong', () => {
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ PORT: 'abc' }, /PORT must be a port from 0 to 65535, not "abc"/],
    [{ MARKET_FEED: 'replay:/nowhere' }, /MARKET_FEED replays \/nowhere, but there is no such folder/],
    [{ CLOCK: 'virtual', MARKET_FEED: 'live' }, /CLOCK=virtual cannot be used with MARKET_FEED=live/],
    [{ REDIS_URL: 'http://127.0.0.1' }, /REDIS_URL must be redis:/],
    [{ DATABASE_URL: 'mysql://127.0.0.1' }, /DATABASE_URL must be an address that begins with postgres/],
  ]
  test.each(wrong)('%o', (settings, words) => expectOneLine(settings, words))

  test('a database that cannot be reached', async () => {
    const port = await freePort()
    await expectOneLine(
      { DATABASE_URL: `postgres://plumb:hidden@127.0.0.1:${port}/plumb` },
      /the database at postgres:\/\/127\.0\.0\.1:\d+\/plumb cannot be used: .*ECONNREFUSED/,
    )
  })

  test.each(['PORT', 'CONSOLE_PORT'])('%s is in use', async (setting) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    try {
      await expectOneLine({ [setting]: String(port) }, new RegExp(`port ${port} .* is in use.*${setting}`))
    } finally {
      other.close()
    }
  })

  test('the data folder is a file', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    await expectOneLine({ DATA_DIR: file }, /the data folder .*file cannot be written/)
  })

  // Nothing can be made there, and it is said in a way that Node's own making of folders never ends at.
  const nowhere = [
    { DATA_DIR: '/proc/plumb' },
    { DATA_DIR: '/proc' },
    { DATA_DIR: '/proc/self', DATABASE_URL: 'postgres://127.0.0.1:1/plumb' },
  ]
  test.runIf(existsSync('/proc/self')).for(nowhere)('%o', (settings) =>
    expectOneLine(
      settings,
      /the data folder \/proc\S* cannot be written \((ENOENT|EEXIST)\); set another DATA_DIR/,
    ),
  )

  test('the data folder is in use, and the one that uses it goes on', async () => {
    const folder = migratedFolder()
    const server = await startServer({ DATA_DIR: folder, ...QUIET })
    running.push(server)
    await expectOneLine({ DATA_DIR: folder }, new RegExp(`in use by process ${server.pid}`))
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([])
  })

  test('a damaged data folder, of which nothing is changed', async () => {
    const folder = migratedFolder()
    const server = await startServer({ DATA_DIR: folder, ...QUIET })
    await server.kill('SIGTERM')
    const damaged = temporaryFolder()
    cpSync(folder, damaged, { recursive: true })
    for (const file of filesIn(join(damaged, 'pg', 'global'))) writeFileSync(file, GARBAGE)
    const before = filesIn(join(damaged, 'pg', 'base')).map((file) => statSync(file).size)
    await expectOneLine({ DATA_DIR: damaged }, /the database in .*pg cannot be opened .*restore a backup/)
    expect(filesIn(join(damaged, 'pg', 'base')).map((file) => statSync(file).size)).toEqual(before)

    const again = await startServer({ DATA_DIR: folder, ...QUIET })
    running.push(again)
  })

  test('a first start that was killed leaves nothing in the way of the next', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'pg', 'base'), { recursive: true })
    writeFileSync(join(folder, 'pg', 'PG_VERSION'), '1')
    writeFileSync(join(folder, 'pg.unfinished'), '')
    writeFileSync(join(folder, 'lock.1.gone.00000000'), '')
    running.push(await startServer({ DATA_DIR: folder, ...QUIET }))
    expect(existsSync(join(folder, 'pg.unfinished'))).toBe(false)
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
