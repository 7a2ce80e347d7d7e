// long-running
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainName } from '#domain/chain/chains.ts'
import { type DepositView, depositAddress, depositDetail, deposits } from '#domain/deposit/contract.ts'
import { units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { startAnvil } from '#server/testing/anvil.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { startLitecoind } from '#server/testing/litecoind.ts'
import type { FollowedChain } from '#server/testing/local-chain.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { startTron } from '#server/testing/tron.ts'
import { auditChainDeposits, reversedDeposits } from './chain-store.ts'
import { createWatcher, type Watcher } from './watcher.ts'

/**
 * Deposits on chains of this machine, real ones and Tron by its recorded answers: seen, counted, credited once, whatever
 * the chain does meanwhile.
 */

const kinds: readonly {
  readonly name: string
  readonly chain: ChainName
  readonly network: string
  readonly currency: string
  /** An amount of the chain's unit in the ledger's. */
  readonly toLedger: (onChain: bigint) => bigint
  readonly start: () => Promise<FollowedChain>
  /** In the chain's unit. */
  readonly amount: bigint
}[] = [
  {
    ...{ name: 'ETH on anvil', chain: 'Ethereum', network: 'Ethereum', currency: 'ETH' },
    toLedger: (onChain) => onChain / 100_000_000n,
    start: () => startAnvil(),
    // With some below the ledger's smallest unit.
    amount: 1_234_567_890_123_456_789n,
  },
  {
    ...{ name: 'USDT on anvil', chain: 'Ethereum', network: 'ERC20', currency: 'USDT' },
    toLedger: (onChain) => onChain * 10n,
    start: () => startAnvil({ token: true }),
    amount: 250_000_001n,
  },
  {
    ...{ name: 'LTC on litecoind', chain: 'Litecoin', network: 'Litecoin', currency: 'LTC' },
    toLedger: (onChain) => onChain,
    start: startLitecoind,
    amount: 12_345_678n,
  },
  {
    ...{ name: "USDT by Tron's answers", chain: 'Tron', network: 'TRC20', currency: 'USDT' },
    toLedger: (onChain) => onChain * 10n,
    start: startTron,
    amount: 25_500_001n,
  },
]

describe.each(kinds)('$name', ({ chain: name, network, currency, toLedger, start, amount }) => {
  let chain: FollowedChain
  let app: TestApp
  let watcher: Watcher
  /** Everything that was paid to customers, in the chain's unit. */
  const addresses: string[] = []

  beforeAll(async () => {
    chain = await start()
    app = await openTestApp({ chains: [chain.settings] })
    watcher = newWatcher()
    await watcher.look()
  })
  afterAll(async () => {
    await app.close()
    await chain.stop()
  })

  const newWatcher = () =>
    createWatcher({
      ...{ db: app.db, clock: app.clock, settings: chain.settings },
      log: pino({ level: 'silent' }),
    })
  const addressOf = async (customer: TestCustomer): Promise<string> => {
    const { data } = await app.call(depositAddress, { currency, network }, customer.token)
    return (data as { address: string }).address
  }
  const depositsOf = async (customer: TestCustomer): Promise<DepositView[]> => {
    const { data } = await app.call(deposits, {}, customer.token)
    return (data as { items: DepositView[] }).items
  }
  const held = (customer: TestCustomer) =>
    balanceOf(app.db, accountId(customer.id, wallets.funding, 'available', currency))
  /** A customer who has paid, and the blocks after it, each looked at. */
  async function payer(blocks: number) {
    const customer = await app.newCustomer()
    const address = await addressOf(customer)
    addresses.push(address)
    const txid = await chain.pay(address, amount)
    await mine(blocks)
    return { customer, address, txid }
  }
  async function mine(blocks: number): Promise<void> {
    for (let n = 0; n < blocks; n++) {
      await chain.mine()
      await watcher.look()
    }
  }
  const expected = formatAmount(units(toLedger(amount)), currency)

  test("a customer's address is their own, and the same each time, also for 16 askers at once", async () => {
    const [one, other] = [await app.newCustomer(), await app.newCustomer()]
    const answers = await Promise.all(Array.from({ length: 16 }, () => addressOf(one)))
    expect(new Set(answers).size).toBe(1)
    expect(await addressOf(other)).not.toBe(answers[0])
    const { data } = await app.call(depositAddress, { currency, network }, one.token)
    expect(data).toMatchObject({ isOwn: true, isDemo: true, network })
  })

  test('a deposit is seen, counted to 5 and credited once', async () => {
    const { customer, address, txid } = await payer(0)
    await watcher.look()
    expect(await depositsOf(customer)).toEqual([])
    for (const confirmations of [1, 2, 3, 4]) {
      await mine(1)
      const [seen] = await depositsOf(customer)
      expect(seen).toMatchObject({
        ...{ source: 'chain', status: 'pending', confirmations, confirmationsNeeded: 5, credited: null },
        ...{ claimed: expected, network, address, txid },
      })
      expect(await held(customer)).toBe(0n)
    }
    await mine(1)
    for (let n = 0; n < 3; n++) await watcher.look()
    const [seen] = await depositsOf(customer)
    expect(seen).toMatchObject({ status: 'approved', confirmations: 5, credited: expected })
    expect(await held(customer)).toBe(toLedger(amount))
    const stranger = await app.newCustomer()
    expect((await app.call(depositDetail, { id: seen!.id }, stranger.token)).error).toBe('NOT_FOUND')
    expect((await app.call(depositDetail, { id: seen!.id }, customer.token)).data).toMatchObject({ txid })
  })

  test('two payments to one address are two deposits', async () => {
    const { customer, address } = await payer(1)
    await chain.pay(address, amount)
    await mine(5)
    expect((await depositsOf(customer)).map(({ status }) => status)).toEqual(['approved', 'approved'])
    expect(await held(customer)).toBe(2n * toLedger(amount))
  })

  test('T11: a reorganization at depth 4 takes the count back, and it is credited when it is counted again', async () => {
    const { customer } = await payer(4)
    await chain.reorganize(4)
    await watcher.look()
    expect(await depositsOf(customer)).toMatchObject([{ status: 'pending', confirmations: 0 }])
    await mine(4)
    expect(await depositsOf(customer)).toMatchObject([{ status: 'pending', confirmations: 4 }])
    expect(await held(customer)).toBe(0n)
    await mine(1)
    expect(await held(customer)).toBe(toLedger(amount))
  })

  test.each([5, 6])(
    'a reorganization at depth %i undoes what was credited: operators see it, and it is not credited again',
    async (depth) => {
      const { customer } = await payer(depth)
      const [{ id }] = (await depositsOf(customer)) as [DepositView]
      expect(await held(customer)).toBe(toLedger(amount))
      await chain.reorganize(depth)
      await watcher.look()
      expect(await reversedDeposits(app.db)).toEqual([{ id: BigInt(id), currency }])
      await mine(7)
      expect(await reversedDeposits(app.db)).toEqual([])
      expect(await held(customer)).toBe(toLedger(amount))
      expect(await depositsOf(customer)).toHaveLength(1)
    },
  )

  test('what is below the minimum is shown and not credited', async () => {
    const customer = await app.newCustomer()
    const address = await addressOf(customer)
    addresses.push(address)
    await chain.pay(address, amount / 1_000n)
    await mine(6)
    expect(await depositsOf(customer)).toMatchObject([{ status: 'rejected', outcome: 'below-minimum' }])
    expect(await held(customer)).toBe(0n)
  })

  test('a server that starts anew before a credit and after it credits nothing twice', async () => {
    const { customer, txid } = await payer(2)
    watcher = newWatcher()
    await mine(3)
    expect(await held(customer)).toBe(toLedger(amount))
    watcher = newWatcher()
    await mine(2)
    expect(await depositsOf(customer)).toMatchObject([{ status: 'approved', credited: expected, txid }])
    expect(await held(customer)).toBe(toLedger(amount))
  })

  test('a second watcher takes over, and the first writes no more', async () => {
    const { customer } = await payer(2)
    const second = newWatcher()
    await chain.mine()
    await second.look()
    await chain.mine(5)
    await watcher.look()
    expect(await depositsOf(customer)).toMatchObject([{ status: 'pending', confirmations: 3 }])
    await second.look()
    expect(await depositsOf(customer)).toMatchObject([{ status: 'approved' }])
    watcher = second
  })

  test(
    "at the end the ledger has the chain's coins, to the unit",
    async () => {
      const { rows } = await sql<{ on_chain: string; status: string }>`
        select on_chain::text as on_chain, status from chain_deposit`.execute(app.db)
      const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n)
      expect(sum(rows.map((row) => BigInt(row.on_chain)))).toBe(await chain.balanceOf(addresses))
      const credited = rows.filter(({ status }) => status === 'credited')
      expect(credited.length).toBeGreaterThan(5)
      // What is outside is what was brought in. Of each payment what is below the ledger's unit is in no balance.
      const broughtIn = -(await balanceOf(app.db, outsideAccount(currency)))
      expect(broughtIn).toBe(sum(credited.map((row) => toLedger(BigInt(row.on_chain)))))
      expect(await auditChainDeposits(app.db)).toEqual([])
      expect(await app.isConsistent()).toBe(true)
    },
    LONG.timeout,
  )

  test('the settings of another network are refused by the node', async () => {
    const settings = { ...chain.settings, identity: 'main' }
    const wrong = createWatcher({ db: app.db, clock: app.clock, log: pino({ level: 'silent' }), settings })
    await expect(wrong.look()).rejects.toThrow(`not "main" as ${name.toUpperCase()}_NETWORK says`)
  })
})
