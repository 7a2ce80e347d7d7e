// long-running
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { accountId } from '#server/core/ledger/accounts.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { realClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { startAnvil } from '#server/testing/anvil.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { howMany } from '#server/testing/length.ts'
import { startLitecoind } from '#server/testing/litecoind.ts'
import type { LocalChain } from '#server/testing/local-chain.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { auditChainDeposits } from './chain-store.ts'
import { ownAddress } from './own-addresses.ts'
import { createWatcher } from './watcher.ts'

/** The watcher as a process that is killed again and again, at another point each time, on real chains. */

/** How far a process comes at most: from before its first question to some blocks and credits on. */
const MAX_POINTS = 60

const kinds: readonly {
  readonly name: string
  readonly currency: string
  readonly start: () => Promise<LocalChain>
  readonly kills: number
  /** The first payment, in the chain's unit; each later one is a unit more. */
  readonly amount: bigint
  /** An amount of the chain's unit in the ledger's. */
  readonly toLedger: (onChain: bigint) => bigint
}[] = [
  {
    ...{ name: 'LTC on litecoind', currency: 'LTC', start: startLitecoind, amount: 5_000_000n },
    ...{ kills: howMany(100, 12), toLedger: (onChain) => onChain },
  },
  {
    ...{ name: 'USDT on anvil', currency: 'USDT', start: () => startAnvil({ token: true }) },
    ...{ amount: 25_000_000n, kills: howMany(100, 12), toLedger: (onChain) => onChain * 10n },
  },
]

describe.each(kinds)('$name', ({ currency, start, kills, amount, toLedger }) => {
  let database: Database & { url?: string }
  let chain: LocalChain
  const customers: { customer: TestCustomer; address: string }[] = []

  beforeAll(async () => {
    database = await openTestDatabase()
    chain = await start()
    const watcher = newWatcher()
    await watcher.look()
    for (let n = 0; n < 5; n++) {
      const customer = await addTestCustomer(database.db, realClock)
      const address = await ownAddress(database.db, chain.settings, customer.id, realClock.nowMs())
      customers.push({ customer, address })
    }
  })
  afterAll(async () => {
    await chain.stop()
    await database.close()
  })

  const newWatcher = () =>
    createWatcher({
      ...{ db: database.db, clock: realClock, settings: chain.settings },
      log: pino({ level: 'silent' }),
    })

  /** Lives for so many points, and says by what it ended. */
  async function watchAndDie(points: number): Promise<NodeJS.Signals | null> {
    const child = spawn(process.execPath, ['server/testing/watch-and-die.ts'], {
      env: {
        ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: '.cache/compiled', ...chain.env },
        ...{ DATABASE_URL: database.url, POINTS: String(points) },
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [, signal] = await once(child, 'exit')
    return signal
  }

  testOnPostgres(
    `a watcher that is killed ${kills} times loses nothing and doubles nothing`,
    async () => {
      for (let kill = 0; kill < kills; kill++) {
        const payee = customers[kill % customers.length]!
        await chain.pay(payee.address, amount + BigInt(kill))
        await chain.mine()
        // Three blocks go and come again in another form, what they paid later.
        if (kill % 20 === 9) await chain.reorganize(3)
        // Every point from the first to the last is met, in no order that the blocks could fall in with.
        expect(await watchAndDie(1 + ((kill * 37) % MAX_POINTS))).toBe('SIGKILL')
      }
      await chain.mine(6)
      await newWatcher().look()

      // By the chain's own books: the wallet that pays may give up a payment after a reorganization.
      let total = 0n
      for (const { customer, address } of customers) {
        const onChain = await chain.balanceOf([address])
        const account = accountId(customer.id, wallets.funding, 'available', currency)
        expect(await balanceOf(database.db, account)).toBe(toLedger(onChain))
        total += onChain
      }
      expect(total).toBeGreaterThan(amount * BigInt(kills / 2))
      const { rows } = await sql<{ total: string }>`
        select sum(on_chain)::text as total from chain_deposit where height is not null`.execute(database.db)
      expect(rows).toEqual([{ total: String(total) }])
      expect(await auditChainDeposits(database.db)).toEqual([])
      expect(isConsistent(await auditLedger(database.db))).toBe(true)
    },
    LONG.timeout,
  )
})
