import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestDeposit } from '#domain/deposit/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import * as calls from '#domain/withdrawal/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { FIRST_ADDRESS, openTestTreasury } from '#server/testing/treasury.ts'
import { createPasswordHasher } from '#server/users/password-hash.ts'

/** A payment that left as a withdrawal is booked as nothing that came in, unless it went to an address of the platform's. */

const ELSEWHERE = 'TJpySyx7GxD4bv3Nwq5So1auEeJC923gHV'
const PAY_PASSWORD = '493817'
const FINANCE = ['finance', 'compliance'] as const

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let people: { maker: Person; checker: Person }
let payPasswordHash: string
beforeAll(async () => {
  app = await openTestApp({ markets: { isFresh: (symbol: string) => symbol === 'BTC-USDT' } })
  consoleApp = openTestConsole(app)
  const kit = await openTestTreasury(app, consoleApp)
  await kit.agreed(await kit.publish())
  people = {
    maker: await consoleApp.addOperator(...FINANCE),
    checker: await consoleApp.addOperator(...FINANCE),
  }
  payPasswordHash = await createPasswordHasher().hash(PAY_PASSWORD)
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

/** Days pass here, and a console's session does not last a day. */
const post = async (path: string, fields: Record<string, string>, who: keyof typeof people = 'maker') =>
  consoleApp.post(path, await consoleApp.tokenOf(people[who]), { reason: 'seen', ...fields })
const approve = (id: string) => post('/console/proposal/approve', { id }, 'checker')
const USED = { error: 'DEPOSIT_REFERENCE_USED' }
const newTxid = () => randomBytes(32).toString('hex')

/** Somebody whose withdrawal to that address is begun to be paid by hand; returns how its payment is proposed. */
async function paying(address: string) {
  const customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
  await app.give(customer.id, 'funding', 'USDT', '1000')
  await app.db
    .updateTable('customer')
    .set({ pay_password_hash: payPasswordHash })
    .where('id', '=', customer.id)
    .execute()
  const payee = { currency: 'USDT', network: 'TRC20', address }
  await app.call(calls.saveAddress, { ...payee, name: 'Mine' }, customer.token)
  app.clock.advance(DAY_MS)
  const asked = { ...payee, amount: '100', payPassword: PAY_PASSWORD }
  const { id } = (await app.call(calls.requestWithdrawal, asked, customer.token)).data
  await approve((await post('/console/withdrawal/propose', { id })).data.proposal.id)
  await post('/console/withdrawal/prepare', { id })
  const settle = async (txid: string, outputIndex = '0') => {
    const paid = { id, settled_as: 'paid', tx_reference: txid, output_index: outputIndex }
    return approve((await post('/console/withdrawal/settle', paid)).data.proposal.id)
  }
  return { customer, settle }
}

/** Claims that the transaction came to the published address. */
async function claimed(customer: TestCustomer, txid: string): Promise<string> {
  const image = await app.keepAsSent(customer.id, await newPicture())
  const claim = {
    sender: 'Ana',
    amount: '99',
    currency: 'USDT',
    network: 'TRC20',
    address: FIRST_ADDRESS,
    image,
  }
  const { data } = await app.call(requestDeposit, { ...claim, hashTail: txid.slice(-6) }, customer.token)
  return data.id
}
const proposeCredit = (id: string, txid: string) =>
  post('/console/deposit/propose', {
    ...{ id, tx_reference: txid, output_index: '7', amount: '99', confirmations: '50' },
  })
const proposeFunding = (txid: string) =>
  post('/console/treasury/fund', {
    currency: 'USDT',
    amount: '99',
    chain: 'Tron',
    tx_reference: txid,
    output_index: '7',
  })

describe('the payment of a withdrawal to somewhere else', () => {
  test('is proposed as nothing that came in', async () => {
    const { customer, settle } = await paying(ELSEWHERE)
    const txid = newTxid()
    expect((await settle(txid)).data).toMatchObject({ status: 'approved' })
    expect(await proposeCredit(await claimed(customer, txid), txid)).toMatchObject(USED)
    expect(await proposeFunding(txid)).toMatchObject(USED)
  })

  test('is not credited either, where the withdrawal was paid in between', async () => {
    const { customer, settle } = await paying(ELSEWHERE)
    const txid = newTxid()
    const credit = await proposeCredit(await claimed(customer, txid), txid)
    expect((await settle(txid)).data).toMatchObject({ status: 'approved' })
    expect(await approve(credit.data.proposal.id)).toMatchObject(USED)
  })

  test('is not approved as the platform’s own either, where the withdrawal was paid in between', async () => {
    const { settle } = await paying(ELSEWHERE)
    const txid = newTxid()
    const funding = await proposeFunding(txid)
    expect((await settle(txid)).data).toMatchObject({ status: 'approved' })
    expect(await approve(funding.data.id)).toMatchObject(USED)
  })

  test('does not pay the withdrawal where it was credited first', async () => {
    const { customer, settle } = await paying(ELSEWHERE)
    const txid = newTxid()
    const credit = await proposeCredit(await claimed(customer, txid), txid)
    expect((await approve(credit.data.proposal.id)).data).toMatchObject({ status: 'approved' })
    await expect(settle(txid)).rejects.toThrow(/proposal/)
  })

  test('is not approved as what an adjustment returned', async () => {
    const { customer, settle } = await paying(ELSEWHERE)
    const txid = newTxid()
    const take = { customer_id: String(customer.id), wallet: 'funding', currency: 'USDT', amount: '50' }
    const taken = (await post('/console/adjustments/take', take)).data.id
    await approve(taken)
    const returned = await post('/console/adjustments/return', {
      ...{
        take: taken,
        currency: 'USDT',
        amount: '50',
        chain: 'Tron',
        tx_reference: txid,
        output_index: '0',
      },
    })
    expect((await settle(txid, '1')).data).toMatchObject({ status: 'approved' })
    expect(await approve(returned.data.id)).toMatchObject(USED)
  })
})

test('the payment of a withdrawal to an address of the platform’s is what came there, once', async () => {
  const { settle } = await paying(FIRST_ADDRESS)
  const [ana, ben] = [await app.newCustomer(), await app.newCustomer()]
  const txid = newTxid()
  expect((await settle(txid)).data).toMatchObject({ status: 'approved' })
  expect(await proposeFunding(txid)).toMatchObject(USED)
  const credit = await proposeCredit(await claimed(ana, txid), txid)
  expect((await approve(credit.data.proposal.id)).data).toMatchObject({ status: 'approved' })
  expect(await proposeCredit(await claimed(ben, txid), txid)).toMatchObject(USED)
})
