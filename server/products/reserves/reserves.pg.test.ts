import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressAt } from '#domain/chain/account-key.ts'
import { readAddress } from '#domain/deposit/addresses.ts'
import { depositAddress } from '#domain/deposit/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import type { consoleReserves } from '#domain/reserves/console.ts'
import { evmAddress } from '#server/testing/addresses.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { expectAtOnce } from '#server/testing/at-once.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { localSettings } from '#server/testing/local-chain.ts'
import { openTestTreasury } from '#server/testing/treasury.ts'
import { coldAddresses } from './store.ts'

/** Which addresses count as the platform's: who says so, and what the database refuses. No node is asked. */

const PAYER = evmAddress(99)
const { settings } = localSettings('Ethereum', 'http://127.0.0.1:1', {
  ...{ token: '0x5FbDB2315678afecb367f032d93F642f64180aa3', payer: PAYER },
})
let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let kit: Awaited<ReturnType<typeof openTestTreasury>>

beforeAll(async () => {
  app = await openTestApp({ chains: [settings] })
  consoleApp = openTestConsole({ ...app, chains: [settings] })
  kit = await openTestTreasury(app, consoleApp)
  // As if the watcher had begun.
  await sql`insert into chain_block (chain, height, hash) values ('Ethereum', 1, '0x01')`.execute(app.db)
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

let made = 0
const newAddress = () => readAddress('ERC20', evmAddress(1_000 + ++made))!
const add = (address: string, change: Record<string, string> = {}, token = kit.maker) =>
  consoleApp.post('/console/reserves/address', token, {
    ...{ chain: 'Ethereum', address, label: 'Vault', reason: 'signed in the presence of both' },
    ...change,
  })
const approve = (id: string, again?: string, token = kit.checker) => kit.approve(id, token, again)
async function added(address: string) {
  const { data } = await add(address)
  expect((await approve(data.id, address)).error).toBeUndefined()
  const found = (await coldAddresses(app.db)).find((one) => one.address === address)
  return found!
}
const retire = (id: bigint | string, token = kit.maker) =>
  consoleApp.post('/console/reserves/retire', token, { id: String(id), reason: 'emptied' })
const charge = (change: Record<string, string> = {}, token = kit.maker) =>
  consoleApp.post('/console/reserves/fee', token, {
    ...{ chain: 'Ethereum', tx_reference: `0x${'ab'.repeat(32)}`, amount: '0.00042', reason: 'seen' },
    ...change,
  })
const as = async (role: Parameters<typeof consoleApp.addOperator>[0]) =>
  consoleApp.tokenOf(await consoleApp.addOperator(role))

describe('a cold address', () => {
  test('is one once two of finance said so, the second of whom typed it', async () => {
    const address = newAddress()
    const { data, error } = await add(address)
    expect(error).toBeUndefined()
    expect((await approve(data.id, address, kit.maker)).error).toBe('PROPOSAL_IS_YOURS')
    expect((await approve(data.id, newAddress())).error).toBe('TYPED_AGAIN_DIFFERS')
    expect(await coldAddresses(app.db)).not.toContainEqual(expect.objectContaining({ address }))
    expect((await approve(data.id, address.toLowerCase())).error).toBeUndefined()
    expect(await coldAddresses(app.db)).toContainEqual(
      expect.objectContaining({ address, chain: 'Ethereum', label: 'Vault', isWatched: true }),
    )
    expect((await add(address)).error).toBe('ADDRESS_WATCHED')
  })

  test('is seen by finance and risk, and proposed by finance alone', async () => {
    for (const role of ['risk', 'compliance', 'admin'] as const) {
      const token = await as(role)
      expect((await consoleApp.get('/console/reserves', token)).error).toBeUndefined()
      for (const answer of [
        await add(newAddress(), {}, token),
        await retire(1n, token),
        await charge({}, token),
      ])
        expect(answer.error).toBe('OPERATOR_ROLE_REQUIRED')
    }
    for (const role of ['support', 'content'] as const)
      expect((await consoleApp.get('/console/reserves', await as(role))).error).toBe('OPERATOR_ROLE_REQUIRED')
  })

  test('is none that customers pay to, that withdrawals are paid from, of another format or another chain', async () => {
    const customer = await app.newCustomer()
    const wanted = { currency: 'ETH', network: 'Ethereum' }
    const { data } = await app.call(depositAddress, wanted, customer.token)
    expect((await add(data.address)).error).toBe('ADDRESS_WATCHED')
    expect((await add(PAYER)).error).toBe('ADDRESS_WATCHED')
    const shared = newAddress()
    await kit.agreed(await kit.publish({ network: 'ERC20', address: shared }))
    expect((await add(shared)).error).toBe('ADDRESS_WATCHED')
    for (const wrong of [
      '0x1234',
      `${newAddress().slice(0, -1)}g`,
      'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    ])
      expect(await add(wrong)).toMatchObject({ error: 'ADDRESS_INVALID', field: 'address' })
    expect((await add(newAddress(), { chain: 'Litecoin' })).error).toBe('NETWORK_UNKNOWN')
    expect((await add(newAddress(), { chain: 'Dogecoin' })).error).toBe('VALUE_NOT_ALLOWED')
  })

  test('that a customer was given after it was proposed is not approved', async () => {
    // The next index of the key is the next customer's.
    const { rows } = await sql<{ next: number }>`select next_index as next from chain_key`.execute(app.db)
    const next = addressAt(settings.key, rows[0]!.next)
    const { data } = await add(next)
    const customer = await app.newCustomer()
    const given = await app.call(depositAddress, { currency: 'ETH', network: 'Ethereum' }, customer.token)
    expect(given.data.address).toBe(next)
    expect((await approve(data.id, next)).error).toBe('ADDRESS_WATCHED')
  })

  test('is retired by two, and may be added again', async () => {
    const { id, address } = await added(newAddress())
    const { data } = await retire(id)
    expect((await retire(id)).error).toBe('PROPOSAL_EXISTS')
    expect((await approve(data.id)).error).toBeUndefined()
    const now = (await coldAddresses(app.db)).find((one) => one.address === address)
    expect(now).toMatchObject({ isWatched: false })
    expect((await retire(id)).error).toBe('NOT_FOUND')
    expect((await added(address)).isWatched).toBe(true)
  })

  test('is added once by sixty-four approvals at the same time', async () => {
    const address = newAddress()
    const { data } = await add(address)
    const answers = await Promise.all(Array.from({ length: 64 }, () => approve(data.id, address)))
    expectAtOnce(answers, { done: 1, refused: 'PROPOSAL_NOT_PENDING' })
    const { rows } = await sql`select 1 from reserves_address where address = ${address}`.execute(app.db)
    expect(rows).toHaveLength(1)
  })

  test('cannot be written to the database by one person, otherwise than it was agreed, changed or deleted', async () => {
    const insert = (address: string, proposal: bigint, isWatched = true) =>
      sql`insert into reserves_address (chain, address, label, is_watched, proposal)
        values ('Ethereum', ${address}, 'Vault', ${isWatched}, ${proposal})`.execute(app.db)
    const address = newAddress()
    const { data } = await add(address)
    const other = await added(newAddress())
    for (const attempt of [
      () => insert(address, BigInt(data.id)),
      () => insert(address, other.proposal),
      () => insert(other.address, other.proposal, false),
    ])
      await expect(attempt()).rejects.toThrow(/reserves_address_agreed/)
    await expect(insert(other.address, other.proposal)).rejects.toThrow(/reserves_address_proposed_once/)
    for (const statement of [
      sql`update reserves_address set is_watched = false`,
      sql`delete from reserves_address`,
      sql`update reserves_look set on_cold = 0`,
      sql`update reserves_fee set amount = 1`,
      sql`delete from reserves_fee`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow(/permission denied/)
  })
})

describe('a network fee', () => {
  test('is recorded by two, once for a transaction, in the chain’s own coin', async () => {
    const { data, error } = await charge()
    expect(error).toBeUndefined()
    expect((await charge({ amount: '1' })).error).toBe('PROPOSAL_EXISTS')
    const answers = await Promise.all(Array.from({ length: 16 }, () => approve(data.id)))
    expectAtOnce(answers, { done: 1, refused: 'PROPOSAL_NOT_PENDING' })
    const { rows } = await sql<{ amount: string }>`select amount::text from reserves_fee`.execute(app.db)
    expect(rows).toEqual([{ amount: '420000000000000' }])
    const again = await charge()
    expect((await approve(again.data.id)).error).toBe('NETWORK_FEE_KNOWN')
  })

  test('is of a whole transaction, above zero, and no finer than its coin', async () => {
    for (const wrong of [
      { tx_reference: 'ab12' },
      { amount: '0' },
      { amount: `0.${'0'.repeat(18)}1` },
      { amount: '-1' },
    ])
      expect((await charge(wrong)).error).toBe('PARAMETER_ERROR')
    expect((await charge({ chain: 'Bitcoin' })).error).toBe('NETWORK_UNKNOWN')
  })
})

test('before the first look a chain says that there was none, and nothing is missing', async () => {
  const { data } = await consoleApp.get('/console/reserves', kit.maker)
  const { chains } = data as OutputOf<typeof consoleReserves>
  expect(chains).toMatchObject([{ chain: 'Ethereum', isLookedAt: true, silentSinceMs: null }])
  expect(chains[0]!.lines.map(({ currency, look }) => [currency, look])).toEqual([
    ['ETH', null],
    ['USDT', null],
  ])
})
