import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleDashboard } from '#domain/console/contract.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { chainDepositOf } from '#server/testing/chain-deposits.ts'
import { openTestConsole } from '#server/testing/console.ts'
import type { TestCustomer } from '#server/testing/customers.ts'

/** Deposits to customers' own addresses in the console: found, filtered, counted, and in the customer's time line. */

const PATH = '/console/deposit/chain'
const [ANAS, COUNTED, BOBS] = ['ab'.repeat(32), 'cd'.repeat(32), 'ef'.repeat(32)]

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let finance: string
let ana: TestCustomer
let bob: TestCustomer
let anas: { id: string; address: string }
let counted: { id: string; address: string }
let bobs: { id: string; address: string }
beforeAll(async () => {
  app = await openTestApp()
  consoleApp = openTestConsole(app)
  finance = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  ;[ana, bob] = [await app.newCustomer(), await app.newCustomer()]
  const nowMs = app.clock.nowMs()
  anas = await chainDepositOf(app.db, ana.id, { txid: ANAS, amount: '25.5' }, nowMs)
  counted = await chainDepositOf(app.db, ana.id, { txid: COUNTED, amount: '40', isCounted: true }, nowMs)
  bobs = await chainDepositOf(app.db, bob.id, { txid: BOBS, amount: '7' }, nowMs)
})
afterAll(async () => {
  await consoleApp.close()
  await app.close()
})

async function read(fields: Record<string, string> = {}) {
  const { data, error, message } = await consoleApp.get(PATH, finance, fields)
  expect(error, message).toBeUndefined()
  return data.items
}
const idsOf = async (fields: Record<string, string>): Promise<string[]> =>
  (await read(fields)).map(({ id }: { id: string }) => id)

test('a deposit that a chain shows is found by its reference, its transaction and its address, however they are written', async () => {
  for (const search of [...[`D-${anas.id}`, `d-${anas.id}`, anas.id, ANAS, ANAS.toUpperCase(), `0x${ANAS}`]])
    expect(await idsOf({ search })).toContain(anas.id)
  for (const search of [`D-${anas.id}`, ANAS, `0x${ANAS}`]) expect(await idsOf({ search })).toEqual([anas.id])
  const { address } = anas
  for (const search of [address, address.toUpperCase(), ana.email, String(ana.id)])
    expect((await idsOf({ search })).slice(0, 2)).toEqual([counted.id, anas.id])
  for (const search of [ANAS.slice(1), address.slice(0, -1), 'D-999999999', '_'])
    expect(await idsOf({ search })).toEqual([])
})

test('a row says all that is known: whose, what, where, how far it is counted', async () => {
  const [row] = await read({ search: COUNTED })
  expect(row).toMatchObject({
    ...{ id: counted.id, reference: `D-${counted.id}`, customerId: String(ana.id), status: 'confirming' },
    ...{ currency: 'USDT', network: 'ERC20', amount: '40.0000000', txid: COUNTED, outputIndex: 0 },
    ...{ address: counted.address, confirmationsNeeded: 12, height: 100, decidedAtMs: null },
  })
  expect(row.contact).not.toContain(ana.email)
})

test('the list is narrowed by customer, network, status and amount', async () => {
  expect(await idsOf({})).toEqual([bobs.id, counted.id, anas.id])
  expect(await idsOf({ customer: String(ana.id) })).toEqual([counted.id, anas.id])
  expect(await idsOf({ network: 'ERC20', customer: String(bob.id) })).toEqual([bobs.id])
  expect(await idsOf({ network: 'TRC20' })).toEqual([])
  expect(await idsOf({ status: 'credited' })).toEqual([bobs.id, anas.id])
  expect(await idsOf({ currency: 'USDT', minimum: '20', sort: 'amount' })).toEqual([counted.id, anas.id])
  const fromMs = String(app.clock.nowMs())
  expect(await idsOf({ fromMs, on: 'decided' })).toEqual([bobs.id, anas.id])
  expect(await consoleApp.get(PATH, finance, { network: 'Wire' })).toMatchObject({
    error: 'VALUE_NOT_ALLOWED',
  })
})

test('the file has the whole transaction of each row, and stands in the audit log', async () => {
  const { body } = await consoleApp.send('GET', `${PATH}/csv`, finance, { customer: String(ana.id) })
  const [names, ...rows] = body.trimEnd().split('\r\n')
  expect(names).toContain('txid')
  expect(rows).toHaveLength(2)
  for (const txid of [ANAS, COUNTED]) expect(body).toContain(txid)
  const { rows: logged } = await sql<{ action: string; subject: string }>`
    select action, subject from audit_log order by id desc limit 1`.execute(app.db)
  expect(logged).toEqual([{ action: 'exported', subject: 'list:deposit-chain' }])
})

test('an operator who does not see customers does not see their deposits', async () => {
  const writer = await consoleApp.tokenOf(await consoleApp.addOperator('content'))
  expect(await consoleApp.get(PATH, writer)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
})

test('the time line names the network, the state and both ends of the transaction, and leads to the deposit', async () => {
  const { data } = await consoleApp.get('/console/customer/timeline', finance, { customer: String(ana.id) })
  const seen = data.items.filter(({ kind }: { kind: string }) => kind === 'chain-deposit')
  expect(seen).toHaveLength(2)
  expect(seen).toContainEqual(
    expect.objectContaining({
      ...{ subject: `deposit:${anas.id}`, detail: 'ERC20, credited, ababab … ababab', amount: '25.5000000' },
    }),
  )
  const found = await consoleApp.get('/console/customer/timeline', finance, {
    ...{ customer: String(ana.id), search: `D-${anas.id}` },
  })
  expect(found.data.items).toMatchObject([{ kind: 'chain-deposit', subject: `deposit:${anas.id}` }])
})

test('the dashboard counts what chains credited today, and not what is still counted nor what was credited before', async () => {
  const figure = async () =>
    (await consoleApp.get(consoleDashboard.path, finance)).data.figures.find(
      ({ name }: { name: string }) => name === 'deposit-credited',
    )
  expect(await figure()).toMatchObject({ count: 2, amounts: [{ currency: 'USDT', amount: '32.5000000' }] })
  app.clock.advance(startOfDayUtc(app.clock.nowMs()) + DAY_MS - app.clock.nowMs())
  expect(await figure()).toMatchObject({ count: 0, amounts: [] })
})
