import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createRandom } from '#server/sim/random.ts'
import { createTestDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { startServer } from '#server/testing/server-process.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { differences, ledgerErrors } from './compare.ts'
import { addTraders, signIn } from './traders.ts'
import { settle, trade } from './traffic.ts'

/** Who sends half a request, and who says nothing at all, cannot hold up a server that is to stop. */

const HALF_SENT = 50
const MAX_STOP_MS = 6_000
const TRADERS = 2
const CALLS = 20

const halves = [
  'POST /api/user/login HTTP/1.1\r\nhost: plumb\r\ncontent-length: 1000\r\n' +
    'content-type: application/x-www-form-urlencoded\r\n\r\nuser_string=',
  'GET /api/currency/list HTTP/1.1\r\nhost: plu',
  '',
]

async function sendHalf(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  if (text) await new Promise((resolve) => socket.write(text, resolve))
  return socket
}

test('a stop with 50 half-sent requests takes at most 6 s and loses nothing', async ({ onTestFinished }) => {
  const workdir = workdirOf(testDatabaseKind === 'postgres' ? await createTestDatabaseUrl() : undefined)
  await workdir.inspect((db) => addTraders({ db }, TRADERS))
  const server = await startServer(workdir.settings)
  const traders = await signIn(server.url, TRADERS)
  const sockets = await Promise.all(
    Array.from({ length: HALF_SENT }, (_, n) =>
      sendHalf(n % 5 === 4 ? server.consoleUrl : server.url, halves[n % halves.length]!),
    ),
  )
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const trading = trade(server.url, traders, createRandom(7))
  await trading.hasDone(CALLS)

  const startedAtMs = performance.now()
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(performance.now() - startedAtMs).toBeLessThan(MAX_STOP_MS)
  await trading.end()

  const again = await startServer(workdir.settings)
  await settle(again.url, traders)
  expect(await differences(again.url, traders)).toEqual([])
  await again.kill('SIGTERM')
  expect(await workdir.inspect(ledgerErrors)).toEqual([])
})
