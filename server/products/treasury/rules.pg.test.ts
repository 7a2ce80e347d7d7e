import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAddress } from '#domain/deposit/addresses.ts'
import { units as asUnits, parseDecimal } from '#domain/money/amount.ts'
import { claimPayment } from '#server/core/incoming-payments.ts'
import { accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { earnAccounts } from '#server/products/earn/accounts.ts'
import { bitcoinAddress, evmAddress } from '#server/testing/addresses.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { expectAtOnce } from '#server/testing/at-once.ts'
import { openTestConsole } from '#server/testing/console.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { newPayment, openTestTreasury } from '#server/testing/treasury.ts'
import { treasuryAccounts } from './accounts.ts'

/** What of the platform's money and addresses the database itself refuses, and what many ask for at once. */

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let kit: Awaited<ReturnType<typeof openTestTreasury>>

beforeAll(async () => {
  app = await openTestApp()
  consoleApp = openTestConsole(app)
  kit = await openTestTreasury(app, consoleApp)
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

const units = (text: string, decimals = 7) => parseDecimal(text, decimals)!

const OURS = bitcoinAddress(4)
const BEP20 = readAddress('BEP20', evmAddress(4))!

const treasury = () => balanceOf(app.db, platformAccount(treasuryAccounts.treasury, 'USDT'))
const interest = () => balanceOf(app.db, platformAccount(earnAccounts.interest, 'USDT'))

describe('the platform’s own money', () => {
  test('is brought in once by sixty-four approvals at the same time', async () => {
    const before = await treasury()
    const { data } = await kit.fund({ amount: '7' })
    const answers = await Promise.all(Array.from({ length: 64 }, () => kit.approve(data.id)))
    expectAtOnce(answers, { done: 1, refused: 'PROPOSAL_NOT_PENDING' })
    expect(await treasury()).toBe(before + units('7'))
  })

  test('is not a customer’s deposit as well, whichever comes first, nor both at once', async () => {
    await kit.agreed(await kit.publish({ network: 'BEP20', address: BEP20 }))
    for (const order of ['treasury first', 'customer first', 'at once']) {
      const customer = await app.newCustomer()
      const tx_reference = newPayment()
      const [before, own] = [await treasury(), () => funding(customer)]
      const id = await kit.claim(customer, 'BEP20', BEP20)
      const both = [() => kit.fund({ tx_reference, amount: '50' }), () => match(id, tx_reference)]
      if (order === 'customer first') both.reverse()
      const answers =
        order === 'at once'
          ? await Promise.all(both.map((each) => each()))
          : [await both[0]!(), await both[1]!()]
      expect([order, answers.filter(({ code }) => code === 1).length]).toEqual([order, 1])
      expect(answers.find(({ code }) => code !== 1)).toMatchObject({ error: 'PROPOSAL_EXISTS' })
      const { data } = answers.find(({ code }) => code === 1)
      await kit.approve(data.proposal?.id ?? data.id)
      expect((await treasury()) - before + (await own())).toBe(units('50'))
      expect(await kit.fund({ tx_reference })).toMatchObject({ error: 'DEPOSIT_REFERENCE_USED' })
      const payment = {
        ...{ chain: 'BNB Smart Chain', txReference: tx_reference, outputIndex: 0 },
        ...{ by: 'person' as const, address: null, amount: asUnits(units('50')) },
      }
      const claimed = app.db.transaction().execute((tx) => claimPayment(tx, payment, 'treasury:1'))
      await expect(claimed).rejects.toThrow(/DEPOSIT_REFERENCE_USED/)
    }
  })

  test('sixty-four approvals move it once', async () => {
    const before = await interest()
    const { data } = await kit.move({ amount: '3' })
    const answers = await Promise.all(Array.from({ length: 64 }, () => kit.approve(data.id)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(await interest()).toBe(before + units('3'))
  })
})

describe('where customers pay to', () => {
  test('cannot be written to the database by one person, or otherwise than it was agreed', async () => {
    const insert = (address: string, proposal: bigint | null, isDemo = false) =>
      sql`insert into deposit_address (currency, network, address, minimum, is_demo, proposal)
        values ('BTC', 'Bitcoin', ${address}, '0.001', ${isDemo}, ${proposal})`.execute(app.db)
    const { data } = await kit.publish({
      currency: 'BTC',
      network: 'Bitcoin',
      address: OURS,
      minimum: '0.001',
    })
    const other = await kit.agreed(
      await kit.publish({ currency: 'ETH', network: 'Ethereum', address: evmAddress(8) }),
    )
    for (const attempt of [
      () => insert('bc1thief', null),
      () => insert(OURS, BigInt(data.id)),
      () => insert(OURS, BigInt(other.id)),
    ])
      await expect(attempt()).rejects.toThrow(/deposit_address_agreed/)
    await kit.approve(data.id)
    await expect(insert('bc1thief', BigInt(data.id))).rejects.toThrow(/deposit_address_agreed/)
    await expect(insert(OURS, BigInt(data.id))).rejects.toThrow(/deposit_address_proposed_once/)
    for (const statement of [
      sql`update deposit_address set address = 'bc1thief'`,
      sql`delete from deposit_address`,
      sql`update incoming_payment set tx_reference = 'x'`,
      sql`delete from incoming_payment`,
      sql`update system_setting set value = '"demo"'`,
      // A proposal begins as one: nobody writes one down that two have already agreed on.
      sql`insert into proposal (kind, subject, params, maker, reason, made_at, status, checker, decision, decided_at)
        select kind, subject, params, maker, reason, made_at, status, checker, decision, decided_at
        from proposal where status = 'approved' limit 1`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow(/permission denied/)
  })

  test('is published once by sixty-four approvals at the same time', async () => {
    const { data } = await kit.publish({ network: 'BEP20', currency: 'BNB', address: evmAddress(9) })
    const answers = await Promise.all(Array.from({ length: 64 }, () => kit.approve(data.id)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    const { rows } =
      await sql`select 1 from deposit_address where network = 'BEP20' and currency = 'BNB'`.execute(app.db)
    expect(rows).toHaveLength(1)
  })
})

/** The proposal to credit a claim for a payment. */
const match = (id: string, tx_reference: string) =>
  consoleApp.post('/console/deposit/propose', kit.maker, {
    ...{ id, tx_reference, amount: '50', confirmations: '5', reason: 'found on the chain' },
  })

const funding = (customer: TestCustomer) =>
  balanceOf(app.db, accountId(customer.id, wallets.funding, 'available', 'USDT'))
