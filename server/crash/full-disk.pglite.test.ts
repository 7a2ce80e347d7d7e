import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { refusal } from '#domain/errors.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startServer, warningsOf } from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { layMigrated, temporaryFolder } from '#server/testing/workdir.ts'
import { refusalText } from '#texts/server.ts'
import { send } from './client.ts'
import { differences, ledgerErrors } from './compare.ts'
import { addTraders, signIn } from './traders.ts'
import { settle, type Trader } from './traffic.ts'

/** A disk that fills up under the embedded database: a small one of memory, which only root can mount. */

const disk = temporaryFolder()
const isMounted = mount()
afterAll(() => {
  if (isMounted) execFileSync('umount', ['--lazy', disk])
})

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const transfer = { currency: 'USDT', amount: '1', from: 'spot', to: 'funding' }
const MORE_THAN_FITS = 200
async function work() {
  const dataDir = join(disk, 'data')
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  mkdirSync(dataDir)
  layMigrated(dataDir)
  await inspect(dataDir, (db) => addTraders({ db }, 1))
  const server = await startServer(settings)
  const [trader] = (await signIn(server.url, 1)) as [Trader]

  async function transferTimes(url: string, times: number) {
    let lastError: unknown
    for (let n = 0; n < times; n++) {
      const key = `full-${trader.attempts.length}`
      const answer = await send({ url, token: trader.token, lang: 'jp' }, walletTransfer, transfer, key)
      trader.attempts.push({ call: walletTransfer, input: transfer, key, answer })
      if (answer && !answer.ok) lastError = answer
    }
    return lastError
  }

  expect(await transferTimes(server.url, 5)).toBeUndefined()
  const filler = join(disk, 'filler')
  expect(() => writeFileSync(filler, Buffer.alloc(MORE_THAN_FITS * 1024 * 1024))).toThrow(/ENOSPC/)
  let refused: unknown
  while (!refused) refused = await transferTimes(server.url, 20)
  expect(refused).toMatchObject({
    error: 'SERVICE_UNAVAILABLE',
    message: refusalText(refusal('SERVICE_UNAVAILABLE'), 'jp'),
  })
  const spaceWarnings = () => warningsOf(server).filter((line) => /^the database has no room/.test(line))
  await expect.poll(spaceWarnings, TIMEOUT).toHaveLength(1)

  rmSync(filler)
  await settle(server.url, [trader])
  expect(await transferTimes(server.url, 5)).toBeUndefined()
  expect(await differences(server.url, [trader])).toEqual([])
  await server.kill('SIGKILL')
  const again = await startServer(settings)
  expect(await differences(again.url, [trader])).toEqual([])
  await again.kill('SIGTERM')
  expect(await inspect(dataDir, ledgerErrors)).toEqual([])
}

async function inspect<T>(
  dataDir: string,
  look: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
) {
  const database = await openDatabase({ dataDir })
  try {
    return await look(database.db)
  } finally {
    await database.close()
  }
}

const title = 'a full disk refuses calls in plain words, and nothing acknowledged is lost'
test.runIf(isMounted)(title, LONG, work)
