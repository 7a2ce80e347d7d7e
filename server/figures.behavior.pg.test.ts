import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instrumentClasses } from '#domain/market/instrument.ts'
import { queueNames } from '#domain/queue/rules.ts'
import { statusQueues } from '#domain/status/contract.ts'
import { alerts, namedMetrics, operationsText } from '#server/testing/alert-files.ts'
import { freePort } from '#server/testing/cluster.ts'
import { createTestDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { type RunningServer, startServer } from '#server/testing/server-process.ts'
import { workdirOf } from '#server/testing/workdir.ts'

/** The figures of a running server, which alerts and the dashboard go by. */

let server: RunningServer
let databaseUrl: string | undefined
let bus: number
beforeAll(async () => {
  bus = await freePort()
  const isPostgres = testDatabaseKind === 'postgres'
  databaseUrl = isPostgres ? await createTestDatabaseUrl() : undefined
  const { settings } = workdirOf(databaseUrl)
  server = await startServer({ ...settings, ...(isPostgres && { BUS: `127.0.0.1:${bus}` }) })
})
afterAll(() => server?.kill())

interface Served {
  readonly types: ReadonlyMap<string, string>
  /** By name and labels, as they are written. */
  readonly figures: ReadonlyMap<string, number>
}

async function served(): Promise<Served> {
  const answer = await fetch(`${server.consoleUrl}/metrics`)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  return {
    types: new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name!, type!])),
    figures: new Map(
      [...text.matchAll(/^(\w+(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]),
    ),
  }
}

test('every metric that an alert, the dashboard or a runbook names is served', async () => {
  const { types } = await served()
  expect(namedMetrics.length).toBeGreaterThan(30)
  for (const name of namedMetrics) expect([...types.keys()], name).toContain(name)
  // `rate` and `increase` are of counters, and the names say which are.
  for (const name of namedMetrics) if (name.endsWith('_total')) expect(types.get(name), name).toBe('counter')
})

test('every label that an alert asks for is one that its metric has', async () => {
  const { figures } = await served()
  const names = [...figures.keys()].join('\n')
  for (const { expr } of alerts)
    for (const [, metric, label, values] of expr!.matchAll(/\b(plumb_\w+)\{(\w+)=~?"([^"]+)"\}/g))
      for (const value of values!.split('|')) expect(names).toContain(`${metric}{${label}="${value}"}`)
})

test('they say that a new server is well: nothing is late, missing, stale or waiting', async () => {
  const { figures } = await served()
  for (const name of ['ready', 'clock_right', 'tape_ready', 'practice_ready', 'contract_ready', 'spot_ready'])
    expect(figures.get(`plumb_${name}`), name).toBe(1)
  const none = [
    'figures_unread',
    'ledger_differences',
    'uncovered_currencies',
    'jobs_late',
    'messages_given_up',
    'document_looks_most',
    'screening_addresses',
    'screening_age_seconds',
    'database_commit_wait_seconds',
  ]
  for (const name of none) expect(figures.get(`plumb_${name}`), name).toBe(0)
  for (const queue of statusQueues)
    expect(figures.get(`plumb_queue_oldest_seconds{queue="${queue}"}`)).toBeGreaterThanOrEqual(0)
  for (const queue of queueNames)
    expect(figures.get(`plumb_queue_beyond_level_seconds{queue="${queue}"}`), queue).toBe(0)
  for (const one of instrumentClasses)
    expect(figures.get(`plumb_instruments_open{class="${one}"}`)).toBeGreaterThanOrEqual(0)
  expect(figures.get('plumb_instruments_open{class="crypto"}')).toBeGreaterThan(0)
  const free = figures.get('plumb_disk_free_ratio')!
  expect(free > 0 && free < 1).toBe(true)
  expect(figures.get('plumb_insurance_used_ratio{product="contract"}')).toBe(0)
})

test('answers are counted by status, those about health are not', async () => {
  const statuses = ['2xx', '3xx', '4xx', '429', '5xx']
  const counts = async () => {
    const { figures } = await served()
    return statuses.map((status) => figures.get(`plumb_answers_total{status="${status}"}`))
  }
  expect(await counts()).toEqual([0, 0, 0, 0, 0])
  for (const [path, status] of [
    ['/readyz', 200],
    ['/healthz', 200],
    ['/api/status', 200],
    ['/api/no/such/call', 404],
    ['/api/status', 200],
  ])
    expect((await fetch(server.url + path)).status).toBe(status)
  // An answer is counted once it has gone out, which may be after its reader has it.
  await expect.poll(counts).toEqual([2, 0, 1, 0, 0])
})

test('T57: messages to strangers are counted by the country, and requests that were asked for work', async () => {
  const ask = async (mobile: string) => {
    const body = new URLSearchParams({ mobile })
    return (await fetch(`${server.url}/api/sms_send`, { method: 'POST', body })).json()
  }
  expect((await served()).figures.get('plumb_mobile_codes_unused{prefix="34"}')).toBeUndefined()
  for (let n = 0; n < 13; n++) await ask(`+34611${100_000 + n}`)
  await ask('+18765550100')
  const { figures } = await served()
  expect(figures.get('plumb_mobile_codes_unused{prefix="34"}')).toBe(10)
  expect(figures.get('plumb_mobile_codes_unused{prefix="1876"}')).toBe(1)
  expect(figures.get('plumb_mobile_codes_challenged_total')).toBe(3)
})

testOnPostgres(
  'every statement that a runbook says to look with is one that the database takes',
  async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      const statements = [...operationsText.split('\n## Alerts\n')[1]!.matchAll(/`(select [^`]+)`/g)]
        .map(([, statement]) => statement!)
        .filter((statement) => !statement.includes('PID'))
      expect(statements.length).toBeGreaterThanOrEqual(3)
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  },
)

testOnPostgres('the pools, the lease and the bus have theirs', async () => {
  const { figures } = await served()
  expect(figures.get('plumb_database_connections_max{pool="calls"}')).toBe(12)
  expect(figures.get('plumb_database_connections_max{pool="writers"}')).toBe(4)
  expect(figures.get('plumb_database_connections_used{pool="calls"}')).toBeGreaterThanOrEqual(0)
  expect(figures.get('plumb_database_connections_waiting{pool="calls"}')).toBeGreaterThanOrEqual(0)
  // It is renewed every second, so one that was never is older than nothing.
  expect(figures.get('plumb_engine_lease_age_seconds')).toBeGreaterThan(0)
  expect(figures.get('plumb_engine_lease_late_total')).toBeGreaterThanOrEqual(0)
  expect(figures.get('plumb_bus_connected')).toBe(0)

  expect(figures.get('plumb_bus_refused_total')).toBe(0)
  const stranger = connect(bus, '127.0.0.1').on('error', () => {})
  await once(stranger, 'connect')
  const closed = once(stranger, 'close')
  stranger.write('GET / HTTP/1.1\r\nhost: plumb\r\n\r\n')
  await closed
  await expect.poll(async () => (await served()).figures.get('plumb_bus_refused_total')).toBe(1)
})
