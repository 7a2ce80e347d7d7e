import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { optionPeriods } from '#domain/option/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { optionCustomers, startTestOptions, type TestOptions } from '#server/testing/option.ts'
import { exposureNow } from './exposure.ts'
import { optionsById } from './store.ts'

/** What operators see of seconds options, and what two of them decide: terms, never an outcome. */

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let fixture: TestOptions
let maker: string
let checker: string

beforeAll(async () => {
  app = await openTestApp()
  consoleApp = openTestConsole(app)
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('risk'))
  fixture = await startTestOptions(app.db, { clock: app.clock })
})
afterAll(async () => {
  await fixture.engine.stop()
  await consoleApp.close()
  await app.close()
})

const terms = {
  ...{ periods: '60:8000 120:8200', minimum: '10', maximum: '100', max_open: '3', max_daily: '20' },
  ...{
    loss_limit: '100',
    pause_after: '4',
    pause_minutes: '30',
    exposure_bps: '150',
    reason: 'a calmer offer',
  },
}
const propose = (what: string, input: Record<string, string>, token = maker) =>
  consoleApp.post(`/console/option/${what}`, token, input)
const approve = (id: string, token = checker) =>
  consoleApp.post('/console/proposal/approve', token, { id, reason: 'seen' })
const seen = async () => (await consoleApp.get('/console/option', maker)).data
const versionOfCustomers = async () => (await app.call(optionPeriods)).data.termsVersion

describe('terms', () => {
  test('are proposed by one, approved by another, and count for orders to come', async () => {
    await fixture.tick(2_000_000)
    const [alice] = await optionCustomers(fixture, 1)
    const before = await fixture.place(alice!)
    const { data } = await propose('terms', terms)
    expect(data).toMatchObject({ kind: 'option-terms', status: 'pending' })
    expect((await seen()).pending).toHaveLength(1)
    expect(await versionOfCustomers()).toBe(1)
    expect((await approve(data.id, maker)).error).toBe('PROPOSAL_IS_YOURS')
    expect((await approve(data.id)).error).toBeUndefined()

    expect(await seen()).toMatchObject({
      ...{ pending: [], currency: 'USDT' },
      terms: {
        ...{ version: 2, minimum: '10.0000000', maximum: '100.0000000', maxOpen: 3, maxDaily: 20 },
        ...{ lossLimit: '100.0000000', pauseAfter: 4, pauseMinutes: 30, exposureBps: 150 },
        periods: [
          { seconds: 60, payoutBps: 8_000 },
          { seconds: 120, payoutBps: 8_200 },
        ],
      },
    })
    const after = await fixture.place(alice!)
    expect([after.order.payoutBps, after.order.termsVersion]).toEqual([8_000, 2])
    const { order } = (await optionsById(app.db, [before.order.id])).get(before.order.id)!
    expect([order.payoutBps, order.termsVersion, order.winnings]).toEqual([8_500, 1, before.order.winnings])
    await expect(fixture.place(alice!, { stake: '9.99' })).rejects.toMatchObject({ code: 'AMOUNT_TOO_SMALL' })
  })

  test('say to the checker which figures are unusual: far from the present, or above what is usual', async () => {
    const unusualIn = async (change: Record<string, string>) => {
      const { data } = await propose('terms', { ...terms, ...change })
      await consoleApp.post('/console/proposal/withdraw', maker, { id: data.id, reason: 'only looked at' })
      const lines = data.lines as { label: string; unusual?: { kind: string } }[]
      return lines.flatMap(({ label, unusual }) => (unusual ? [[label, unusual.kind]] : []))
    }
    expect(await unusualIn({})).toEqual([])
    expect(
      await unusualIn({
        ...{ periods: '60:9600', maximum: '1000', max_open: '1', max_daily: '2', exposure_bps: '1100' },
      }),
    ).toEqual([
      ['Periods', 'above-usual'],
      ['Largest stake', 'far-above'],
      ['A day', 'far-below'],
      ['Of the fund, owed for one instrument and second', 'above-usual'],
    ])
  })

  test('that were compared with older ones are not approved any more', async () => {
    const one = await propose('terms', { ...terms, maximum: '90' })
    expect((await approve(one.data.id)).error).toBeUndefined()
    const { version } = (await seen()).terms
    const two = await propose('terms', { ...terms, maximum: '80' })
    const twin = await propose('terms', { ...terms, maximum: '70' })
    const decided = await Promise.all([two, twin].flatMap(({ data }) => (data ? approve(data.id) : [])))
    expect(decided.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect((await seen()).terms.version).toBe(version + 1)
  })

  test.each([
    ['a period that is too short', { periods: '20:8000' }],
    ['a period twice', { periods: '60:8000 60:8500' }],
    ['a payout by which the platform would lose', { periods: '60:9999 120:0000' }],
    ['a minimum above the maximum', { minimum: '200' }],
    ['fewer orders a day than at once', { max_daily: '2' }],
    ['a loss limit below one stake', { loss_limit: '5' }],
  ])('are refused with %s', async (_, change) => {
    expect((await propose('terms', { ...terms, ...change })).error).toBe('TERMS_INVALID')
  })
})

test('what the platform may have to pay is shown by instrument and second of expiry, and that it is set aside', async () => {
  await fixture.pass(320_000, 2_000_000)
  const [bob, carol] = await optionCustomers(fixture, 2)
  await fixture.place(bob!, { stake: '20' })
  await fixture.place(carol!, { stake: '10', direction: 'fall' })
  const { exposure, escrow, isCovered } = await seen()
  const expiresAtMs = Math.floor((app.clock.nowMs() + 1_000) / 1_000) * 1_000 + 60_000
  expect(exposure).toEqual([
    { symbol: 'BTC-USDT', expiresAtMs, orders: 2, rise: '16.0000000', fall: '8.0000000' },
  ])
  expect([escrow, isCovered]).toEqual(['24.0000000', true])
  await fixture.pass(62_000, 2_000_000)
  expect(await seen()).toMatchObject({ exposure: [], escrow: '0.0000000', isCovered: true })
})

testOnPostgres(
  'what is open and what is set aside for it are of one moment, whatever is accepted in between',
  async () => {
    const [dave] = await optionCustomers(fixture, 1)
    let isFirst = true
    const interrupted = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isFirst) {
          isFirst = false
          await fixture.place(dave!, { stake: '20' })
        }
        return result
      },
    })
    const before = await exposureNow(interrupted)
    expect([isFirst, before.escrow]).toEqual([false, before.owed])
    const after = await exposureNow(app.db)
    expect([after.escrow, after.owed > before.owed]).toEqual([after.owed, true])
    await fixture.pass(62_000, 2_000_000)
  },
)

test('an operator without a role for products sees and proposes nothing', async () => {
  const other = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
  expect((await consoleApp.get('/console/option', other)).error).toBe('OPERATOR_ROLE_REQUIRED')
  expect((await propose('terms', terms, other)).error).toBe('OPERATOR_ROLE_REQUIRED')
})
