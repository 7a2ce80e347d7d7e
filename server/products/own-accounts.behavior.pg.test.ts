import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approveProposal,
  consoleMe,
  consoleProposal,
  sendBackProposal,
  withdrawProposal,
} from '#domain/console/contract.ts'
import type { ProposalAction } from '#server/console/proposals.ts'
import { type Exchange, type Operator, openExchange } from '#server/testing/exchange.ts'
import { approvalOf } from '#server/testing/product-testing.ts'
import { openTestProducts } from '#server/testing/products.ts'

/** No operator decides for money, or for a way in, of an account of their own; of a colleague’s account the checker is told. */

let exchange: Exchange
let actions: readonly ProposalAction[]
beforeAll(async () => {
  exchange = await openExchange()
  const { db, clock } = exchange
  actions = openTestProducts({ db, clock }).flatMap(({ proposals }) => proposals ?? [])
})
afterAll(() => exchange?.close())

/** Without a request of the customer’s that they stand with in the queue. */
const WITHOUT_REQUEST = ['adjustment', 'coupon-create']

test('every kind of proposal about a request of a customer’s, or for named ones, says whose it is', () => {
  const saying = actions.filter(({ customersOf }) => customersOf).map(({ kind }) => kind)
  const about = actions.filter(({ isAboutRequest }) => isAboutRequest).map(({ kind }) => kind)
  expect(saying.toSorted()).toEqual([...about, ...WITHOUT_REQUEST].toSorted())
})

const emailOf = async (operator: Operator) => (await operator.ask(consoleMe)).email
const setEmail = (email: string) =>
  exchange.db.updateTable('customer').set({ email }).where('id', '=', exchange.alice.id).execute()

test('T79: whose account it is proposes nothing for it, and approves or sends back nothing; others do, and read whose it is', async () => {
  const { alice, maker, checker, tested } = exchange
  const makers = await emailOf(maker)
  const checkers = await emailOf(checker)
  const { name } = await checker.ask(consoleMe)
  const making = tested.flatMap(({ testing }) => testing.matrix?.proposals ?? [])
  const kinds = new Set<string>()
  for (const propose of making) {
    await setEmail(alice.email)
    const { id, ...typed } = approvalOf(await propose(maker, alice))
    const { kind, lines } = await checker.ask(consoleProposal, { id })
    const action = actions.find((one) => one.kind === kind)!
    expect(JSON.stringify(lines), kind).not.toContain('is operator')
    if (action.customersOf) {
      kinds.add(kind)
      await setEmail(checkers)
      const seen = await checker.ask(consoleProposal, { id })
      expect([kind, seen.viewerAction]).toEqual([kind, 'none'])
      const told = { label: `Customer ${alice.id} is operator`, value: name, before: null }
      expect((await maker.ask(consoleProposal, { id })).lines, kind).toContainEqual(told)
      const decide = (call: typeof approveProposal | typeof sendBackProposal) =>
        exchange.send('operators', call, checker.token, { id, reason: 'seen', ...typed })
      for (const call of [approveProposal, sendBackProposal])
        expect([kind, (await decide(call)).error]).toEqual([kind, 'PROPOSAL_ABOUT_YOURSELF'])
      // Their maker became its customer after they proposed it.
      await setEmail(makers)
      expect([kind, (await decide(approveProposal)).error]).toEqual([kind, 'PROPOSAL_ABOUT_YOURSELF'])
      expect((await checker.ask(consoleProposal, { id })).status).toBe('pending')
    }
    await maker.ask(withdrawProposal, { id, reason: 'the next one' })
    if (!action.customersOf) continue
    await expect(propose(maker, alice), kind).rejects.toThrow('PROPOSAL_ABOUT_YOURSELF')
    await setEmail(alice.email)
  }
  expect([...kinds].toSorted()).toEqual(
    expect.arrayContaining(['adjustment', 'deposit-credit', 'loan-approve', 'otc-settle', 'sale-returned']),
  )
})

test('T79: an account is an operator’s as well that had their address lately', async () => {
  const { alice, db, maker, tested } = exchange
  await setEmail(alice.email)
  await db
    .insertInto('replaced_contact')
    .values({
      customer_id: alice.id,
      contact: await emailOf(maker),
      replaced_at: new Date(exchange.clock.nowMs()),
    })
    .execute()
  const propose = tested.find(({ product }) => product.name === 'adjustment')!.testing.matrix!.proposals![0]!
  await expect(propose(maker, alice)).rejects.toThrow('PROPOSAL_ABOUT_YOURSELF')
})
