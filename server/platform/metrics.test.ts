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

test('a figure may be one for each value of a label, and what has none any more is gone', async () => {
  let waiting = new Map([
    ['deposit', 60],
    ['support', 0],
  ])
  const app = Fastify()
  serveMetrics(app, [{ name: 'oldest', help: 'Oldest', label: 'queue', read: () => waiting }])
  const figures = async () =>
    (await app.inject('/metrics')).body.split('\n').filter((line) => line.startsWith('plumb_oldest'))
  expect(await figures()).toEqual(['plumb_oldest{queue="deposit"} 60', 'plumb_oldest{queue="support"} 0'])
  waiting = new Map([['support', Number.POSITIVE_INFINITY]])
  expect(await figures()).toEqual(['plumb_oldest{queue="support"} +Inf'])
  await app.close()
})

test('what only grows is a counter, which is not counted twice by being read twice', async () => {
  const app = Fastify()
  serveMetrics(app, [
    { name: 'refused_total', help: 'Refused', read: () => 4 },
    { name: 'answers_total', help: 'Answers', label: 'status', read: () => new Map([['429', 0]]) },
  ])
  for (const _ of [1, 2]) {
    const { body } = await app.inject('/metrics')
    expect(body).toMatch(/^# TYPE plumb_refused_total counter$/m)
    expect(body).toMatch(/^plumb_refused_total 4$/m)
    expect(body).toMatch(/^plumb_answers_total\{status="429"\} 0$/m)
  }
  await app.close()
})

test('how many figures could not be read is one itself, until they can be again', async () => {
  let isAway = true
  const read = () => {
    if (isAway) throw new Error('ECONNREFUSED')
    return new Map([['a', 1]])
  }
  const app = Fastify()
  serveMetrics(app, [{ name: 'of_database', help: 'Away', label: 'of', read }])
  const unread = async () => /^plumb_figures_unread (\d+)$/m.exec((await app.inject('/metrics')).body)![1]
  await unread()
  expect(await unread()).toBe('1')
  isAway = false
  await unread()
  expect(await unread()).toBe('0')
  await app.close()
})
