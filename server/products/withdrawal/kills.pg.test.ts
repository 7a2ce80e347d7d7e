// long-running
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { addressAt } from '#domain/chain/account-key.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/withdrawal/contract.ts'
import { accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { realClock } from '#server/platform/clock.ts'
import { startAnvil } from '#server/testing/anvil.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { howMany } from '#server/testing/length.ts'
import { type LitecoinChain, startLitecoind } from '#server/testing/litecoind.ts'
import type { LocalChain } from '#server/testing/local-chain.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { makeReadyToWithdraw, PAY_PASSWORD } from '#server/testing/payees.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { withdrawalAccounts } from './accounts.ts'
import { openScreening } from './screening.ts'
import { createSending, type Sending } from './sending.ts'
import { approveWithdrawal } from './service.ts'
import { auditWithdrawals, findTransaction } from './store.ts'

/** What sends withdrawals as a process that is killed again and again, at another point each time, on real chains. */

const KILLS_A_WITHDRAWAL = 2
/** How far a process comes at most, from before its first question to some rounds on: each point is met once at full length. */
const MAX_POINTS = 40

const kinds: readonly {
  readonly name: string
  readonly currency: string
  readonly network: string
  readonly start: () => Promise<LocalChain>
  readonly withdrawals: number
  /** What the payer has for each withdrawal, in the chain's unit. */
  readonly fund: bigint
  /** What a customer has, and asks for, in the currency. */
  readonly given: string
  readonly amount: string
  /** What arrives in the chain's unit, less the fee. */
  readonly arrives: bigint
  /** What is left to the customer, and the fee, in the ledger's unit. */
  readonly left: bigint
  readonly fee: bigint
}[] = [
  {
    ...{ name: 'LTC on litecoind', currency: 'LTC', network: 'Litecoin', start: startLitecoind },
    ...{ withdrawals: howMany(20, 7), fund: 100_000_000n, given: '10', amount: '0.5' },
    ...{ arrives: 49_900_000n, left: 950_000_000n, fee: 100_000n },
  },
  {
    ...{ name: 'USDT on anvil', currency: 'USDT', network: 'ERC20' },
    ...{ start: () => startAnvil({ token: true }), withdrawals: howMany(20, 5) },
    ...{ fund: 100_000_000n, given: '1000', amount: '100' },
    ...{ arrives: 95_000_000n, left: 9_000_000_000n, fee: 50_000_000n },
  },
]

describe.each(kinds)('$name', (kind) => {
  const { currency, network, start, withdrawals, fund, given, amount, arrives, left, fee } = kind
  let chain: LocalChain
  let app: TestApp
  let sending: Sending
  let people: { maker: Person; checker: Person }
  const asked: { customer: TestCustomer; id: string; address: string; isVoided: boolean }[] = []

  beforeAll(async () => {
    chain = await start()
    // An output for each, so that none waits for the change of another.
    for (let n = 0; n < withdrawals; n++) await chain.pay(chain.payer, fund)
    // As deep as an output is before it is spent.
    await chain.mine(5)
    const markets = { isFresh: () => true, lastPrice: () => ({ price: 2_000_000, atMs: 0, isClose: false }) }
    app = await openTestApp({ chains: [chain.settings], markets, startMs: realClock.nowMs() })
    const consoleApp = openTestConsole({ ...app, chains: [chain.settings] })
    people = {
      maker: await consoleApp.addOperator('finance'),
      checker: await consoleApp.addOperator('finance'),
    }
    await consoleApp.close()
    sending = createSending({ ...rules(), db: app.db, clock: app.clock, log: pino({ level: 'silent' }) })
  }, LONG.timeout)
  afterAll(async () => {
    await app?.close()
    await chain?.stop()
  })

  const rules = () => ({
    chains: [chain.settings],
    screening: openScreening(undefined, app.clock, pino({ level: 'silent' })),
  })

  /** Asks for a withdrawal to an address of its own, approved and signed: from here on it is only to be sent. Every third is voided. */
  async function addSigned(): Promise<void> {
    const customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
    await app.give(customer.id, 'funding', currency, given)
    await makeReadyToWithdraw(app.db, customer.id)
    const address = addressAt(chain.settings.key, 7_000 + asked.length)
    await sql`
      insert into withdrawal_address (customer_id, currency, network, name, address, saved_at)
      values (${customer.id}, ${currency}, ${network}, 'Own', ${address}, ${new Date(0)})`.execute(app.db)
    const request = { currency, network, amount, address, payPassword: PAY_PASSWORD }
    const { data, error } = await app.call(calls.requestWithdrawal, request, customer.token)
    expect(error).toBeUndefined()
    const { id } = data as calls.WithdrawalView
    const by = { maker: people.maker.id, checker: people.checker.id }
    await app.db
      .transaction()
      .execute((tx) => approveWithdrawal(tx, rules(), BigInt(id), by, app.clock.nowMs()))
    const logged = async () => undefined
    await sending.prepare(BigInt(id), by.maker, app.clock.nowMs(), logged)
    const isVoided = asked.length % 3 === 1
    if (isVoided) await sending.writeVoid(BigInt(id), 0, by.maker, app.clock.nowMs(), logged)
    const { unsigned, voidings } = (await findTransaction(app.db, BigInt(id)))!
    const signed = await chain.sign(voidings.at(-1)?.unsigned ?? unsigned)
    if (isVoided) await sending.takeSignedVoid(BigInt(id), signed, by.maker, app.clock.nowMs(), logged)
    else await sending.takeSigned(BigInt(id), signed, by.maker, app.clock.nowMs(), logged)
    asked.push({ customer, id, address, isVoided })
  }

  /** Lives for so many points, and says by what it ended. */
  async function sendAndDie(points: number): Promise<NodeJS.Signals | null> {
    const child = spawn(process.execPath, ['server/testing/send-and-die.ts'], {
      env: {
        ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: '.cache/compiled', ...chain.env },
        ...{ DATABASE_URL: app.databaseUrl, POINTS: String(points) },
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [, signal] = await once(child, 'exit')
    return signal
  }

  if (currency === 'LTC')
    testOnPostgres('empty blocks of one second give way to others', async () => {
      const { mineEmpty, reorganize } = chain as LitecoinChain
      for (let n = 0; n < 3; n++) await mineEmpty()
      await reorganize(3)
    })

  testOnPostgres(
    'what is sent by processes that are killed at any point is paid once, to the unit, or given back once where it is voided',
    async () => {
      for (let kill = 0; kill < KILLS_A_WITHDRAWAL * withdrawals; kill++) {
        if (kill % KILLS_A_WITHDRAWAL === 0) await addSigned()
        // Points from the first to the last, in no order that the blocks could fall in with.
        expect(await sendAndDie(1 + ((kill * 37) % MAX_POINTS))).toBe('SIGKILL')
        // Three blocks go and come again without what they paid.
        if (kill % 20 === 9) await chain.reorganize(3)
        await chain.mine()
      }
      // Sent where none of them came so far, and counted to the end.
      for (let n = 0; n < 2; n++) {
        await sending.run()
        await chain.mine(6)
      }
      await sending.run()

      for (const { customer, id, address, isVoided } of asked) {
        const { data } = await app.call(calls.withdrawalDetail, { id }, customer.token)
        expect(data).toMatchObject({ status: isVoided ? 'failed' : 'done' })
        expect(await chain.balanceOf([address])).toBe(isVoided ? 0n : arrives)
        const account = accountId(customer.id, wallets.funding, 'available', currency)
        expect(await balanceOf(app.db, account)).toBe(isVoided ? readAmount(given, currency) : left)
      }
      const paid = asked.filter(({ isVoided }) => !isVoided)
      expect(await balanceOf(app.db, platformAccount(withdrawalAccounts.fees, currency))).toBe(
        fee * BigInt(paid.length),
      )
      expect(await auditWithdrawals(app.db)).toEqual([])
      expect(await app.isConsistent()).toBe(true)
    },
    LONG.timeout,
  )
})
