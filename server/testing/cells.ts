import type { CellAnswer, CellTransfer } from '#domain/cells/rules.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { type ReceiveDeps, receiveAll } from '#server/core/cells/receive.ts'
import { type Deliver, fundSettlement, type SendDeps, sendDue } from '#server/core/cells/send.ts'
import { outsideAccount } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Random } from '#server/sim/random.ts'
import { freezeOf } from '#server/users/freeze-store.ts'
import { addTestCustomer } from './customers.ts'
import { type FaultyDatabase, faultyDatabase } from './faulty-database.ts'
import { giveFunds } from './funds.ts'

/** One of two cells, on a database of its own that can fail. */
export interface TestCell {
  readonly own: number
  /** The database itself, and as the cell sees it. */
  readonly real: Db
  readonly faulty: FaultyDatabase
  readonly receives: ReceiveDeps
  /** What contradicted what the cell knew. */
  readonly contradictions: unknown[]
}

/** A cell with this number on a database. */
export function openCell(own: number, real: Db): TestCell {
  const faulty = faultyDatabase(real)
  const contradictions: unknown[] = []
  const onContradiction = (message: unknown) => void contradictions.push(message)
  const whyNot: ReceiveDeps['whyNot'] = async (tx, id) => {
    const customer = customerId(id)
    const found = await tx.selectFrom('customer').select('id').where('id', '=', customer).executeTakeFirst()
    if (!found) return 'customer-unknown'
    return (await freezeOf(tx, customer)) ? 'customer-frozen' : undefined
  }
  return { own, real, faulty, contradictions, receives: { db: faulty.db, own, whyNot, onContradiction } }
}

/** What a cell sends by, over whatever line. */
export const sendsOver = ({ own, faulty, receives }: TestCell, deliver: Deliver): SendDeps => ({
  ...{ db: faulty.db, own, deliver, onContradiction: receives.onContradiction },
})

/** A line that loses nothing: the other cell receives at once. */
export const straightTo =
  (cell: TestCell, nowMs: number): Deliver =>
  (transfers) =>
    receiveAll(cell.receives, transfers, nowMs)

/** Sends over a line that loses nothing until nothing is due. */
export async function sendAll(from: TestCell, to: TestCell, nowMs: number): Promise<void> {
  const deps = sendsOver(from, straightTo(to, nowMs))
  while ((await sendDue(deps, to.own, nowMs)) > 0);
}

/** A line that loses, doubles and reorders what it carries, in both directions. */
export interface BadLine {
  readonly deliver: Deliver
  /** Loses all that is on it, as when the process that has it ends. */
  lose(): void
}

/** Makes a bad line to a cell: what it carries arrives never, once or twice, at once or with what is sent later. */
export function badLine(random: Random, receive: Deliver): BadLine {
  let going: CellTransfer[] = []
  let coming: CellAnswer[] = []
  const copies = <T>(one: T): T[] => Array.from({ length: random.one([0, 1, 1, 1, 2]) }, () => one)
  /** Takes about two thirds of what is on the line, in any order. */
  function take<T>(all: T[]): T[] {
    const taken: T[] = []
    for (let left = Math.ceil((all.length * 2) / 3); left > 0; left--)
      taken.push(...all.splice(random.below(all.length), 1))
    return taken
  }
  return {
    async deliver(transfers) {
      going.push(...transfers.flatMap(copies))
      const answers = await receive(take(going))
      coming.push(...answers.flatMap(copies))
      return take(coming)
    },
    lose() {
      going = []
      coming = []
    },
  }
}

/** A new customer of a cell with funds in their funding wallet. */
export async function addCellCustomer(
  { real }: TestCell,
  funds: Readonly<Record<string, string>>,
  nowMs: number,
): Promise<CustomerId> {
  const { id } = await addTestCustomer(real, { nowMs: () => nowMs })
  const given = Object.entries(funds).map(([currency, amount]) => ['funding', currency, amount] as const)
  await giveFunds(real, id, given, nowMs)
  return id
}

/** Freezes a customer's account. */
export const freezeCustomer = ({ real }: TestCell, customer: CustomerId, nowMs: number) =>
  real
    .insertInto('account_freeze')
    .values({
      ...{ id: nextId(), customer_id: customer, device: 'test', ip: '10.0.0.1' },
      ...{ frozen_at: new Date(nowMs), lifted_at: null },
    })
    .execute()

/** Sets money aside in a cell for what comes from another. */
export const fund = ({ real }: TestCell, cell: number, currency: string, amount: string, nowMs: number) =>
  real
    .transaction()
    .execute((tx) =>
      fundSettlement(
        tx,
        { cell, from: outsideAccount(currency), currency, amount: readAmount(amount, currency) },
        nowMs,
      ),
    )
