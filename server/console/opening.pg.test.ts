import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as consoleCalls from '#domain/console/contract.ts'
import type { Role } from '#domain/console/roles.ts'
import * as depositConsole from '#domain/deposit/console.ts'
import * as depositCalls from '#domain/deposit/contract.ts'
import * as earnConsole from '#domain/earn/console.ts'
import { earnProducts, subscribe } from '#domain/earn/contract.ts'
import type { Endpoint, OutputOf } from '#domain/endpoint.ts'
import * as treasuryConsole from '#domain/treasury/console.ts'
import { login } from '#domain/user/contract.ts'
import { createServices, type Services } from '#server/app.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { readSettings } from '#server/platform/settings.ts'
import { seed } from '#server/seed.ts'
import { tronAddress } from '#server/testing/addresses.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { callOn } from '#server/testing/http.ts'

/**
 * "Opening a real installation" of docs/operations.md, step by step through the two listeners: a new world
 * with real money begins with nothing. Its live prices are never asked for.
 */

const PASSWORD = 'mapleTree7'
const ADDRESS = tronAddress(1)

let database: Database
let services: Services
let apps: Record<Side, ReturnType<typeof buildApp>>
let maker: string
let checker: string
let customer: string
const dataDir = mkdtempSync(join(tmpdir(), 'plumb-opening-'))

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const settings = readSettings({ DATA_DIR: dataDir, MARKET_FEED: 'live', LOG_LEVEL: 'silent' })
  const clock = virtualClock(Date.UTC(2026, 2, 2, 12))
  const log = pino({ level: 'silent' })
  services = await createServices({ db, clock, log, settings, kind: 'production' })
  await seed(services, 'production', settings)
  const common = { title: 'opening', version: '0', db, clock, log, isReady: async () => true }
  const limiter = { take: async () => {} }
  apps = {
    customers: buildApp({
      ...{ ...common, limiter, authenticate: services.users.authenticate },
      routes: services.routes,
    }),
    operators: buildApp({
      ...{ ...common, limiter, authenticate: services.console.authenticate },
      routes: services.console.routes,
    }),
  }
  maker = await addOperator('maker', 'finance')
  checker = await addOperator('checker', 'finance')
  const email = 'first@customer.test'
  await db
    .transaction()
    .execute((tx) => services.users.createCustomer(tx, { email, password: PASSWORD, nickname: 'First' }))
  customer = await done('customers', login, undefined, { contact: email, password: PASSWORD })
})
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close()
  await services.stop()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function addOperator(name: string, ...roles: Role[]): Promise<string> {
  const email = `${name}@plumb.test`
  const made = await database.db
    .transaction()
    .execute((tx) => services.console.createOperator(tx, { email, name, roles }))
  const code = generateSync({ secret: made.totpSecret })
  const signIn = { email, password: made.password, code }
  return (await done('operators', consoleCalls.consoleLogin, undefined, signIn)).token
}

type Side = 'customers' | 'operators'
type Fields = Record<string, unknown>

const send = (side: Side, call: Endpoint, token: string | undefined, input: Fields = {}) =>
  callOn(apps[side], call, input, { token })

/** What a call answers that must not be refused. */
async function done<E extends Endpoint>(
  side: Side,
  call: E,
  token: string | undefined,
  input: Fields = {},
): Promise<OutputOf<E>> {
  const { data, error } = await send(side, call, token, input)
  expect(error, `${call.path} was refused`).toBeUndefined()
  return data
}

/** Proposed by one, approved by the other. */
async function agree(call: Endpoint, input: Fields): Promise<void> {
  const made = await done('operators', call, maker, { ...input, reason: 'opening' })
  // A deposit's answer is the deposit, with its proposal in it.
  const { proposal, id } = made as { id: string; proposal?: { id: string } }
  await done('operators', consoleCalls.approveProposal, checker, {
    id: proposal?.id ?? id,
    reason: 'seen as well',
    ...(input.address === undefined ? {} : { again: input.address }),
  })
}

const asked = { currency: 'USDT', network: 'TRC20' }
const offer = async () => (await done('customers', earnProducts, customer)).products
const treasuryNow = () => done('operators', treasuryConsole.consoleTreasury, maker)
const usdt = async () => {
  const { balances, isCovered } = (await treasuryNow()).funds.find(({ currency }) => currency === 'USDT')!
  return { isCovered, ...Object.fromEntries(balances.map(({ fund, balance }) => [fund, balance])) }
}

test('it begins with nothing: no address, no funds, nothing on offer', async () => {
  expect(await send('customers', depositCalls.depositAddress, customer, asked)).toMatchObject({
    error: 'DEPOSIT_NOT_OFFERED',
  })
  expect(await offer()).toEqual([])
  const { funds, pending } = await treasuryNow()
  const published = await done('operators', depositConsole.consoleDepositAddresses, maker)
  expect([published, pending]).toEqual([{ addresses: [], pending: [] }, []])
  for (const { balances } of funds) for (const { balance } of balances) expect(Number(balance)).toBe(0)
})

test('no made-up address can get into it, not even by the database', async () => {
  const insert = sql`insert into deposit_address (currency, network, address, minimum, is_demo)
    values ('USDT', 'TRC20', 'TDemo', '10', true)`
  await expect(insert.execute(database.db)).rejects.toThrow(/no made-up address where money is real/)
})

test('customers are shown where to pay once two have agreed on it, and that it is real', async () => {
  await agree(depositConsole.proposeDepositAddress, { ...asked, address: ADDRESS, minimum: '10' })
  expect(await done('customers', depositCalls.depositAddress, customer, asked)).toMatchObject({
    ...{ address: ADDRESS, isDemo: false, minimum: '10.0000000', networks: ['TRC20'] },
  })
})

test('a product that is open is full until the interest fund is filled, by way of the treasury', async () => {
  const terms = { dailyRate: '0.0001', penaltyRate: '0.002', minimum: '10', maximum: '5000', cap: '100000' }
  await agree(earnConsole.proposeEarnProduct, { currency: 'USDT', termDays: '30', ...terms })
  const [product] = (await done('operators', earnConsole.consoleEarn, maker)).products
  expect(product).toMatchObject({ availability: 'closed' })
  await agree(earnConsole.proposeEarnOpening, { id: product!.id })
  expect((await offer())[0]).toMatchObject({ availability: 'sold-out' })

  await agree(treasuryConsole.proposePlatformFunding, {
    currency: 'USDT',
    amount: '5000',
    chain: 'Ethereum',
    txReference: '0a'.repeat(32),
  })
  expect((await offer())[0]).toMatchObject({ availability: 'sold-out' })
  const move = { currency: 'USDT', from: 'treasury' }
  await agree(treasuryConsole.proposeTreasuryMove, { ...move, amount: '1000', to: 'interest' })
  await agree(treasuryConsole.proposeTreasuryMove, { ...move, amount: '3000', to: 'market-maker' })
  expect((await offer())[0]).toMatchObject({ availability: 'open' })
  expect(await usdt()).toMatchObject({
    ...{ treasury: '1000.0000000', interest: '1000.0000000', 'market-maker': '3000.0000000' },
  })
})

test('a first customer pays in, is credited, and has a locked deposit', async () => {
  const { id: owner } = await database.db.selectFrom('customer').select('id').executeTakeFirstOrThrow()
  const picture = sharp({ create: { width: 24, height: 24, channels: 3, background: '#335577' } })
  const image = await services.uploads.keep(owner, await picture.png().toBuffer())
  const claim = { ...asked, address: ADDRESS, amount: '250', sender: 'A. First', image, hashTail: 'a1b2c3' }
  const { id } = await done('customers', depositCalls.requestDeposit, customer, claim)
  await agree(depositConsole.proposeCredit, {
    id,
    amount: '250',
    confirmations: '5',
    txReference: `${'0'.repeat(58)}a1b2c3`,
  })
  const [product] = await offer()
  const order = { productId: product!.id, amount: '200' }
  expect(await done('customers', subscribe, customer, order)).toMatchObject({ status: 'active' })

  // 200 for 30 days at 0.01 % a day.
  expect(await usdt()).toMatchObject({
    ...{ interest: '999.4000000', reserved: '0.6000000', isCovered: true },
  })
  expect(isConsistent(await auditLedger(database.db))).toBe(true)
})
