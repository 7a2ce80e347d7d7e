import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { openRedisCounters } from './redis-counters.ts'

/** What docs/decisions/0038 promises. */
const ANSWER_MS = 50

/** It takes the write by which a connection sees that it is there, and never speaks again. */
async function startSilentRedis() {
  const sockets = new Set<Socket>()
  const asked = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
      if (text.includes('EVAL')) asked.resolve()
      else if (text.endsWith('\r\n60\r\n')) socket.write('+OK\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: asked.promise }
}

test('T86: a call waits 50 ms for a Redis that is silent, and the next one not at all', async () => {
  const { url, asked } = await startSilentRedis()
  const counters = await openRedisCounters({ url, key: randomBytes(32), log: createLog('silent') })
  onTestFinished(() => counters.close())
  expect(counters.isAlone()).toBe(false)
  const counter = counters.createCounter('test', { points: 1, duration: 60 })

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isAnswered = false
  const first = counter.consume('somebody').then(() => {
    isAnswered = true
  })
  await asked
  await vi.advanceTimersByTimeAsync(ANSWER_MS - 1)
  expect({ isAnswered, isAlone: counters.isAlone() }).toEqual({ isAnswered: false, isAlone: false })
  await vi.advanceTimersByTimeAsync(1)
  await first
  expect(counters.isAlone()).toBe(true)
  // By itself, without a timer: what was let through counts.
  await expect(counter.consume('somebody')).rejects.toMatchObject({ consumedPoints: 2 })
})

test('T87: no module but that of the counters speaks to Redis', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file),
  )
  expect(files.length).toBeGreaterThan(500)
  const speaking = files.filter((file) =>
    /from '(@redis\/|redis'|ioredis)/.test(readFileSync(join('server', file), 'utf8')),
  )
  expect(speaking).toEqual(['platform/redis-counters.ts'])
})
