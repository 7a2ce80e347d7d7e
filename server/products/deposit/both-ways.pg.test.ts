import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositAddress, deposits, requestDeposit } from '#domain/deposit/contract.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { type Clock, virtualClock } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { type LitecoinChain, startLitecoind } from '#server/testing/litecoind.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { publishDepositAddresses } from './addresses.ts'
import { knownBlocks } from './chain-store.ts'
import { arrivedOnChain } from './service.ts'
import { createWatcher, DROPPED_AFTER_MS, type Watcher } from './watcher.ts'

/** Payments on a real chain that come to a shared address and to a customer's own, by one transaction. */

/** On regtest and of nobody here: BIP 173's program of the examples. */
const SHARED = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3'

let chain: LitecoinChain
let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let watcher: Watcher
let maker: string
let checker: string

beforeAll(async () => {
  chain = await startLitecoind()
  app = await openTestApp({ chains: [chain.settings] })
  await app.db
    .transaction()
    .execute((tx) =>
      publishDepositAddresses(tx, [
        { currency: 'LTC', network: 'Litecoin', address: SHARED, minimum: '0.01', isDemo: true },
      ]),
    )
  consoleApp = openTestConsole(app)
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
  watcher = watcherAt(app.clock)
  await watcher.look()
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
  await chain.stop()
})

const watcherAt = (clock: Clock) =>
  createWatcher({ db: app.db, clock, settings: chain.settings, log: pino({ level: 'silent' }) })
const ltc = (text: string) => parseDecimal(text, 8)!
const held = (customer: TestCustomer) =>
  balanceOf(app.db, accountId(customer.id, wallets.funding, 'available', 'LTC'))
const ownAddress = async (customer: TestCustomer): Promise<string> =>
  (await app.call(depositAddress, { currency: 'LTC', network: 'Litecoin' }, customer.token)).data.address

/** A customer's claim to have paid so much to an address. */
async function claim(customer: TestCustomer, txid: string, amount: string, address = SHARED) {
  const image = await app.keepAsSent(customer.id, await newPicture())
  const { data, error } = await app.call(
    requestDeposit,
    {
      ...{ sender: 'Ana Lopez', currency: 'LTC', network: 'Litecoin', hashTail: txid.slice(-6) },
      ...{ amount, address, image },
    },
    customer.token,
  )
  expect(error).toBeUndefined()
  return (match: Record<string, string>) =>
    consoleApp.post('/console/deposit/propose', maker, {
      ...{ id: data.id, tx_reference: txid, amount, confirmations: '6', reason: 'found on the chain' },
      ...match,
    })
}
const approve = (id: string) =>
  consoleApp.post('/console/proposal/approve', checker, { id, reason: 'seen too' })

async function confirm(): Promise<void> {
  await chain.mine(5)
  await watcher.look()
}

test.each(['by hand first', 'the watcher first'])(
  'a transaction that pays one customer by hand and another at their own address is credited to both: %s',
  async (order) => {
    const [byHand, watched] = [await app.newCustomer(), await app.newCustomer()]
    const own = await ownAddress(watched)
    const { txid, outputs } = await chain.payTogether({ [SHARED]: ltc('0.25'), [own]: ltc('0.25') })
    if (order === 'the watcher first') await confirm()
    const propose = await claim(byHand, txid, '0.25')
    const { data } = await propose({ output_index: String(outputs.get(SHARED)) })
    expect((await approve(data.proposal.id)).data).toMatchObject({ status: 'approved' })
    if (order === 'by hand first') await confirm()
    expect([await held(byHand), await held(watched)]).toEqual([ltc('0.25'), ltc('0.25')])
  },
)

test('T11: what the watcher credited is nobody’s by hand, and the output has to be looked up', async () => {
  const [watched, other] = [await app.newCustomer(), await app.newCustomer()]
  const own = await ownAddress(watched)
  const { txid, outputs } = await chain.payTogether({ [own]: ltc('0.4'), [SHARED]: ltc('0.1') })
  await confirm()
  for (const customer of [watched, other]) {
    const propose = await claim(customer, txid, '0.4')
    expect(await propose({})).toMatchObject({ error: 'PARAMETER_ERROR' })
    expect(await propose({ output_index: String(outputs.get(own)) })).toMatchObject({
      error: 'DEPOSIT_REFERENCE_USED',
    })
  }
  expect(await held(watched)).toBe(ltc('0.4'))
})

test('T11: what was credited by hand is not credited again when its chain shows it', async () => {
  const customer = await app.newCustomer()
  const own = await ownAddress(customer)
  const { txid, outputs } = await chain.payTogether({ [own]: ltc('0.3') })
  const propose = await claim(customer, txid, '0.3', own)
  const { data } = await propose({ output_index: String(outputs.get(own)) })
  await approve(data.proposal.id)
  await confirm()
  expect(await held(customer)).toBe(ltc('0.3'))
  const { items } = (await app.call(deposits, {}, customer.token)).data
  expect(items.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual(['credited-before', null])
})

test('what was credited by hand arrived once: while its chain counts it, afterwards, and below the minimum', async () => {
  const arrived = async () => {
    const [block] = await knownBlocks(app.db, 'Litecoin', 1)
    const { own, byHand } = (await arrivedOnChain(app.db, chain.settings.chain, block!))!
    return (own.get('LTC')?.onChain ?? 0n) + (byHand.get('LTC') ?? 0n)
  }
  const before = await arrived()
  const customer = await app.newCustomer()
  const own = await ownAddress(customer)
  const { txid, outputs } = await chain.payTogether({ [own]: ltc('0.3') })
  const small = await chain.payTogether({ [own]: ltc('0.005') })
  await chain.mine(1)
  await watcher.look()
  expect(await arrived()).toBe(before + ltc('0.305'))
  const propose = await claim(customer, txid, '0.3', own)
  await approve((await propose({ output_index: String(outputs.get(own)) })).data.proposal.id)
  expect(await arrived()).toBe(before + ltc('0.305'))
  const proposeSmall = await claim(customer, small.txid, '0.3', own)
  const match = { output_index: String(small.outputs.get(own)), amount: '0.005' }
  await approve((await proposeSmall(match)).data.proposal.id)
  expect(await arrived()).toBe(before + ltc('0.305'))
  await confirm()
  expect(await held(customer)).toBe(ltc('0.305'))
  expect(await arrived()).toBe(before + ltc('0.305'))
})

test('what left its block for good is dropped, and counted again should it come back', async () => {
  const customer = await app.newCustomer()
  await chain.payTogether({ [await ownAddress(customer)]: ltc('0.2') })
  await chain.mine(1)
  await watcher.look()
  const state = async () => {
    const { items } = (await app.call(deposits, {}, customer.token)).data
    return items.map(({ status, outcome, confirmations }: Record<string, unknown>) => [
      status,
      outcome,
      confirmations,
    ])
  }
  await chain.reorganize(1)
  await watcher.look()
  expect(await state()).toEqual([['pending', null, 0]])
  // Sessions would be over by then: the watcher's clock alone goes on.
  watcher = watcherAt(virtualClock(app.clock.nowMs() + DROPPED_AFTER_MS + 1))
  await chain.mineEmpty()
  await watcher.look()
  expect(await state()).toEqual([['rejected', 'dropped', 0]])
  await chain.mine(1)
  await watcher.look()
  expect(await state()).toEqual([['pending', null, 1]])
  await chain.mine(4)
  await watcher.look()
  expect(await held(customer)).toBe(ltc('0.2'))
})
