import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveProposal, withdrawProposal } from '#domain/console/contract.ts'
import { consoleContractTerms, proposeContractTerms } from '#domain/contract/console.ts'
import {
  contractClose,
  contractDeal,
  contractProof,
  contractSubmit,
  contractTerms,
} from '#domain/contract/contract.ts'
import { type Exchange, openExchange } from '#server/testing/exchange.ts'
import type { Input } from '#server/testing/product-testing.ts'

/** How two operators change the terms of an instrument's contract, and what customers are told of it. */

let exchange: Exchange
beforeAll(async () => {
  exchange = await openExchange()
})
afterAll(() => exchange?.close())

const terms = {
  ...{ symbol: 'BTC-USDT', leverages: '2 5', feeBps: '6', financingBps: '2', maintenanceBps: '5000' },
  ...{ marginCallBps: '7500', collarBps: '500', slippageBps: '50', stressBps: '1000' },
  ...{ maxPosition: '1500000', maxOpenInterest: '40000000', reason: 'a calmer offer' },
} satisfies Input

const offered = () => exchange.alice.ask(contractTerms, { symbol: 'BTC-USDT' })
const propose = (input: Input) =>
  exchange.send('operators', proposeContractTerms, exchange.maker.token, { ...terms, ...input })

describe('the terms of contracts', () => {
  test('are proposed by one, approved by another, told to everybody, and named by receipts', async () => {
    const { alice, maker, checker } = exchange
    expect((await offered()).terms).toMatchObject({
      ...{ termsVersion: 1, leverages: [2, 5, 10], feeBps: 5, maxPosition: '2000000.0000000' },
    })
    const before = await alice.ask(contractSubmit, {
      ...{ symbol: 'BTC-USDT', direction: 'long', lots: '0.02', leverage: '10', termsVersion: '1' },
    })
    const proposal = await maker.ask(proposeContractTerms, terms)
    expect(proposal).toMatchObject({ kind: 'contract-terms', status: 'pending' })
    expect(
      proposal.lines.filter((line) => line.before !== null).map(({ label, value }) => [label, value]),
    ).toEqual([
      ['Leverages', '2× 5×'],
      ['Fee at opening and at closing', '0.06%'],
      ['Cap for one customer', '1,500,000.00 USDT'],
      ['Cap on the open interest', '40,000,000.00 USDT'],
    ])
    expect((await maker.ask(consoleContractTerms)).pending).toHaveLength(1)
    expect((await offered()).terms.termsVersion).toBe(1)
    const approve = (token: string) =>
      exchange.send('operators', approveProposal, token, { id: proposal.id, reason: 'seen' })
    expect((await approve(maker.token)).error).toBe('PROPOSAL_IS_YOURS')
    expect((await approve(checker.token)).error).toBeUndefined()
    expect((await approve(checker.token)).error).toBe('PROPOSAL_NOT_PENDING')

    const visitor = await exchange.send('customers', contractTerms, undefined, { symbol: 'BTC-USDT' })
    expect(visitor.data).toMatchObject({
      terms: { terms_version: 2, leverages: [2, 5], feeBps: 6, maxPosition: '1500000.0000000' },
      market: { openLots: '0.02', closedUntilMs: null },
    })
    expect((await alice.ask(contractDeal, { symbol: 'BTC-USDT' })).terms).toMatchObject({ termsVersion: 2 })
    const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.02', leverage: '5' } as const
    const outdated = await exchange.send('customers', contractSubmit, alice.token, {
      ...order,
      termsVersion: '1',
    })
    expect(outdated.error).toBe('TERMS_CHANGED')
    const after = await alice.ask(contractSubmit, { ...order, termsVersion: '2' })
    expect([after.termsVersion, after.feeBps, before.feeBps]).toEqual([2, 6, 5])

    await alice.ask(contractClose, { id: before.id })
    await alice.ask(contractClose, { id: after.id })
    await exchange.advance(5_000)
    const rulesOf = async (id: string) =>
      (await alice.ask(contractProof, { id })).receipts.map((note) => /\nrules (\d+)\n/.exec(note)?.[1])
    expect([await rulesOf(before.id), await rulesOf(after.id)]).toEqual([
      ['1', '1'],
      ['2', '2'],
    ])
    // The instruments that nobody changed have those of their class.
    const { instruments } = await maker.ask(consoleContractTerms)
    expect(instruments.filter(({ version }) => version > 1).map(({ symbol }) => symbol)).toEqual(['BTC-USDT'])
  })

  test('say to the checker which figures are unusual', async () => {
    const { maker } = exchange
    const proposal = await maker.ask(proposeContractTerms, {
      ...terms,
      ...{ feeBps: '60', slippageBps: '300', maxPosition: '100000', maxOpenInterest: '40000001' },
    })
    await maker.ask(withdrawProposal, { id: proposal.id, reason: 'only looked at' })
    expect(proposal.lines.flatMap(({ label, unusual }) => (unusual ? [[label, unusual.kind]] : []))).toEqual([
      ['Fee at opening and at closing', 'far-above'],
      ['Slippage at the market', 'above-usual'],
      ['Cap for one customer', 'far-below'],
    ])
  })

  test.each([
    ['more leverage than the class allows', { leverages: '2 5 20' }, 'TERMS_INVALID'],
    ['leverages out of order', { leverages: '5 2' }, 'TERMS_INVALID'],
    ['a warning below the liquidation', { maintenanceBps: '7500', marginCallBps: '7000' }, 'TERMS_INVALID'],
    ['a slippage beyond the collar', { collarBps: '50', slippageBps: '60' }, 'TERMS_INVALID'],
    ['a cap for one above that for all', { maxPosition: '40000001' }, 'TERMS_INVALID'],
    ['a fee above its bound', { feeBps: '101' }, 'PARAMETER_ERROR'],
    ['an instrument without a contract', { symbol: 'NONE-USDT' }, 'INSTRUMENT_UNKNOWN'],
  ])('are refused with %s, and nothing is written', async (_, input, code) => {
    const before = await exchange.counts()
    expect((await propose(input)).error).toBe(code)
    expect(await exchange.counts()).toEqual(before)
  })

  test('are proposed by those alone who decide on products', async () => {
    for (const token of [undefined, exchange.alice.token]) {
      const reply = await exchange.send('operators', proposeContractTerms, token, terms)
      expect(reply.error).toBe('SESSION_EXPIRED')
    }
  })
})
