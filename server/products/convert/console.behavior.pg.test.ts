import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convert, convertTerms, quoteConversion } from '#domain/convert/contract.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { type ConvertFixture, openConvertFixture } from '#server/testing/convert.ts'

/** What operators see of conversions, and the terms that two of them decide. */

let app: ConvertFixture
let consoleApp: ReturnType<typeof openTestConsole>
let maker: string
let checker: string
beforeAll(async () => {
  app = await openConvertFixture()
  consoleApp = openTestConsole(app)
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('risk'))
})
afterAll(async () => {
  await consoleApp.close()
  await app.close()
})

const terms = {
  ...{ fee_bps: '20', minimum: '10', maximum: '1000', quote_seconds: '5' },
  ...{ max_per_customer: '2000', max_exposure: '20000' },
  reason: 'a thinner fund',
}
const propose = (change = {}) => consoleApp.post('/console/convert/terms', maker, { ...terms, ...change })

test.each([
  ['feeBps', { fee_bps: '0' }, 'PARAMETER_ERROR'],
  ['maximum', { maximum: '9' }, 'TERMS_INVALID'],
  ['limit of a customer', { max_per_customer: '999' }, 'TERMS_INVALID'],
  ['exposure', { max_exposure: '999' }, 'TERMS_INVALID'],
])('terms with a wrong %s are refused', async (_, change, code) => {
  expect((await propose(change)).error).toBe(code)
})

test('terms count for quotes to come, once a second operator approved them; a quote keeps its own', async () => {
  const alice = await app.customerWith('USDT', '1000')
  const order = { from: 'USDT', to: 'BTC', amount: '100' }
  const before = await app.call(quoteConversion, order, alice.token)
  const { data } = await propose()
  const approve = (token: string) =>
    consoleApp.post('/console/proposal/approve', token, { id: data.id, reason: 'seen' })
  expect((await approve(maker)).error).toBe('PROPOSAL_IS_YOURS')
  expect((await approve(checker)).error).toBeUndefined()
  expect((await app.call(convertTerms)).data).toMatchObject({ feePercent: '0.20', quoteSeconds: 5 })

  app.tick('BTC-USDT', 2_000_000, 2_001_000)
  const old = await app.call(convert, { ...order, quoteId: before.data.quoteId }, alice.token)
  expect([old.error, old.data.feePercent]).toEqual([undefined, '0.10'])
  const next = await app.call(quoteConversion, order, alice.token)
  expect([next.data.feePercent, next.data.validUntilMs]).toEqual(['0.20', app.clock.nowMs() + 5_000])
})

test('terms that a proposal keeps are looked at again when they are approved', async () => {
  const { version } = (await consoleApp.get('/console/convert', maker)).data.terms
  const { data } = await propose({ fee_bps: '30' })
  // Every constraint of the table would take it.
  await alterAsOwner(
    app,
    sql`update proposal set params = params || '{"minimum":"0.5"}'::jsonb where id = ${data.id}::bigint`,
  )
  const approve = { id: data.id, reason: 'seen' }
  expect((await consoleApp.post('/console/proposal/approve', checker, approve)).error).toBe('TERMS_INVALID')
  expect((await consoleApp.get('/console/convert', maker)).data.terms.version).toBe(version)
})

test('operators see what was bought and sold, and whose conversions those were', async () => {
  const seen = (await consoleApp.get('/console/convert', maker)).data
  const flow = (code: string) => seen.flows.find((one: { code: string }) => one.code === code)
  expect(flow('BTC')).toMatchObject({ bought: '0.0000000', sold: '100.0000000', net: '-100.0000000' })
  expect(flow('USDT')).toMatchObject({ bought: '100.0000000', sold: '0.0000000' })
  const { data } = await consoleApp.get('/console/convert/list', maker)
  expect(data.items).toHaveLength(1)
  expect(data.items[0]).toMatchObject({ from: 'USDT', to: 'BTC', amount: '100.0000000' })
})
