import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveProposal } from '#domain/console/contract.ts'
import { contractClose, contractSubmit } from '#domain/contract/contract.ts'
import * as operators from '#domain/copy/console.ts'
import * as calls from '#domain/copy/contract.ts'
import { type Exchange, openExchange } from '#server/testing/exchange.ts'
import type { Input } from '#server/testing/product-testing.ts'

/** How two operators change the terms of copying, and for whom they count. */

let exchange: Exchange
let lead: string
beforeAll(async () => {
  exchange = await openExchange()
  const { alice, bob, maker } = exchange
  await bob.ask(calls.copyApply, { introduction: 'Slow and small', sharePercent: '20' })
  lead = (await maker.ask(operators.consoleLeads)).items[0]!.id
  await maker.ask(operators.acceptLead, { id: lead, reason: 'known and sound' })
  await alice.ask(calls.copyAcceptAgreement, { version: '1' })
})
afterAll(() => exchange?.close())

const terms = {
  ...{ minAmount: '20', maxAmount: '500', maxSlippageBps: '100', equityBps: '50', maxShareBps: '1500' },
  ...{ maxRelations: '3', maxFollowers: '100', reason: 'smaller copies' },
} satisfies Input
const propose = (input: Input) =>
  exchange.send('operators', operators.proposeCopyTerms, exchange.maker.token, { ...terms, ...input })
const refusedFor = async (input: Input) => {
  const follow = { leadId: lead, mode: 'amount', number: '400', ...input }
  return (await exchange.send('customers', calls.copyFollow, exchange.alice.token, follow)).error
}
/** What became of the newest action of the lead for the follower. */
async function nextCopy() {
  const { alice, bob } = exchange
  const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.10', leverage: '10' } as const
  const led = await bob.ask(contractSubmit, order)
  const [outcome] = (await alice.ask(calls.copyOutcomes)).items
  await bob.ask(contractClose, { id: led.id })
  return outcome!
}

test('terms are decided by two, count for relations to come, and leave those that there are as they began', async () => {
  const { alice, bob, maker, checker } = exchange
  expect(await alice.ask(calls.copyTerms)).toMatchObject({
    ...{ termsVersion: 1, maxAmount: '5000.0000000', equityBps: 500, maxShareBps: 2_000 },
  })
  const before = await alice.ask(calls.copyFollow, {
    ...{ leadId: lead, mode: 'amount', number: '400', termsVersion: '1' },
  })
  const proposal = await maker.ask(operators.proposeCopyTerms, terms)
  expect(proposal.lines.flatMap(({ label, unusual }) => (unusual ? [[label, unusual.kind]] : []))).toEqual([
    ['Largest copy', 'far-below'],
    ['Largest copy, of the equity', 'far-below'],
    ['A lead', 'far-below'],
  ])
  const approve = (token: string) =>
    exchange.send('operators', approveProposal, token, { id: proposal.id, reason: 'seen' })
  expect((await approve(maker.token)).error).toBe('PROPOSAL_IS_YOURS')
  expect((await alice.ask(calls.copyTerms)).termsVersion).toBe(1)
  expect((await approve(checker.token)).error).toBeUndefined()
  expect(await alice.ask(calls.copyTerms)).toMatchObject({ termsVersion: 2, maxAmount: '500.0000000' })

  // As it began: 900 USDT were allowed, and 5 % of the equity are more than that.
  expect(await alice.ask(calls.copySettings, { relationId: before.id, number: '900' })).toMatchObject({
    ...{ number: '900.0000000', termsVersion: 1 },
  })
  expect((await nextCopy()).limitedBy).toBeNull()
  await alice.ask(calls.copyCancel, { relationId: before.id })

  expect(await refusedFor({ termsVersion: '1' })).toBe('TERMS_CHANGED')
  expect(await refusedFor({ number: '500.01' })).toBe('AMOUNT_TOO_LARGE')
  expect(await refusedFor({ number: '19.99' })).toBe('AMOUNT_TOO_SMALL')
  expect(await refusedFor({ slippagePercent: '1.01' })).toBe('PERCENT_INVALID')
  const after = await alice.ask(calls.copyFollow, { leadId: lead, mode: 'amount', number: '400' })
  // What a lead asked for before stays; half a percent of 50,000 USDT are fewer than 400.
  expect([after.termsVersion, after.sharePercent]).toEqual([2, '20.00'])
  expect((await nextCopy()).limitedBy).toBe('limit-equity')
  await alice.ask(calls.copyCancel, { relationId: after.id })
  await maker.ask(operators.stopLead, { id: lead, reason: 'for the test' })
  const applied = { introduction: 'Again', sharePercent: '15.01' }
  const reply = await exchange.send('customers', calls.copyApply, bob.token, applied)
  expect(reply.error).toBe('PERCENT_INVALID')
})

test.each([
  ['a larger copy than the agreement says', { maxAmount: '5001' }],
  ['a smaller one', { minAmount: '9.99' }],
  ['a smallest above the largest', { minAmount: '501' }],
  ['more slippage than it says', { maxSlippageBps: '501' }],
  ['less slippage than the form begins with', { maxSlippageBps: '49' }],
  ['more of the equity', { equityBps: '501' }],
  ['more profit share', { maxShareBps: '2001' }],
  ['more relations', { maxRelations: '21' }],
  ['more followers', { maxFollowers: '1001' }],
])('terms are refused with %s, and nothing is written', async (_, input) => {
  const before = await exchange.counts()
  expect((await propose(input)).error).toBe('TERMS_INVALID')
  expect(await exchange.counts()).toEqual(before)
})
