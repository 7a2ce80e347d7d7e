// long-running
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex } from '@noble/hashes/utils.js'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressAt } from '#domain/chain/account-key.ts'
import { depositAddress } from '#domain/deposit/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import * as liabilityCalls from '#domain/liabilities/contract.ts'
import { checkLiabilities } from '#domain/liabilities/proof.ts'
import { isSeen, reservesOf, type StatedChain, type StatedLook } from '#domain/liabilities/stated.ts'
import { readStatement } from '#domain/liabilities/statement.ts'
import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import { requireCurrency } from '#domain/money/read-amount.ts'
import type { consoleReserves } from '#domain/reserves/console.ts'
import { LOOK_EVERY_MS, OLD_AFTER_MS } from '#domain/reserves/rules.ts'
import * as withdrawals from '#domain/withdrawal/contract.ts'
import { rpcClient } from '#server/core/chain/rpc.ts'
import { startAnvil } from '#server/testing/anvil.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { startLitecoind } from '#server/testing/litecoind.ts'
import { type LocalChain, testAccountSecret } from '#server/testing/local-chain.ts'
import { makeReadyToWithdraw, PAY_PASSWORD } from '#server/testing/payees.ts'
import { openTestProducts } from '#server/testing/products.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import { deposit } from '../deposit/product.ts'
import { liabilities } from '../liabilities/product.ts'
import type { Liabilities } from '../liabilities/service.ts'
import { withdrawal } from '../withdrawal/product.ts'
import { createLooker } from './look.ts'
import { reserves } from './product.ts'

/** What is found on real chains of this machine, beside what the ledger says should be there. */

type Answer = OutputOf<typeof consoleReserves>

const VERIFIER = join(import.meta.dirname, '../../../scripts/verify-liabilities.mjs')

const kinds = [
  {
    ...{ name: 'USDT on anvil', chain: 'Ethereum', network: 'ERC20', currency: 'USDT', decimals: 6 },
    ...{ start: () => startAnvil({ token: true }), coin: 'ETH', coinFunded: '100' },
    ...{ deposited: '250', moved: '100', taken: '30', withdrawn: '40', arrives: '35' },
  },
  {
    ...{ name: 'ETH on anvil', chain: 'Ethereum', network: 'Ethereum', currency: 'ETH', decimals: 18 },
    ...{ start: () => startAnvil(), coin: 'ETH', coinFunded: '100' },
    ...{ deposited: '3', moved: '1', taken: '0.5', withdrawn: '0.5', arrives: '0.498' },
  },
  {
    ...{ name: 'LTC on litecoind', chain: 'Litecoin', network: 'Litecoin', currency: 'LTC', decimals: 8 },
    ...{ start: startLitecoind, coin: 'LTC', coinFunded: '5' },
    ...{ deposited: '2.5', moved: '1', taken: '0.5', withdrawn: '0.5', arrives: '0.499' },
  },
] as const

describe.each(kinds)('$name', (kind) => {
  const { chain: name, network, currency, decimals } = kind
  let chain: LocalChain
  let app: TestApp
  let consoleApp: ReturnType<typeof openTestConsole>
  let opened: ReturnType<typeof openTestProducts>
  let people: { maker: Person; checker: Person }
  let customer: TestCustomer
  let own: string
  const cold = () => addressAt(chain.settings.key, 700_001)
  const elsewhere = () => addressAt(chain.settings.key, 700_002)
  const amount = (text: string) => parseDecimal(text, decimals)!

  beforeAll(async () => {
    chain = await kind.start()
    const markets = { isFresh: () => true, lastPrice: () => ({ price: 2_000_000, atMs: 0, isClose: false }) }
    app = await openTestApp({ chains: [chain.settings], markets })
    consoleApp = openTestConsole({ ...app, chains: [chain.settings] })
    opened = openTestProducts({
      ...{ db: app.db, clock: app.clock, chains: [chain.settings], markets },
      products: [deposit, withdrawal, reserves, liabilities],
    })
    people = {
      maker: await consoleApp.addOperator('finance'),
      checker: await consoleApp.addOperator('finance'),
    }
    customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
    await makeReadyToWithdraw(app.db, customer.id)
    await run()
    own = (await app.call(depositAddress, { currency, network }, customer.token)).data.address
  }, LONG.timeout)
  afterAll(async () => {
    expect(await app.isConsistent()).toBe(true)
    await consoleApp.close()
    await app.close()
    await chain.stop()
  })

  /** Every job, once. */
  async function run(): Promise<void> {
    for (const job of opened.flatMap(({ jobs = [] }) => jobs)) await job.run()
  }
  /** A look, after everything that waits is in a block with its confirmations. */
  async function look(): Promise<void> {
    await chain.mine(6)
    // What is credited and paid by these blocks, and then the look.
    app.clock.advance(LOOK_EVERY_MS)
    await run()
    app.clock.advance(LOOK_EVERY_MS)
    await run()
  }
  const as = (who: keyof typeof people) => consoleApp.tokenOf(people[who])
  const read = async (): Promise<Answer> =>
    (await consoleApp.get('/console/reserves', await as('maker'))).data as Answer
  const lineOf = async (code: string = currency) => {
    const lines = (await read()).chains.flatMap(({ lines }) => lines)
    return lines.find((one) => one.currency === code)!.look!
  }
  const missing = async () => {
    const product = opened.find((one) => one.name === 'reserves') as unknown as {
      reserves: { missing(): Promise<ReadonlyMap<string, number>> }
    }
    return (await product.reserves.missing()).get(`${name} ${currency}`)
  }
  /** What a customer is shown of the currency after it was published anew. */
  async function published() {
    const product = opened.find(({ name }) => name === 'liabilities') as unknown as {
      liabilities: Liabilities
    }
    await product.liabilities.take()
    const { data } = await app.call(liabilityCalls.liabilities, {})
    const { currencies, number } = readStatement(data.statement)!
    const stated = currencies.find(({ code }) => code === currency)!
    const chains: readonly StatedChain[] = stated.chains
    expect(chains).toHaveLength(1)
    expect(chains[0]).toMatchObject({ chain: name, network: 'regtest' })
    const [{ look }] = chains as [StatedChain]
    return { number, look, reserves: reservesOf(stated), text: data.statement as string }
  }
  async function agree(path: string, fields: Record<string, string>, again?: string): Promise<void> {
    const proposed = await consoleApp.post(path, await as('maker'), { reason: 'agreed', ...fields })
    expect(proposed.error).toBeUndefined()
    const { error } = await consoleApp.post('/console/proposal/approve', await as('checker'), {
      ...{ id: proposed.data.id, reason: 'seen too' },
      ...(again !== undefined && { again }),
    })
    expect(error).toBeUndefined()
  }
  /** What a test chain begins with on the paying address, recorded as the platform's own. */
  async function fund(code: string, text: string): Promise<void> {
    const payment = { chain: name, tx_reference: bytesToHex(crypto.getRandomValues(new Uint8Array(32))) }
    await agree('/console/treasury/fund', { ...payment, output_index: '0', currency: code, amount: text })
  }

  /** Pays from somebody else's coins: on Litecoin one wallet of the test has those of the paying address too. */
  async function pay(address: string, units: bigint): Promise<void> {
    await leavePayersCoins()
    await chain.pay(address, units)
  }
  async function leavePayersCoins(): Promise<void> {
    if (name !== 'Litecoin') return
    const rpc = rpcClient(chain.settings.rpcUrl)
    const own = await rpc.call<{ txid: string; vout: number }[]>('listunspent', [0, 9_999_999, [chain.payer]])
    const outputs = own.map(({ txid, vout }) => ({ txid, vout }))
    if (outputs.length > 0) await rpc.call('lockunspent', [false, outputs])
  }

  /** Moves an amount from the customer's deposit address, whose key the test has; somebody else pays what the chain charges. */
  async function moveFrom(index: number, to: string, units: bigint): Promise<void> {
    const rpc = rpcClient(chain.settings.rpcUrl)
    const from = addressAt(chain.settings.key, index)
    if (chain.settings.chain.addresses === 'evm') {
      await rpc.call('anvil_impersonateAccount', [from])
      const word = (text: string) => text.replace(/^0x/, '').toLowerCase().padStart(64, '0')
      const data = `0xa9059cbb${word(to)}${word(units.toString(16))}`
      const { token } = chain.settings
      await rpc.call('eth_sendTransaction', [
        currency === 'USDT'
          ? { from, to: token, data, gas: '0x186a0', gasPrice: '0x0' }
          : { from, to, value: `0x${units.toString(16)}`, gas: '0x5208', gasPrice: '0x0' },
      ])
      return
    }
    await leavePayersCoins()
    const { unspents } = await rpc.call<{ unspents: { txid: string; vout: number; amount: string }[] }>(
      'scantxoutset',
      ['start', [`addr(${from})`]],
    )
    const worth = ({ amount }: { amount: string }) => parseDecimal(amount, decimals)!
    const coin = unspents
      .sort((one, other) => Number(worth(one) - worth(other)))
      .find((one) => worth(one) >= units)
    const has = worth(coin!)
    const [paying] = await rpc.call<{ txid: string; vout: number; amount: string }[]>('listunspent')
    const pays = worth(paying!)
    const fee = 100_000n
    const outputs = [
      { [to]: formatDecimal(units, decimals) },
      // Not back to the customer's address, where it would be another deposit.
      ...(has > units ? [{ [chain.payer]: formatDecimal(has - units, decimals) }] : []),
      { [await rpc.call<string>('getnewaddress', ['', 'bech32'])]: formatDecimal(pays - fee, decimals) },
    ]
    const inputs = [coin!, paying!].map(({ txid, vout }) => ({ txid, vout }))
    const raw = await rpc.call<string>('createrawtransaction', [inputs, outputs])
    const byWallet = await rpc.call<{ hex: string }>('signrawtransactionwithwallet', [raw])
    const secret = testAccountSecret('Litecoin', index)
    const signed = await rpc.call<{ hex: string; complete: boolean }>('signrawtransactionwithkey', [
      byWallet.hex,
      [secret],
    ])
    expect(signed.complete).toBe(true)
    await rpc.call('sendrawtransaction', [signed.hex])
  }

  const post = async (path: string, fields: Record<string, string>) =>
    consoleApp.post(`/console/withdrawal/${path}`, await as('maker'), fields)
  let payees = 0
  /** A withdrawal that two operators have approved. */
  async function approved() {
    const address = addressAt(chain.settings.key, 5_000 + ++payees)
    await sql`
      insert into withdrawal_address (customer_id, currency, network, name, address, saved_at)
      values (${customer.id}, ${currency}, ${network}, 'Own', ${address}, ${new Date(0)})`.execute(app.db)
    const request = { currency, network, amount: kind.withdrawn, address, payPassword: PAY_PASSWORD }
    const asked = await app.call(withdrawals.requestWithdrawal, request, customer.token)
    expect(asked.error).toBeUndefined()
    const { id } = asked.data as withdrawals.WithdrawalView
    const proposed = await post('propose', { id, reason: 'known' })
    if (proposed.data?.proposal)
      await consoleApp.post('/console/proposal/approve', await as('checker'), {
        ...{ id: proposed.data.proposal.id, reason: 'seen too' },
      })
    return { id, address }
  }
  async function prepared() {
    const one = await approved()
    const { data, error } = await post('prepare', { id: one.id })
    expect(error).toBeUndefined()
    return { ...one, unsigned: data.unsigned as string }
  }

  test('deposits and funding are found to the unit, and nothing is missing', LONG, async () => {
    // Several outputs, so that several withdrawals can be prepared.
    if (name === 'Litecoin') for (let n = 0; n < 5; n++) await pay(chain.payer, amount('1'))
    if (currency === 'USDT') {
      await pay(chain.payer, amount('1000'))
      await fund('USDT', '1000')
    }
    await fund(kind.coin, kind.coinFunded)
    await pay(own, amount(kind.deposited))
    await look()
    expect(await lineOf()).toMatchObject({
      ...{ result: 'equal', difference: '0', missing: '0', onDeposit: kind.deposited, onCold: '0' },
      ...{ arrived: kind.deposited, underWay: '0' },
    })
    expect(await lineOf(kind.coin)).toMatchObject({ result: 'equal', difference: '0' })
    expect(await missing()).toBe(0)
    const all = (await read()).currencies.find((one) => one.currency === currency)
    expect(all).toMatchObject({ hasChain: true, elsewhere: expect.stringMatching(/^0\.0+$/) })
    await app.give(customer.id, 'funding', 'EUR', '5')
    const none = (await read()).currencies.find((one) => one.currency === 'EUR')
    expect(none).toMatchObject({ hasChain: false, elsewhere: none?.recorded, coverageBps: null })
  })

  test(
    'a block that left the chain after the look is looked at no more: the next look is right',
    LONG,
    async () => {
      await pay(own, amount('1'))
      await chain.mine()
      app.clock.advance(LOOK_EVERY_MS)
      await run()
      const before = await lineOf()
      expect(before).toMatchObject({ result: 'equal' })
      // Deep enough for the block of the look: the newest one of Litecoin, the fifth of Ethereum.
      const depth = name === 'Litecoin' ? 1 : 6
      await chain.reorganize(depth)
      app.clock.advance(LOOK_EVERY_MS)
      await run()
      await look()
      const after = await lineOf()
      expect(after.block).not.toBe(before.block)
      expect(after).toMatchObject({ result: 'equal', difference: '0' })
      expect(parseDecimal(after.arrived, decimals)).toBe(amount(kind.deposited) + amount('1'))
    },
  )

  test(
    'a coin moved to a cold address is missing until two operators say whose it is, and then equal',
    LONG,
    async () => {
      const before = await lineOf()
      await moveFrom(0, cold(), amount(kind.moved))
      await look()
      expect(await lineOf()).toMatchObject({ result: 'missing', missing: kind.moved })
      expect(await missing()).toBe(Number(kind.moved))
      await agree('/console/reserves/address', { chain: name, address: cold(), label: 'Vault' }, cold())
      await look()
      expect(await lineOf()).toMatchObject({
        ...{ result: 'equal', difference: '0', missing: '0', onCold: kind.moved, found: before.found },
      })
      expect(await missing()).toBe(0)
    },
  )

  test(
    'a withdrawal is under way, and its end is found to the unit with what the chain charged',
    LONG,
    async () => {
      const one = await prepared()
      const { error } = await post('signed', { id: one.id, signed: await chain.sign(one.unsigned) })
      expect(error).toBeUndefined()
      // In a block, and not counted to its end.
      await run()
      await chain.mine(4)
      app.clock.advance(LOOK_EVERY_MS)
      await run()
      expect((await lineOf()).missing).toBe('0')
      await look()
      await look()
      const { status } = (await app.call(withdrawals.withdrawalDetail, { id: one.id }, customer.token)).data
      expect(status).toBe('done')
      expect(await lineOf()).toMatchObject({
        result: 'equal',
        difference: '0',
        paid: kind.arrives,
        underWay: '0',
      })
      const { fees, feesUnknown, difference } = await lineOf(kind.coin)
      expect([Number(fees) > 0, feesUnknown, difference]).toEqual([true, 0, '0'])
    },
  )

  test(
    'customers see what was found at which block and on which addresses, and no deposit address',
    LONG,
    async () => {
      const line = await lineOf()
      const { look, number, text } = await published()
      expect(isSeen(look)).toBe(true)
      const { deposits, own: others, ...block } = look as StatedLook
      expect(block).toEqual({
        ...{ atMs: line.atMs, height: line.height, hash: line.block, decimals },
        token: currency === 'USDT' ? chain.settings.token : undefined,
      })
      // The test's own books of what lies where, not the look's.
      expect(deposits.amount).toBe(amount(kind.deposited) + amount('1') - amount(kind.moved))
      expect(deposits.addresses).toBeGreaterThan(0)
      expect(others).toContainEqual({ kind: 'cold', address: cold(), amount: amount(kind.moved) })
      expect(others.find(({ kind }) => kind === 'paying')).toMatchObject({ address: chain.settings.payer })
      expect(text).not.toContain(own)
      const { data: file } = await app.call(
        liabilityCalls.liabilitiesProof,
        { number: String(number) },
        customer.token,
      )
      expect(checkLiabilities(file, String(customer.id)).ok).toBe(true)
      const saved = join(temporaryFolder(), 'proof.json')
      writeFileSync(saved, JSON.stringify(file))
      expect(execFileSync(process.execPath, [VERIFIER, saved]).toString()).toContain(`cold ${cold()} `)
    },
  )

  test('a node that does not answer is said, and makes no difference', LONG, async () => {
    const before = await lineOf()
    const seen = await published()
    const look = createLooker(
      { db: app.db, clock: app.clock, log: pino({ level: 'silent' }) },
      { ...chain.settings, rpcUrl: 'http://127.0.0.1:1' },
    )
    app.clock.advance(2 * OLD_AFTER_MS)
    await expect(look()).rejects.toThrow(/does not answer/)
    const sinceMs = app.clock.nowMs()
    app.clock.advance(LOOK_EVERY_MS)
    await expect(look()).rejects.toThrow(/does not answer/)
    expect((await read()).chains[0]).toMatchObject({ silentSinceMs: sinceMs })
    expect(await lineOf()).toEqual({ ...before, isOld: true })
    expect(await missing()).toBe(0)
    // Customers are told when it was read last, and not what was found then; the ledger counts instead.
    const unseen = await published()
    expect(unseen.look).toEqual({ lastAtMs: before.atMs })
    const { recorded } = (await read()).currencies.find((one) => one.currency === currency)!
    expect(unseen.reserves).toBe(parseDecimal(recorded, requireCurrency(currency).decimals))
    await run()
    expect((await read()).chains[0]).toMatchObject({ silentSinceMs: null })
    expect((await lineOf()).isOld).toBe(false)
    const again = await published()
    expect([isSeen(again.look), again.reserves]).toEqual([true, seen.reserves])
    // Of a node that nobody asks any more there is an old answer only.
    const { atMs } = await lineOf()
    app.clock.advance(OLD_AFTER_MS + 1)
    expect(await published()).toMatchObject({ look: { lastAtMs: atMs } })
  })

  test('coins that were taken away are missing, and the figure says how many', LONG, async () => {
    await look()
    const [before, seen] = [await lineOf(), await published()]
    await moveFrom(0, elsewhere(), amount(kind.taken))
    await look()
    expect(await lineOf()).toMatchObject({
      ...{ result: 'missing', missing: kind.taken, difference: `-${kind.taken}`, expected: before.expected },
    })
    expect(await missing()).toBe(Number(kind.taken))
    const { decimals: ledgerDecimals } = requireCurrency(currency)
    const taken = parseDecimal(kind.taken, ledgerDecimals)!
    expect((await published()).reserves).toBe(seen.reserves - taken)
  })

  test('a look and a withdrawal that is prepared beside it are both done', LONG, async () => {
    const asked = [await approved(), await approved(), await approved()]
    // Those that nobody needs to look at are approved by a job.
    await run()
    app.clock.advance(LOOK_EVERY_MS)
    const before = await lineOf()
    const token = await as('maker')
    const [, ...answers] = await Promise.all([
      run(),
      ...asked.map(async ({ id }) => {
        // What two prepare from the same is kept for one of them: the other asks again.
        for (;;) {
          const answer = await consoleApp.post('/console/withdrawal/prepare', token, { id })
          if (answer.error !== 'PREPARED_AT_ONCE') return answer
        }
      }),
    ])
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
    expect((await lineOf()).atMs).toBeGreaterThan(before.atMs)
  })
})
