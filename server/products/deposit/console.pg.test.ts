import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { depositDetail, requestDeposit } from '#domain/deposit/contract.ts'
import { chainOf } from '#domain/deposit/rules.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import { checkPaymentIsNew } from '#server/core/incoming-payments.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { publishDepositAddresses } from '#server/products/deposit/addresses.ts'
import { depositQueue } from '#server/products/deposit/console.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { newPicture } from '#server/testing/pictures.ts'

const ADDRESS = 'DEMO-USDT-TRC20-ADDRESS'
const TAIL = 'a1b2c3'

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let maker: string
let checker: string

beforeAll(async () => {
  app = await openTestApp()
  await app.db
    .transaction()
    .execute((tx) =>
      publishDepositAddresses(tx, [
        { currency: 'USDT', network: 'TRC20', address: ADDRESS, minimum: '10', isDemo: true },
      ]),
    )
  consoleApp = openTestConsole(app)
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

/** A customer's claim of 100 USDT, as the page sends it. */
async function claim(customer: TestCustomer, address = ADDRESS): Promise<string> {
  const image = await app.keepAsSent(customer.id, await newPicture())
  const { data } = await app.call(
    requestDeposit,
    {
      sender: 'Ana Lopez',
      amount: '100',
      currency: 'USDT',
      network: 'TRC20',
      address,
      image,
      hashTail: TAIL,
    },
    customer.token,
  )
  return data.id
}

let hashes = 0
const transaction = (tail = TAIL) => `${(++hashes).toString(16).padStart(58, '0')}${tail}`
const propose = (id: string, change: Record<string, string> = {}, token = maker) =>
  consoleApp.post('/console/deposit/propose', token, {
    id,
    tx_reference: transaction(),
    amount: '99.5',
    confirmations: '6',
    reason: 'found on the chain',
    ...change,
  })
const approve = (proposal: string, token = checker) =>
  consoleApp.post('/console/proposal/approve', token, { id: proposal, reason: 'seen too' })
const funding = (customer: TestCustomer) =>
  balanceOf(app.db, accountId(customer.id, wallets.funding, 'available', 'USDT'))
const usdt = (text: string) => parseDecimal(text, 7)

describe('a deposit by proof', () => {
  test('a deposit by a chain is proposed from five confirmations on, and its checker sees how many', async () => {
    const id = await claim(await app.newCustomer())
    for (const confirmations of ['4', '0']) {
      expect(await propose(id, { confirmations })).toMatchObject({ error: 'DEPOSIT_UNCONFIRMED' })
    }
    expect(await propose(id, { confirmations: '-6' })).toMatchObject({ error: 'PARAMETER_ERROR' })
    const { data } = await propose(id, { confirmations: '5' })
    expect(data.proposal.lines).toContainEqual({ label: 'Confirmations seen', value: '5', before: null })
  })

  test('of less than the least deposit is said to be that to its checker, and of the least is not', async () => {
    const less = { label: 'Less than the least deposit', value: '10.00 USDT', before: null }
    const below = await propose(await claim(await app.newCustomer()), { amount: '9.999' })
    expect(below.data.proposal.lines).toContainEqual(less)
    const least = await propose(await claim(await app.newCustomer()), { amount: '10' })
    expect(least.data.proposal.lines).not.toContainEqual(less)
  })

  test('T12: is credited with what arrived when two operators agree, not with what was claimed', async () => {
    const customer = await app.newCustomer()
    const id = await claim(customer)
    const item = async (token: string) =>
      (await consoleApp.get('/console/queue', token)).data.items.find(
        (line: { id: string }) => line.id === id,
      )
    expect(await item(maker)).toMatchObject({
      viewerAction: 'make',
      amount: '100.0000000',
      product: 'deposit',
    })

    const { data } = await propose(id)
    expect(data).toMatchObject({ viewerAction: 'waiting', proposal: { status: 'pending' } })
    expect(data.proposal.lines[0]).toEqual({
      label: 'Amount that arrived',
      value: '99.50 USDT',
      before: '100.00 USDT',
    })
    expect(await funding(customer)).toBe(0n)
    expect(await item(maker)).toMatchObject({ viewerAction: 'waiting' })
    expect(await item(checker)).toMatchObject({ viewerAction: 'check' })

    const record = async () => (await app.call(depositDetail, { id }, customer.token)).data
    expect(await record()).toMatchObject({ confirmations: null, confirmationsNeeded: 5 })
    expect((await approve(data.proposal.id)).data).toMatchObject({ status: 'approved' })
    // As many as its maker saw.
    expect(await record()).toMatchObject({ confirmations: 6, confirmationsNeeded: 5 })
    expect(await funding(customer)).toBe(usdt('99.5'))
    expect(await item(checker)).toBeUndefined()
    expect((await consoleApp.get('/console/deposit', checker, { id })).data).toMatchObject({
      status: 'approved',
      credited: '99.5000000',
      viewerAction: 'none',
    })
    expect((await app.messagesTo(customer.email)).at(-1)!.text).toContain('99.5')
  })

  test('waits in a queue that costs the same queries however many wait', async () => {
    const viewer = { id: 0n, sessionId: 0n, name: 'Viewer', roles: ['finance'] }
    const queries = async () => {
      let count = 0
      const counting = app.db.withPlugin({
        transformQuery({ node }) {
          count++
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const items = await depositQueue(counting, viewer)
      return { count, length: items.length }
    }
    // Each with a proposal that waits for its checker.
    const ids: string[] = []
    const wait = async () => {
      const id = await claim(await app.newCustomer())
      ids.push((await propose(id)).data.proposal.id)
    }
    await wait()
    const before = await queries()
    for (let more = 0; more < 3; more++) await wait()
    expect(await queries()).toEqual({ count: before.count, length: before.length + 3 })
    for (const id of ids) expect(await approve(id)).toMatchObject({ code: 1 })
  })

  test('is counted in the overview however many wait, once with its proposal', async () => {
    const waiting = async () => (await consoleApp.get('/console/overview', maker)).data.waiting
    const before = await waiting()
    const customer = await app.newCustomer()
    const id = await claim(customer)
    await propose(id)
    expect(await waiting()).toBe(before + 1)
    const MANY = 500
    await sql`
      insert into upload (id, customer_id, sha256, bytes, width, height, created_at, state)
      select 'counted-' || n, ${customer.id}, n::text, 1, 1, 1, now(), 'attached' from generate_series(1, ${sql.lit(MANY)}) n`.execute(
      app.db,
    )
    await sql`
      insert into deposit_request (customer_id, currency, network, claimed, address, is_address_ours, hash_tail, sender,
        image, image_sha256, submitted_at)
      select r.customer_id, currency, network, claimed, address, is_address_ours, hash_tail, sender, u.id, u.sha256, submitted_at
      from deposit_request r, upload u where r.id = ${BigInt(id)} and u.id like 'counted-%'`.execute(app.db)
    expect(await waiting()).toBe(before + 1 + MANY)
  })

  test('is credited once by sixty-four approvals at the same time', async () => {
    const customer = await app.newCustomer()
    const { data } = await propose(await claim(customer))
    const answers = await Promise.all(Array.from({ length: 64 }, () => approve(data.proposal.id)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    for (const { code, error } of answers) if (code === 0) expect(error).toBe('PROPOSAL_NOT_PENDING')
    expect(await funding(customer)).toBe(usdt('99.5'))
  })

  test('T11: is not credited twice by one transaction claimed twice', async () => {
    const [one, two] = [await app.newCustomer(), await app.newCustomer()]
    const tx_reference = transaction()
    const second = await claim(two)
    const again = () => propose(second, { tx_reference: tx_reference.toUpperCase() })
    const first = await propose(await claim(one), { tx_reference })
    expect(await again()).toMatchObject({ error: 'PROPOSAL_EXISTS' })
    expect(await approve(first.data.proposal.id)).toMatchObject({ code: 1 })
    expect(await again()).toMatchObject({ error: 'DEPOSIT_REFERENCE_USED' })
    expect(await funding(two)).toBe(0n)
  })

  test('T11: of a transaction credited at an address that is not ours, nothing else is told apart by that address', async () => {
    const creditAt = async (address: string) => {
      const tx_reference = transaction()
      const { data } = await propose(await claim(await app.newCustomer(), address), { tx_reference })
      expect(await approve(data.proposal.id)).toMatchObject({ code: 1 })
      return tx_reference
    }
    /** Another amount that a watcher saw, to an address of ours. */
    const seen = (txReference: string, address: string) =>
      app.db.transaction().execute((tx) =>
        checkPaymentIsNew(tx, {
          ...{ chain: chainOf('TRC20'), txReference, outputIndex: 0 },
          ...{ by: 'watcher', address, amount: units(usdt('100')!) },
        }),
      )
    const notOurs = await creditAt('DEMO-USDT-ERC20-ADDRESS')
    await expect(seen(notOurs, ADDRESS)).rejects.toMatchObject({ code: 'DEPOSIT_REFERENCE_USED' })
    await seen(await creditAt(ADDRESS), 'DEMO-USDT-TRC20-OTHER')
  })

  test('one transaction that pays two customers is credited to both, by its outputs', async () => {
    const [one, two] = [await app.newCustomer(), await app.newCustomer()]
    const tx_reference = transaction()
    const first = await propose(await claim(one), { tx_reference })
    const second = await propose(await claim(two), { tx_reference, output_index: '7', amount: '40' })
    expect(second.data.proposal.lines).toContainEqual({
      label: 'Output or log index',
      value: '7',
      before: null,
    })
    expect(await approve(first.data.proposal.id)).toMatchObject({ code: 1 })
    const { data } = await consoleApp.get('/console/proposal', checker, { id: second.data.proposal.id })
    expect(data.lines).toContainEqual({
      label: 'Also credited of this transaction',
      value: `deposit:${first.data.id}, output 0 on Tron`,
      before: null,
    })
    expect(await approve(second.data.proposal.id)).toMatchObject({ code: 1 })
    expect([await funding(one), await funding(two)]).toEqual([usdt('99.5'), usdt('40')])
    expect((await consoleApp.get('/console/deposit', checker, { id: second.data.id })).data.outputIndex).toBe(
      7,
    )
    const third = await claim(await app.newCustomer())
    expect(await propose(third, { tx_reference, output_index: '7' })).toMatchObject({
      error: 'DEPOSIT_REFERENCE_USED',
    })
    expect(await propose(third, { tx_reference, output_index: '-1' })).toMatchObject({
      error: 'PARAMETER_ERROR',
    })
  })

  test('of sixty-four proposals for one payment at the same time one waits', async () => {
    const tx_reference = transaction()
    const ids: string[] = []
    for (let n = 0; n < 16; n++) ids.push(await claim(await app.newCustomer()))
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => propose(ids[n % 16]!, { tx_reference, output_index: '2' })),
    )
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(new Set(answers.map(({ error }) => error))).toEqual(new Set([undefined, 'PROPOSAL_EXISTS']))
  })

  test('what was credited before outputs were told apart stands for its whole transaction', async () => {
    const tx_reference = transaction()
    await sql`insert into incoming_payment (tx_reference, chain, output_index, numbered_by, credited_as)
      values (${tx_reference}, '', 0, 'person', 'deposit:1')`.execute(app.db)
    const id = await claim(await app.newCustomer())
    for (const output_index of ['0', '1']) {
      expect(await propose(id, { tx_reference, output_index })).toMatchObject({
        error: 'DEPOSIT_REFERENCE_USED',
      })
    }
  })

  test('cannot be credited by one person, nor with another transaction than the customer’s', async () => {
    const id = await claim(await app.newCustomer())
    expect(await propose(id, { tx_reference: transaction('ffffff') })).toMatchObject({
      error: 'DEPOSIT_HASH_DIFFERS',
    })
    expect(await propose(id, { tx_reference: 'a1b2c3' })).toMatchObject({ error: 'PARAMETER_ERROR' })
    expect(await propose(id, { amount: '0' })).toMatchObject({ error: 'AMOUNT_INVALID' })
    const { data } = await propose(id)
    expect(await propose(id)).toMatchObject({ error: 'PROPOSAL_EXISTS' })
    expect(await approve(data.proposal.id, maker)).toMatchObject({ error: 'PROPOSAL_IS_YOURS' })
  })

  test('is rejected by one, with a reason the customer reads, and then never credited', async () => {
    const customer = await app.newCustomer()
    const id = await claim(customer)
    const reject = (token = maker) =>
      consoleApp.post('/console/deposit/reject', token, { id, reason: 'The picture shows another amount' })
    const { data } = await propose(id)
    expect(await reject(checker)).toMatchObject({ error: 'PROPOSAL_EXISTS' })
    await consoleApp.post('/console/proposal/send_back', checker, { id: data.proposal.id, reason: 'unclear' })
    expect((await reject()).data).toMatchObject({ status: 'rejected', proposal: null })
    expect(await reject()).toMatchObject({ error: 'DEPOSIT_NOT_PENDING' })
    expect(await propose(id)).toMatchObject({ error: 'DEPOSIT_NOT_PENDING' })
    expect(await approve(data.proposal.id)).toMatchObject({ error: 'PROPOSAL_NOT_PENDING' })
    expect(await funding(customer)).toBe(0n)
    expect((await app.messagesTo(customer.email)).at(-1)!.text).toContain('another amount')
  })

  test('credited is never rejected afterwards, also when both are tried at once', async () => {
    for (let round = 0; round < 8; round++) {
      const customer = await app.newCustomer()
      const id = await claim(customer)
      const { data } = await propose(id)
      const rejection = { id, reason: 'race' }
      const answers = await Promise.all([
        propose(id),
        approve(data.proposal.id),
        consoleApp.post('/console/deposit/reject', checker, rejection),
        propose(id),
      ])
      expect(answers.map(({ code }) => code)).toEqual([0, 1, 0, 0])
      for (const at of [0, 2, 3])
        expect(['PROPOSAL_EXISTS', 'DEPOSIT_NOT_PENDING']).toContain(answers[at].error)
      expect(await consoleApp.post('/console/deposit/reject', maker, rejection)).toMatchObject({
        error: 'DEPOSIT_NOT_PENDING',
      })
      const after = (await consoleApp.get('/console/deposit', maker, { id })).data
      expect([after.status, await funding(customer)]).toEqual(['approved', usdt('99.5')])
    }
  })

  test('is either proposed or rejected when both are tried at once, and the other is told', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await claim(await app.newCustomer())
      const match = () => propose(id)
      const reject = () => consoleApp.post('/console/deposit/reject', checker, { id, reason: 'race' })
      const [first, second] = round % 2 === 0 ? [match, reject] : [reject, match]
      const answers = await Promise.all([first(), second()])
      const [proposed, rejected] = round % 2 === 0 ? answers : answers.toReversed()
      const after = (await consoleApp.get('/console/deposit', maker, { id })).data
      if (proposed.code === 1) {
        expect(rejected).toMatchObject({ code: 0, error: 'PROPOSAL_EXISTS' })
        expect(after).toMatchObject({ status: 'pending', proposal: { status: 'pending' } })
        await consoleApp.post('/console/proposal/withdraw', maker, {
          id: after.proposal.id,
          reason: 'next round',
        })
      } else {
        expect(proposed).toMatchObject({ code: 0, error: 'DEPOSIT_NOT_PENDING' })
        expect(rejected).toMatchObject({ code: 1 })
        expect(after).toMatchObject({ status: 'rejected', proposal: null })
      }
    }
  })

  test('shows its screenshot to those who may, with a line in the log for each look', async () => {
    const customer = await app.newCustomer()
    const id = await claim(customer)
    const image = await consoleApp.send('GET', '/console/deposit/proof', maker, { id })
    expect(image.headers['content-type']).toBe('image/png')
    expect((await sharp(image.rawPayload).metadata()).width).toBe(32)
    const support = await consoleApp.tokenOf(await consoleApp.addOperator('support'))
    expect(await consoleApp.get('/console/deposit/proof', support, { id })).toMatchObject({
      error: 'OPERATOR_ROLE_REQUIRED',
    })
    expect(await consoleApp.get('/console/deposit/proof', customer.token, { id })).toMatchObject({
      type: 999,
    })
    const { data } = await consoleApp.get('/console/audit', checker, { subject: `deposit:${id}` })
    expect(data.items.map(({ action }: { action: string }) => action)).toEqual(['viewed-proof'])
  })

  test('and everything done with it stands in the log, newest first', async () => {
    const id = await claim(await app.newCustomer())
    const first = await propose(id)
    await consoleApp.post('/console/proposal/send_back', checker, {
      id: first.data.proposal.id,
      reason: 'check again',
    })
    const second = await propose(id)
    await approve(second.data.proposal.id)
    const { data } = await consoleApp.get('/console/audit', checker, { subject: `deposit:${id}` })
    expect(data.items.map(({ action }: { action: string }) => action)).toEqual([
      'approved',
      'proposed',
      'sent-back',
      'proposed',
    ])
  })
})
