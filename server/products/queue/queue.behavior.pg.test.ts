import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { consoleDashboard, WaitingItem } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { loanInfo, loanTerms } from '#domain/loan/contract.ts'
import type { LevelView } from '#domain/queue/console.ts'
import { queueNames } from '#domain/queue/rules.ts'
import { saleTerms } from '#domain/sale/contract.ts'
import { HOUR_MS } from '#domain/time.ts'
import { advancedState, basicState } from '#domain/verification/contract.ts'
import { withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { beyondLevels } from '#server/console/levels.ts'
import type { Person } from '#server/testing/console.ts'
import { type LoanFixture, openLoanFixture } from '#server/testing/loan.ts'
import { openTestProducts } from '#server/testing/products.ts'

/** How long what waits may wait: changed by two operators, and one value for whoever is shown it. */

let app: LoanFixture
let [maker, checker]: Person[] = []
beforeAll(async () => {
  app = await openLoanFixture()
  maker = await app.console.addOperator('finance')
  checker = await app.console.addOperator('compliance')
})
afterAll(() => app.close())

const tokenOf = (person: Person | undefined) => app.console.tokenOf(person!)
const reason = { reason: 'agreed with the head of the desk' }
const propose = async (queue: string, hours: string, token?: string) =>
  app.console.post('/console/queue/propose_level', token ?? (await tokenOf(maker)), {
    queue,
    hours,
    ...reason,
  })
const approve = async (id: string) =>
  app.console.post('/console/proposal/approve', await tokenOf(checker), { id, ...reason })
async function decide(queue: string, hours: string) {
  const proposed = await propose(queue, hours)
  expect(proposed, JSON.stringify(proposed)).toMatchObject({ code: 1 })
  return approve(proposed.data.id)
}
const levels = async (): Promise<LevelView[]> =>
  (await app.console.get('/console/queue/levels', await tokenOf(maker))).data.levels
const levelOf = async (name: string) => (await levels()).find(({ queue }) => queue === name)!
const dashboard = async (): Promise<OutputOf<typeof consoleDashboard>> =>
  (await app.console.get('/console/dashboard', await tokenOf(maker))).data
const review = async (): Promise<WaitingItem[]> =>
  (await app.console.get('/console/queue', await tokenOf(maker))).data.items

test('every product with requests that wait has a service level, and so have proposals; nothing else has', async () => {
  const opened = openTestProducts({ db: app.db, clock: app.clock })
  const waiting = opened.flatMap(({ name, queueSize, queue }) => (queueSize || queue ? [name] : []))
  expect([...queueNames].toSorted()).toEqual([...waiting, 'proposal'].toSorted())
  expect((await levels()).map(({ queue }) => queue)).toEqual([...queueNames])
})

test('a level is another once a second operator has approved it, and both versions stay', async () => {
  const before = await levelOf('copy')
  expect((await propose('copy', `${before.hours}`)).error).toBe('PROPOSAL_CHANGES_NOTHING')
  const { data } = await propose('copy', '48')
  expect(data).toMatchObject({
    ...{ kind: 'queue-level', subject: 'queue:copy', title: 'Service level of the queue: Lead traders' },
    lines: [{ label: 'Decided within', value: '48 h', before: `${before.hours} h` }],
  })
  expect(await levelOf('copy')).toEqual(before)
  expect(
    await app.console.post('/console/proposal/approve', await tokenOf(maker), { id: data.id, ...reason }),
  ).toMatchObject({ error: 'PROPOSAL_IS_YOURS' })
  app.clock.advance(HOUR_MS)
  expect(await approve(data.id)).toMatchObject({ code: 1 })
  expect(await levelOf('copy')).toMatchObject({ hours: 48, version: before.version + 1 })
  expect(await approve(data.id)).toMatchObject({ error: 'PROPOSAL_NOT_PENDING' })
  const { rows } = await sql<{ version: number; hours: number; proposal: bigint | null }>`
    select version, hours, proposal from queue_level where queue = 'copy' order by version`.execute(app.db)
  expect(rows).toEqual([
    { version: before.version, hours: before.hours, proposal: null },
    { version: before.version + 1, hours: 48, proposal: BigInt(data.id) },
  ])
})

test('a proposal that was compared with another level is refused', async () => {
  const { data } = await propose('sale', '6')
  await sql`insert into queue_level (queue, version, hours, proposal, created_at)
    select 'sale', max(version) + 1, 5, ${BigInt(data.id)}, now() from queue_level where queue = 'sale'`.execute(
    app.db,
  )
  expect(await approve(data.id)).toMatchObject({ error: 'PROPOSAL_OUTDATED' })
  expect(await levelOf('sale')).toMatchObject({ hours: 5 })
})

test('hours are whole, from one to two weeks, of a queue that there is', async () => {
  for (const hours of ['0', '-1', '1.5', '337', '', 'soon'])
    expect((await propose('support', hours)).code, hours).not.toBe(1)
  expect((await propose('parcels', '2')).error).toBe('VALUE_NOT_ALLOWED')
})

test('who only answers customers sees levels and proposes none', async () => {
  const token = await app.console.tokenOf(await app.console.addOperator('support'))
  expect(await app.console.get('/console/queue/levels', token)).toMatchObject({ code: 1 })
  expect(await propose('support', '2', token)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
})

test('the application may add a level, and neither change nor remove one, nor add one that nobody proposed', async () => {
  for (const statement of [
    sql`update queue_level set hours = 1`,
    sql`delete from queue_level`,
    sql`insert into queue_level (queue, version, hours, created_at) values ('copy', 99, 1, now())`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow()
})

test('the dashboard, the review list, the status and the customer’s page of loans all say the same level', async () => {
  const customer = await app.borrower()
  await app.apply(customer, '100')
  await decide('loan', '6')
  const queue = (await dashboard()).queues.find(
    ({ product, kind }) => product === 'loan' && kind === 'request',
  )
  expect(queue).toMatchObject({ waiting: 1, levelMs: 6 * HOUR_MS })
  const item = (await review()).find(({ product, kind }) => product === 'loan' && kind === 'request')
  expect(item).toMatchObject({ levelMs: 6 * HOUR_MS })
  expect((await app.call(loanTerms)).data).toMatchObject({ reviewHours: 6 })
  expect((await app.call(loanInfo, {}, customer.token)).data).toMatchObject({ terms: { reviewHours: 6 } })
  const page = await app.console.get('/console/loan', await tokenOf(maker), { id: item!.id })
  expect(page.data.answerByMs).toBe(item!.sinceMs + 6 * HOUR_MS)
})

test('who withdraws, who sells and who is verified reads the level of their queue', async () => {
  const customer = await app.borrower()
  await decide('withdrawal', '9')
  const { hours: payHours } = await levelOf('sale')
  await decide('verification', '30')
  expect((await app.call(withdrawalTerms, {}, customer.token)).data).toMatchObject({ reviewHours: 9 })
  expect((await app.call(saleTerms, {}, customer.token)).data).toMatchObject({ payHours })
  for (const state of [basicState, advancedState])
    expect((await app.call(state, {}, customer.token)).data).toMatchObject({ reviewHours: 30 })
})

test('what waits beyond its level is counted from the level on, by queue, at any hour of the day', async () => {
  const opened = openTestProducts({ db: app.db, clock: app.clock })
  const beyond = async () => beyondLevels(app.db, opened, app.clock.nowMs())
  const sinceMs = (await review()).find(
    ({ product, kind }) => product === 'loan' && kind === 'request',
  )!.sinceMs
  const { hours } = await levelOf('loan')
  app.clock.advance(sinceMs + hours * HOUR_MS - app.clock.nowMs())
  expect((await beyond()).get('loan')).toBe(0)
  app.clock.advance(90_000)
  const late = await beyond()
  expect(late.get('loan')).toBe(90_000)
  expect([...late.keys()].toSorted()).toEqual([...queueNames].toSorted())
  expect(late.get('withdrawal')).toBe(0)
})

test('a proposal that nobody decides is late by the level of proposals', async () => {
  const opened = openTestProducts({ db: app.db, clock: app.clock })
  const { data } = await propose('otc', '9')
  const { hours } = await levelOf('proposal')
  const older = (await review()).filter(({ kind, id }) => kind === 'proposal' && id !== data.id)
  for (const { id } of older)
    await app.console.post('/console/proposal/send_back', await tokenOf(checker), { id, ...reason })
  app.clock.advance(data.madeAtMs + hours * HOUR_MS + 1 - app.clock.nowMs())
  expect((await beyondLevels(app.db, opened, app.clock.nowMs())).get('proposal')).toBe(1)
})
