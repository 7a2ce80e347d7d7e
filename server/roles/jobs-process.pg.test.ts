// long-running
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { ledgerErrors } from '#server/crash/compare.ts'
import { addFunded } from '#server/crash/traders.ts'
import { queueMessage } from '#server/platform/outbox.ts'
import { subscribe } from '#server/products/earn/service.ts'
import { freePort } from '#server/testing/cluster.ts'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { openSevenDays } from '#server/testing/earn.ts'
import { describeOnPostgres } from '#server/testing/only-on.ts'
import {
  isReady,
  type RunningServer,
  type ServerProcess,
  spawnServer,
  warningsOf,
  whenUp,
} from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { type Workdir, workdirOf } from '#server/testing/workdir.ts'

/** Real processes of `ROLE=jobs` beside the one with the engines: who does what is due, and that it is done once. */

const NEWER = { NODE_OPTIONS: '--import=./server/testing/newer-version/register.ts' }
const CUSTOMERS = 40
const DAYS = 3

/** A gateway of SMS, and whom it was given messages for. */
interface Gateway {
  readonly url: string
  readonly sent: string[]
  readonly server: Server
}

async function openGateway(): Promise<Gateway> {
  const sent: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      sent.push((JSON.parse(Buffer.concat(parts).toString()) as { to: string }).to)
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent, server }
}

describeOnPostgres('a process of ROLE=jobs', () => {
  let workdir: Workdir
  let client: pg.Client
  /** Another, which keeps rows. */
  let keeper: pg.Client
  /** What the process with the engines sends goes to the one, what those of ROLE=jobs send to the other. */
  let gateways: { readonly engines: Gateway; readonly jobs: Gateway }
  let main: RunningServer
  const started: ServerProcess[] = []
  beforeAll(async () => {
    const url = await createTestDatabaseUrl()
    workdir = workdirOf(url)
    gateways = { engines: await openGateway(), jobs: await openGateway() }
    client = new pg.Client({ connectionString: url })
    keeper = new pg.Client({ connectionString: url })
    await Promise.all([client.connect(), keeper.connect()])
    main = await whenUp(await spawnHost())
  }, LONG.timeout)
  afterEach(async () => {
    for (const server of started.splice(0)) await server.kill('SIGKILL')
  })
  afterAll(async () => {
    await main?.kill('SIGKILL')
    await Promise.all([client?.end(), keeper?.end()])
    for (const { server } of Object.values(gateways ?? {})) server.close()
  })

  const spawnHost = async (more: Readonly<Record<string, string>> = {}) =>
    spawnServer({
      ...{ ...workdir.settings, BUS: `127.0.0.1:${await freePort()}`, SMS_URL: gateways.engines.url },
      ...more,
    })

  function spawnJobs(more: Readonly<Record<string, string>> = {}): ServerProcess {
    const server = spawnServer({
      ...{ ...workdir.settings, ROLE: 'jobs', SMS_URL: gateways.jobs.url },
      ...more,
    })
    started.push(server)
    return server
  }

  async function lease(): Promise<{ holder: string; role: string; holds: boolean }> {
    const { rows } = await client.query(
      'select holder, role, until > clock_timestamp() as holds from jobs_lease',
    )
    return rows[0]
  }
  const whenHeldBy = (role: 'all' | 'jobs') =>
    expect.poll(lease, TIMEOUT).toMatchObject({ role, holds: true })

  let messages = 0
  /** Queues a message and waits until it was sent. Returns: by whom, as often as it was. */
  async function send(): Promise<string[]> {
    const to = `+1555${String(++messages).padStart(7, '0')}`
    await workdir.inspect((db) =>
      db.transaction().execute((tx) => queueMessage(tx, { kind: 'sms', sms: { to, text: to } }, Date.now())),
    )
    const isSent = async () => {
      const { rows } = await client.query('select from outbox where sent_at is null')
      return rows.length === 0
    }
    await expect.poll(isSent, TIMEOUT).toBe(true)
    return Object.entries(gateways).flatMap(([by, { sent }]) =>
      sent.filter((one) => one === to).map(() => by),
    )
  }

  test('sends what is due, and the process with the engines does while there is none', LONG, async () => {
    await whenHeldBy('all')
    expect(await send()).toEqual(['engines'])
    const first = await whenUp(spawnJobs())
    await whenHeldBy('jobs')
    expect(await send()).toEqual(['jobs'])
    expect([first.consoleUrl, warningsOf(first)]).toEqual(['', []])
    // Ended in order, it is followed without a wait for its lease.
    expect(await first.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    await whenHeldBy('all')
    expect(await send()).toEqual(['engines'])
    expect(warningsOf(main)).toEqual(['no process of ROLE=jobs is there: its jobs run here'])
  })

  test('waits while another of them runs the jobs, and follows it', LONG, async () => {
    const first = await whenUp(spawnJobs())
    await whenHeldBy('jobs')
    const { holder: before } = await lease()
    const second = await whenUp(spawnJobs())
    expect(await send()).toEqual(['jobs'])
    expect((await lease()).holder).toBe(before)
    await first.kill('SIGKILL')
    await expect.poll(async () => (await lease()).holder !== before, TIMEOUT).toBe(true)
    // Whoever looked first had it then: in the end it is the second one's.
    await whenHeldBy('jobs')
    expect(await send()).toEqual(['jobs'])
    expect(await second.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })

  test(
    'that is killed while it books interest leaves nothing undone, and nothing is booked twice',
    LONG,
    async () => {
      const jobs = await whenUp(spawnJobs())
      await whenHeldBy('jobs')
      expect(await send()).toEqual(['jobs'])
      const beganMs = startOfDayUtc(Date.now()) - DAYS * DAY_MS - 1
      const waiting = async () => {
        const { rows } = await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%earn_product%'`,
        )
        return rows.length
      }
      await keeper.query('begin')
      let kept: Promise<unknown> | undefined
      await workdir.inspect(async (db) => {
        const product = BigInt(await openSevenDays(db, beganMs))
        const customers = await addFunded({ db }, CUSTOMERS)
        // Nobody books them before their commit, and who has asked for the product by then is first.
        await db.transaction().execute(async (tx) => {
          for (const customer of customers) {
            const draft = { customer, productId: product, amount: '100', termsVersion: undefined }
            await subscribe(tx, draft, beganMs)
          }
          kept = keeper.query('select from earn_product for update')
          await expect.poll(waiting, TIMEOUT).toBe(1)
        })
      })
      await kept
      // Who would book it has the subscriptions now, and waits for the product.
      await expect.poll(waiting, TIMEOUT).toBe(1)
      await jobs.kill('SIGKILL')
      await keeper.query('commit')
      const booked = async () => {
        const { rows } = await client.query(
          `select count(*)::int as accruals, count(distinct (subscription_id, day))::int as days from earn_accrual`,
        )
        return rows[0]
      }
      await expect.poll(booked, LONG).toEqual({ accruals: DAYS * CUSTOMERS, days: DAYS * CUSTOMERS })
      await whenHeldBy('all')
      expect(await send()).toEqual(['engines'])
      expect(await workdir.inspect(ledgerErrors)).toEqual([])
    },
  )

  test('lets them go for a newer version, which changes no table before that', LONG, async () => {
    const jobs = await whenUp(spawnJobs())
    await whenHeldBy('jobs')
    const { holder: before } = await lease()
    // What the tables were each time that the jobs were let go.
    await client.query(`
      create table let_go (has_changed boolean);
      create function note() returns trigger language plpgsql security definer as $$ begin
        insert into let_go values (to_regclass('public.of_the_newer_version') is not null);
        return null;
      end $$;
      create trigger note after update on jobs_lease for each row when (new.until = '-infinity')
        execute function note()`)
    const newer = await spawnHost(NEWER)
    started.push(newer)
    await expect
      .poll(() => warningsOf(newer), TIMEOUT)
      .toEqual([expect.stringMatching(/^waits: the engines are at /)])
    // Beside an older host that has the engines nothing changes.
    expect(await send()).toEqual(['jobs'])
    expect((await lease()).holder).toBe(before)

    expect(await main.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await jobs.ended).toEqual({ code: 1, signal: null })
    expect(jobs.lines().at(-1)).toBe(
      'Plumb stopped: a newer version takes over, and changes the tables that the jobs go by',
    )
    const host = await whenUp(newer)
    started.splice(started.indexOf(newer), 1)
    main = host
    const { rows } = await client.query('select has_changed from let_go')
    expect(rows).toEqual([{ has_changed: false }])
    await whenHeldBy('all')
    const older = spawnJobs()
    expect(await older.ended).toEqual({ code: 1, signal: null })
    expect(older.lines().join('\n')).toContain('its schema is of another version')
    const same = await whenUp(spawnJobs(NEWER))
    await whenHeldBy('jobs')
    expect(await isReady(same.url)).toBe(true)
  })
})
