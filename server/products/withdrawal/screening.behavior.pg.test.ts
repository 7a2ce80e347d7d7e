import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import * as calls from '#domain/withdrawal/contract.ts'
import { isRecordedDataHere, recordedDataFolder } from '#server/markets/feeds/recorded-data.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { evmAddress, tronAddress } from '#server/testing/addresses.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { makeReadyToWithdraw, PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import type { AddressRules } from './address-book.ts'
import { openScreening } from './screening.ts'
import { requireSendable } from './service.ts'
import type { Withdrawal } from './store.ts'

/** Screening lists: no money goes to an address on one, at whatever step it gets there. */

const folder = mkdtempSync(join(tmpdir(), 'plumb-screening-'))
const list = (...addresses: string[]) => writeFileSync(join(folder, 'listed.txt'), addresses.join('\n'))
const LISTED = [tronAddress(901), evmAddress(902).toUpperCase().replace('0X', '0x')]

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let operator: Person

beforeAll(async () => {
  list(...LISTED)
  const lists = { screeningLists: folder }
  app = await openTestApp({ ...lists, markets: { isFresh: (symbol) => symbol === 'BTC-USDT' } })
  consoleApp = openTestConsole({ ...app, ...lists })
  operator = await consoleApp.addOperator('finance')
})
afterAll(async () => {
  await consoleApp.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const save = (customer: TestCustomer, network: string, address: string) =>
  app.call(calls.saveAddress, { currency: 'USDT', network, name: 'Cold', address }, customer.token)
const ask = (customer: TestCustomer) =>
  app.call(
    calls.requestWithdrawal,
    {
      ...{ currency: 'USDT', network: 'TRC20', amount: '100' },
      ...{ address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD },
    },
    customer.token,
  )

test('a listed address is not saved, in whatever letters it is typed', async () => {
  const customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
  expect((await save(customer, 'TRC20', tronAddress(901))).error).toBe('ADDRESS_NOT_ALLOWED')
  expect((await save(customer, 'ERC20', evmAddress(902))).error).toBe('ADDRESS_NOT_ALLOWED')
  expect((await save(customer, 'ERC20', evmAddress(903))).error).toBeUndefined()
})

test('one that is nobody’s gets nothing at any step before it leaves, also where it was saved before that was known', async () => {
  const { id: customerId } = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
  const rules: AddressRules = { screening: { isListed: () => false, state: () => undefined }, chains: [] }
  const send = (address: string) => {
    const withdrawal = { customerId, currency: 'USDT', network: 'TRC20', address } as Withdrawal
    return app.db.transaction().execute((tx) => requireSendable(tx, rules, withdrawal, app.clock.nowMs()))
  }
  await send(PAYEE_ADDRESS)
  for (const address of ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', `0x${'0'.repeat(40)}`])
    await expect(send(address)).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' })
})

test('one that is listed after it was saved gets nothing: no request, no approval; the reviewer reads why', async () => {
  const customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
  await app.give(customer.id, 'funding', 'USDT', '1000')
  await makeReadyToWithdraw(app.db, customer.id)
  const { data, error } = await ask(customer)
  expect(error).toBeUndefined()
  list(...LISTED, PAYEE_ADDRESS)
  app.clock.advance(HOUR_MS)
  expect((await ask(customer)).error).toBe('ADDRESS_NOT_ALLOWED')
  const token = await consoleApp.tokenOf(operator)
  const fields = { id: data.id, reason: 'known' }
  const proposed = await consoleApp.post('/console/withdrawal/propose', token, fields)
  expect(proposed.error).toBe('ADDRESS_NOT_ALLOWED')
  const page = await consoleApp.get(`/console/withdrawal?id=${data.id}`, token)
  expect(page.data.risk).toEqual(['The address is on a screening list'])
  const cancelled = await app.call(calls.cancelWithdrawal, { id: data.id }, customer.token)
  expect(cancelled.data.status).toBe('cancelled')
})

/** Lists of their own in a folder, and what the log says of them. */
function ownLists(...addresses: string[]) {
  const clock = virtualClock(0)
  const own = mkdtempSync(join(tmpdir(), 'plumb-screening-'))
  onTestFinished(() => rmSync(own, { recursive: true, force: true }))
  const write = (...lines: string[]) => writeFileSync(join(own, 'a.txt'), lines.join('\n'))
  write(...addresses)
  const said: { readonly level: number; readonly msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => void said.push(JSON.parse(line)) })
  const screening = openScreening(own, clock, log)
  const afterHours = (hours: number) => {
    clock.advance(hours * HOUR_MS)
    return screening.state()
  }
  return { screening, own, write, afterHours, said: () => said.map(({ level, msg }) => `${level} ${msg}`) }
}

test('a list that cannot be read leaves what was read before in force, and the log says so once', () => {
  const { screening, own, write, afterHours, said } = ownLists(tronAddress(904))
  rmSync(own, { recursive: true })
  expect(afterHours(2)).toEqual({ addresses: 1, readAtMs: 0 })
  expect(screening.isListed(tronAddress(904))).toBe(true)
  expect(screening.isListed(tronAddress(905))).toBe(false)
  afterHours(1)
  const unread = '50 screening: the lists cannot be read; those of before stay in force'
  expect(said()).toEqual([unread])

  mkdirSync(own)
  write(tronAddress(904), tronAddress(905))
  expect(afterHours(1)).toEqual({ addresses: 2, readAtMs: 4 * HOUR_MS })
  expect(said()).toEqual([unread, '30 screening: the lists have 2 addresses, and had 1'])
  rmSync(own, { recursive: true })
  afterHours(1)
  expect(said()).toHaveLength(3)
})

test('a list that has become empty is not taken for one, and one that is empty from the start is warned of', () => {
  const one = ownLists(tronAddress(904))
  one.write('')
  one.afterHours(1)
  expect(one.screening.isListed(tronAddress(904))).toBe(true)
  expect(one.said()).toEqual(['50 screening: the lists cannot be read; those of before stay in force'])
  expect(ownLists().said()).toEqual(['40 screening: the lists have no address, so that none is screened'])
})

test('an address that is in no list any more stays listed until the next reading, and the log warns', () => {
  const { screening, write, afterHours, said } = ownLists(tronAddress(904), tronAddress(905))
  write(tronAddress(904))
  afterHours(1)
  expect(screening.isListed(tronAddress(905))).toBe(true)
  expect(said()).toEqual([
    '40 screening: 1 addresses are in no list any more; listed until the next reading',
    '30 screening: the lists have 1 addresses, and had 2',
  ])
  expect(afterHours(1)).toEqual({ addresses: 1, readAtMs: 2 * HOUR_MS })
  expect(screening.isListed(tronAddress(905))).toBe(false)
})

test.runIf(isRecordedDataHere)('the lists that are published are read as they are', () => {
  const screening = openScreening(
    join(recordedDataFolder, 'sanctions'),
    virtualClock(0),
    pino({ level: 'silent' }),
  )
  expect(screening.state()!.addresses).toBeGreaterThan(100)
  for (const address of [
    'TBHTJqAy4DhHhmT3dNceJYNRz4SdLofLre',
    '0x01e2919679362dFBC9ee1644Ba9C6da6D6245BB1'.toLowerCase(),
    'LNf2JDiuunBz7GMDKFYHN4rq5meXWxiwfb',
    '123WBUDmSJv4GctdVEz6Qq6z8nXSKrJ4KX',
  ])
    expect(screening.isListed(address), address).toBe(true)
  expect(screening.isListed(PAYEE_ADDRESS)).toBe(false)
})

test('an address that others have saved too is said of each withdrawal to it, in the queue, in the list and on its page', async () => {
  list(...LISTED)
  app.clock.advance(HOUR_MS)
  const [one, other] = [
    await addTestCustomer(app.db, app.clock, { tier: 'basic' }),
    await addTestCustomer(app.db, app.clock, { tier: 'basic' }),
  ]
  for (const { id } of [one, other]) await makeReadyToWithdraw(app.db, id)
  await app.give(one.id, 'funding', 'USDT', '1000')
  // The test before had it listed: it is off once the lists were read without it twice, here and by the console.
  expect((await ask(one)).error).toBe('ADDRESS_NOT_ALLOWED')
  app.clock.advance(HOUR_MS)
  const { data, error } = await ask(one)
  expect(error).toBeUndefined()
  await consoleApp.get('/console/queue', await consoleApp.tokenOf(operator))
  app.clock.advance(HOUR_MS)
  const token = await consoleApp.tokenOf(operator)
  // The customer of the test before has it as well.
  const risk = ['Also saved by 2 other customers']
  const queue = (await consoleApp.get('/console/queue', token)).data.items
  expect(queue.find(({ id }: { id: string }) => id === data.id).risk).toEqual(risk)
  const all = (await consoleApp.get('/console/withdrawals', token)).data.items
  expect(all.find(({ id }: { id: string }) => id === data.id).risk).toEqual(risk)
  expect((await consoleApp.get(`/console/withdrawal?id=${data.id}`, token)).data.risk).toEqual(risk)
  const timeline = await consoleApp.get(`/console/customer/timeline?customer=${one.id}`, token)
  expect(timeline.data.items.map(({ detail }: { detail: string }) => detail)).toContain('TRC20, under review')
})
