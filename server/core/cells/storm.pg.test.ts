// long-running
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CellTransfer } from '#domain/cells/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { accountId, PLATFORM } from '#server/core/ledger/accounts.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { CONNECTION_FAILURE } from '#server/platform/db/errors.ts'
import { createRandom, type Random } from '#server/sim/random.ts'
import { alterAsOwner, runAsOwner } from '#server/testing/as-owner.ts'
import {
  addCellCustomer,
  type BadLine,
  badLine,
  freezeCustomer,
  fund,
  openCell,
  sendAll,
  sendsOver,
  type TestCell,
} from '#server/testing/cells.ts'
import { type Cluster, startCluster, urlOf } from '#server/testing/cluster.ts'
import { openTestDatabase, testDatabaseKind } from '#server/testing/database.ts'
import { howMany } from '#server/testing/length.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { meet } from '#server/testing/waiting.ts'
import { settlementAccount } from './accounts.ts'
import { auditCells, auditOwnSettlements } from './audit.ts'
import { receiveAll, receiveTransfer } from './receive.ts'
import { sendDue, sendToCell } from './send.ts'

/** Two cells over a bad line, and what the audit finds of faults that the rules would not let happen. */

const isPostgres = testDatabaseKind === 'postgres'
const NOW_MS = Date.UTC(2026, 5, 1)
const CURRENCIES = ['USDT', 'BTC', 'LTC'] as const
const AT_ONCE = 64

let cluster: Cluster | undefined
let databases: Database[]
let cells: readonly [TestCell, TestCell]
let customers: readonly [CustomerId[], CustomerId[]]

/** On PostgreSQL the second cell has a cluster of its own. */
async function openSecond(): Promise<Database> {
  if (!isPostgres) return openTestDatabase()
  cluster = await startCluster({ fsync: false })
  return openDatabase({ databaseUrl: urlOf(cluster.port), dataDir: '' })
}

beforeAll(async () => {
  databases = [await openTestDatabase(), await openSecond()]
  cells = [openCell(1, databases[0]!.db), openCell(2, databases[1]!.db)]
  const made: [CustomerId[], CustomerId[]] = [[], []]
  for (const [n, cell] of cells.entries()) {
    const [other] = cells.filter((one) => one !== cell)
    // Nothing of LTC: until some was sent there, what comes back is not covered.
    await fund(cell, other!.own, 'USDT', '100', NOW_MS)
    await fund(cell, other!.own, 'BTC', '1', NOW_MS)
    for (let count = 0; count < 10; count++)
      made[n]!.push(await addCellCustomer(cell, { USDT: '1000', BTC: '10', LTC: '100' }, NOW_MS))
    await freezeCustomer(cell, made[n]![0]!, NOW_MS)
  }
  customers = made
}, LONG.timeout)
afterAll(async () => {
  await Promise.all((databases ?? []).map((database) => database.close()))
  await cluster?.stop()
})

const audit = () => auditCells({ db: cells[0].real, cell: 1 }, { db: cells[1].real, cell: 2 })

/** What all customers of both cells have, and what is in neither. Units: of the currency. */
async function moneyOfAll(currency: string): Promise<bigint> {
  let sum = 0n
  for (const { real } of cells) {
    const { rows } = await sql<{ sum: bigint }>`
      select coalesce(sum(a.balance), 0)::bigint as sum from account a
      where account_owner(a.id) >= 10000 and account_currency(a.id) = account_currency(${accountId(PLATFORM, wallets.funding, 'available', currency)}::bigint)`.execute(
      real,
    )
    sum += rows[0]!.sum
  }
  return sum
}

/** Who dies, when, and how: a transaction that is not begun, is aborted, or whose commit nobody hears of. */
function mayDie(random: Random, { faulty }: TestCell): void {
  if (!random.chance(4)) return
  const moment = random.one(['begin', 'statement', 'commit', 'answer'] as const)
  faulty.failOnce(1 + random.below(6), { moment, code: CONNECTION_FAILURE })
}

const isSimulated = (error: Error): boolean => error.message.startsWith('the simulation')

/** What fails by the simulation is tried again by nobody but the job; anything else is a fault. */
const tolerate = (error: Error): void => {
  if (!isSimulated(error)) throw error
}

test(
  'what two cells send each other over a line that loses, doubles and reorders, dying on the way, is credited or returned once',
  async () => {
    const count = isPostgres ? howMany(10_000, 1_000) : howMany(1_000, 240)
    const random = createRandom(40)
    const before = await Promise.all(CURRENCIES.map(moneyOfAll))
    let nowMs = NOW_MS
    const lines: readonly BadLine[] = cells.map((_, n) => {
      const other = cells[1 - n]!
      return badLine(random.fork(n), (transfers) => receiveAll(other.receives, transfers, nowMs))
    })
    let isOver = false

    async function sender(salt: number, share: number): Promise<void> {
      const own = random.fork(salt)
      for (let left = share; left > 0; left--) {
        const n = own.below(2)
        const [cell, other] = [cells[n]!, cells[1 - n]!]
        const currency = own.one(CURRENCIES)
        const sending = {
          ...{ to: other.own, customer: own.one(customers[n]!), currency },
          toCustomer: own.chance(12) ? 999_999_999n : own.one(customers[1 - n]!),
          amount: units(1n + BigInt(own.below(1_000_000))),
        }
        mayDie(own, cell)
        await cell.faulty.db
          .transaction()
          .execute((tx) => sendToCell(tx, sending, nowMs))
          .catch(tolerate)
      }
    }
    /** A process that sends until all is over. What it has in memory is lost with it, and with it all that is on its line. */
    async function job(n: number, salt: number): Promise<void> {
      const own = random.fork(salt)
      while (!isOver) {
        const [cell, other] = [cells[n]!, cells[1 - n]!]
        nowMs += 100
        mayDie(own, own.one(cells))
        if (own.chance(10)) lines[n]!.lose()
        await sendDue(sendsOver(cell, lines[n]!.deliver), other.own, nowMs).catch(tolerate)
        await new Promise(setImmediate)
      }
    }
    /** The audit looks meanwhile: two cells are never read at one moment. */
    async function auditor(): Promise<number> {
      let looks = 0
      for (; !isOver; looks++) expect((await audit()).findings).toEqual([])
      return looks
    }
    const auditing = auditor()
    const jobs = [job(0, 1_001), job(0, 1_002), job(1, 1_003), job(1, 1_004)]
    const shares = Array.from({ length: AT_ONCE }, (_, n) => sender(n + 10, Math.ceil(count / AT_ONCE)))
    await Promise.all(shares).finally(() => {
      isOver = true
    })
    await Promise.all(jobs)
    expect(await auditing).toBeGreaterThan(0)

    for (const { faulty } of cells) faulty.endFault()
    const last = { to: 2, customer: customers[0][1]!, toCustomer: customers[1][1]!, amount: units(1n) }
    await cells[0].real.transaction().execute((tx) => sendToCell(tx, { ...last, currency: 'USDT' }, nowMs))

    // Meanwhile nothing was wrong either; what is in transit is in nobody's wallet.
    const { balances, findings } = await audit()
    expect(findings).toEqual([])
    const then = await Promise.all(CURRENCIES.map(moneyOfAll))
    expect(balances.some(({ inTransit }) => inTransit > 0n)).toBe(true)
    for (const [n, currency] of CURRENCIES.entries()) {
      // Of what all had, the platform's settlement accounts have taken, or added, the rest.
      const { settlements, funded } = balances.find((one) => one.currency === currency)!
      expect(then[n]! + settlements - funded).toBe(before[n])
    }

    // Both go on over the same line, without more deaths, until all is answered.
    for (let round = 0; await isAnyOpen(); round++) {
      expect(round).toBeLessThan(500)
      nowMs += 400_000
      for (const [n, cell] of cells.entries())
        while ((await sendDue(sendsOver(cell, lines[n]!.deliver), cells[1 - n]!.own, nowMs)) > 0);
    }

    const end = await audit()
    expect(end.findings).toEqual([])
    for (const { settlements, funded, inTransit } of end.balances)
      expect({ settlements, inTransit }).toEqual({ settlements: funded, inTransit: 0n })
    expect(await Promise.all(CURRENCIES.map(moneyOfAll))).toEqual(before)
    const made = await creditsOf()
    expect(made.wrong).toEqual([])
    // There was something of everything.
    expect(made.accepted).toBeGreaterThan(count / 4)
    for (const refusal of ['customer-unknown', 'customer-frozen', 'not-covered'])
      expect(made.refusals).toContain(refusal)
    for (const { contradictions } of cells) expect(contradictions).toEqual([])
  },
  LONG.timeout,
)

async function isAnyOpen(): Promise<boolean> {
  for (const { real } of cells)
    if (await real.selectFrom('cell_sent').select('id').where('state', '=', 'sent').executeTakeFirst())
      return true
  return false
}

/** Goes through every transfer between the two, and what the ledgers have posted for it. */
async function creditsOf() {
  const wrong: string[] = []
  const refusals = new Set<string>()
  let accepted = 0
  for (const [n, cell] of cells.entries()) {
    const other = cells[1 - n]!
    const sent = await cell.real.selectFrom('cell_sent').selectAll().where('cell', '=', other.own).execute()
    const received = await other.real
      .selectFrom('cell_received')
      .selectAll()
      .where('cell', '=', cell.own)
      .execute()
    const [here, there] = [await postedBy(cell), await postedBy(other)]
    const byNumber = Map.groupBy(received, ({ number }) => number)
    for (const row of sent) {
      const came = byNumber.get(row.number) ?? []
      const outcome = came.map((one) => one.outcome).join()
      const wallet = (customer: bigint) =>
        accountId(customer as CustomerId, wallets.funding, 'available', row.currency)
      const posted = (of: typeof here, reason: string, id: bigint) =>
        (of.get(`${reason} ${id}`) ?? []).map(({ credit, amount }) => `${credit} ${amount}`).join()
      const credited = came.map(({ id }) => posted(there, 'cell-received', id)).join()
      const returned = posted(here, 'cell-returned', row.id)
      const [paid, back] = [
        `${wallet(row.to_customer)} ${row.amount}`,
        `${wallet(row.customer_id)} ${row.amount}`,
      ]
      const isRight =
        row.state === 'settled'
          ? outcome === 'accepted' && credited === paid && returned === ''
          : row.state === 'returned' && outcome === 'refused' && credited === '' && returned === back
      if (!isRight)
        wrong.push(`${cell.own} ${row.number}: ${row.state}, ${outcome}, ${credited}, ${returned}`)
      if (row.state === 'settled') accepted++
      if (row.refusal) refusals.add(row.refusal)
    }
    if (received.length !== sent.length) wrong.push(`${sent.length} sent, ${received.length} received`)
  }
  return { wrong, accepted, refusals: [...refusals] }
}

/** What a cell's ledger has posted between cells, by reason and what it refers to. */
async function postedBy({ real }: TestCell) {
  const rows = await real
    .selectFrom('transfer')
    .select(['credit', 'amount', 'reason', 'reference'])
    .where('reason', 'in', ['cell-received', 'cell-returned'])
    .execute()
  return Map.groupBy(rows, ({ reason, reference }) => `${reason} ${reference}`)
}

/** Each on two cells of its own numbers, which nothing else was sent between. */
describe('the audit finds', () => {
  let number = 10
  let from: TestCell
  let to: TestCell
  const findings = async () =>
    (await auditCells({ db: from.real, cell: from.own }, { db: to.real, cell: to.own })).findings
  const names = async () => [...new Set((await findings()).map(({ name }) => name))].sort()
  const usdt = readAmount('1', 'USDT')

  /** Two cells, and a customer in each. */
  async function twoCells() {
    from = openCell(number++, databases[0]!.db)
    to = openCell(number++, databases[1]!.db)
    await fund(to, from.own, 'USDT', '10', NOW_MS)
    const sender = await addCellCustomer(from, { USDT: '10' }, NOW_MS)
    const receiver = await addCellCustomer(to, {}, NOW_MS)
    const send = (toCustomer: bigint = receiver): Promise<bigint> =>
      from.real
        .transaction()
        .execute((tx) =>
          sendToCell(
            tx,
            { to: to.own, customer: sender, toCustomer, currency: 'USDT', amount: usdt },
            NOW_MS,
          ),
        )
    const message = (of: bigint): CellTransfer => ({
      ...{ from: from.own, to: to.own, number: of, customer: receiver },
      ...{ currency: 'USDT', decimals: 7, amount: usdt },
    })
    return { sender, receiver, send, message }
  }
  /** Moves money in a cell's ledger as nothing here would. */
  const move = ({ real }: TestCell, debit: bigint, credit: bigint, amount: bigint) =>
    real.transaction().execute((tx) =>
      post(
        tx,
        [
          {
            ...({ debit, credit, amount } as { debit: never; credit: never; amount: Units }),
            reason: 'cell-received',
            reference: 1n,
          },
        ],
        NOW_MS,
      ),
    )

  testOnPostgres(
    'a transfer that was accepted twice, where nothing kept its number from being used twice',
    async () => {
      const { message, send, receiver } = await twoCells()
      const one = message(await send())
      const undo = 'ALTER TABLE cell_received ADD CONSTRAINT cell_received_once PRIMARY KEY (cell, number)'
      await runAsOwner({ db: to.real }, 'ALTER TABLE cell_received DROP CONSTRAINT cell_received_once')
      const account = settlementAccount(from.own, 'USDT', 'available')
      const receive = () => receiveTransfer(to.receives, one, NOW_MS)
      await meet(to.real, { lock: (tx) => lockBalances(tx, [account]), parties: [receive, receive] })
      await sendAll(from, to, NOW_MS)
      expect(await names()).toEqual(['accepted-twice', 'available-differs', 'sum-differs'])
      // Put right, as somebody with the owner's rights would.
      await alterAsOwner(
        { db: to.real },
        sql`delete from cell_received where cell = ${from.own} and id = (select max(id) from cell_received where cell = ${from.own})`,
      )
      expect(await names()).toEqual(['available-differs', 'sum-differs'])
      await move(to, accountId(receiver, wallets.funding, 'available', 'USDT'), account, usdt)
      await runAsOwner({ db: to.real }, undo)
      expect(await names()).toEqual([])
    },
  )

  test('a payment for which nothing came', async () => {
    const { receiver } = await twoCells()
    await move(
      to,
      settlementAccount(from.own, 'USDT', 'available'),
      accountId(receiver, wallets.funding, 'available', 'USDT'),
      usdt,
    )
    expect(await names()).toEqual(['available-differs', 'sum-differs'])
    expect(await auditOwnSettlements(to.real)).not.toEqual([])
  })

  test('a return that was written down and never paid', async () => {
    const { send } = await twoCells()
    const number = await send(999_999_999n)
    const row = sql`cell = ${to.own} and number = ${number}`
    // The receiver refuses, and the answer is lost.
    await sendDue(
      sendsOver(from, async (all) => (await receiveAll(to.receives, all, NOW_MS)) && []),
      to.own,
      NOW_MS,
    )
    expect(await names()).toEqual([])
    await sql`update cell_sent set state = 'returned', refusal = 'customer-unknown', ended_at = now() where ${row}`.execute(
      from.real,
    )
    expect(await names()).toEqual(['held-differs', 'sum-differs'])
    expect(await auditOwnSettlements(from.real)).not.toEqual([])
  })

  test('what was refused and not returned, but settled', async () => {
    const { send } = await twoCells()
    await send(999_999_999n)
    const lies = sendsOver(from, async (all) =>
      (await receiveAll(to.receives, all, NOW_MS)).map((one) => ({
        ...one,
        outcome: 'accepted',
        refusal: null,
      })),
    )
    await sendDue(lies, to.own, NOW_MS)
    expect(await names()).toEqual(['settled-not-accepted'])
  })

  test('what was accepted and returned all the same', async () => {
    const { send } = await twoCells()
    await send()
    const lies = sendsOver(from, async (all) =>
      (await receiveAll(to.receives, all, NOW_MS)).map((one) => ({
        ...one,
        ...({ outcome: 'refused', refusal: 'customer-frozen' } as const),
      })),
    )
    await sendDue(lies, to.own, NOW_MS)
    expect(await names()).toEqual(['returned-not-refused'])
  })

  test.each<[string, Partial<CellTransfer>]>([
    ['amount', { amount: 10_000_001n }],
    ['customer', { customer: 1n }],
    ['currency', { currency: 'BTC' }],
  ])('another %s than was sent', async (_, change) => {
    const { send } = await twoCells()
    await send()
    const altering = sendsOver(from, (all) =>
      receiveAll(
        to.receives,
        all.map((one) => ({ ...one, ...change })),
        NOW_MS,
      ),
    )
    await sendDue(altering, to.own, NOW_MS)
    expect(await names()).toContain('content-differs')
  })

  test('what came and was never sent, under a number to come and under one that is gone', async () => {
    const { message, send } = await twoCells()
    await receiveTransfer(to.receives, message(5n), NOW_MS)
    expect(await names()).toEqual(['never-sent'])
    for (let n = 0; n < 5; n++) await send()
    expect(await names()).toEqual([])
    await alterAsOwner({ db: from.real }, sql`delete from cell_sent where cell = ${to.own} and number = 5`)
    expect(await names()).toEqual(['held-differs', 'never-sent', 'sum-differs'])
  })

  test('a number that is missing', async () => {
    const { send } = await twoCells()
    for (let n = 0; n < 3; n++) await send()
    await alterAsOwner({ db: from.real }, sql`delete from cell_sent where cell = ${to.own} and number = 2`)
    expect(await names()).toEqual(['held-differs', 'number-missing', 'sum-differs'])
  })

  test('a ledger that does not sum to zero by itself', async () => {
    await twoCells()
    const account = settlementAccount(from.own, 'USDT', 'available')
    const alter = (by: number) =>
      alterAsOwner(
        { db: to.real },
        sql`update account set balance = balance + ${by}::bigint where id = ${account}`,
      )
    await alter(1)
    expect(await names()).toEqual(['available-differs', 'ledger-drifted', 'ledger-unbalanced', 'sum-differs'])
    await alter(-1)
    expect(await names()).toEqual([])
  })
})
