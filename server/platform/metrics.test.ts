import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveMetrics } from './metrics.ts'

test('figures are read when asked for, and one that cannot be read hides no other', async () => {
  let waiting = 3
  const app = Fastify()
  serveMetrics(app, [
    { name: 'messages_waiting', help: 'Waiting', read: async () => waiting },
    {
      name: 'away',
      help: 'In a database that is away',
      read: async () => Promise.reject(new Error('ECONNREFUSED')),
    },
    { name: 'sockets', help: 'Open', read: () => 2 },
  ])
  const body = async () => (await app.inject('/metrics')).body
  expect(await body()).toMatch(/^plumb_messages_waiting 3$/m)
  expect(await body()).toMatch(/^plumb_away nan$/im)
  expect(await body()).toMatch(/^plumb_sockets 2$/m)
  waiting = 0
  expect(await body()).toMatch(/^plumb_messages_waiting 0$/m)
  await app.close()
})
