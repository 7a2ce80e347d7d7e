import { proposeContractTerms } from '#domain/contract/console.ts'
import * as calls from '#domain/contract/contract.ts'
import { contractDisclosure } from '#domain/contract/risk.ts'
import { activePositionStatuses, directions } from '#domain/contract/rules.ts'
import { assert } from '#domain/errors.ts'
import { proofReceipt } from '#domain/history/contract.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { assertExpected, factsOf, type Player, perform } from '#server/sim/player.ts'
import type { Random } from '#server/sim/random.ts'
import type { Asker, CrashTrader, Customer, Input, ProductTesting } from '#server/testing/product-testing.ts'

const SYMBOL = 'BTC-USDT'

/** What accepts the risk notice. */
export const acceptedRisk = { version: String(contractDisclosure.version), answers: '3223' }

// ── Tests generated from the contract

const market = { symbol: SYMBOL, direction: 'long', lots: '0.01', leverage: '10' } as const

const priceOf = async (somebody: Asker): Promise<number> =>
  Number((await somebody.ask(quoteOf, { symbol: SYMBOL })).lastPrice)

/** A customer who may open. */
async function ready(customer: Customer): Promise<Customer> {
  await customer.ask(calls.contractAcceptRisk, acceptedRisk)
  return customer
}

const open = async (customer: Customer): Promise<string> =>
  (await (await ready(customer)).ask(calls.contractSubmit, market)).id

/** An order some way below the market: it waits. */
const wait = async (customer: Customer): Promise<string> => {
  const limitPrice = (Math.floor((await priceOf(customer)) * 97) / 100).toFixed(2)
  return (await (await ready(customer)).ask(calls.contractSubmit, { ...market, limitPrice })).id
}

async function openOnlyOne(customer: Customer): Promise<Input> {
  await customer.ask(calls.contractCloseAll)
  await open(customer)
  return {}
}

// ── The simulation

async function randomOrder({ exchange, random }: Player, customer: CustomerId): Promise<Input> {
  // Some forget it.
  if (!random.chance(6)) await exchange.call(customer, calls.contractAcceptRisk, acceptedRisk)
  const last = exchange.services.markets.lastPrice(SYMBOL)?.price ?? 1
  const near = (bps: number) => (Math.max(1, last + Math.round((last * bps) / 10_000)) / 100).toFixed(2)
  const direction = random.one(directions)
  const up = direction === 'long' ? 1 : -1
  return {
    ...{ symbol: SYMBOL, direction, lots: (1 + random.below(20)) / 100 },
    leverage: random.one(['2', '5', '10', '10', '3']),
    ...(random.chance(40) ? { limitPrice: near(-up * random.below(60)) } : {}),
    ...(random.chance(50) ? { takeProfit: near(up * (1 + random.below(80))) } : {}),
    ...(random.chance(50) ? { stopLoss: near(-up * (60 + random.below(80))) } : {}),
  }
}

interface Own {
  readonly id: PositionId
  readonly customer_id: CustomerId
}

/** One of the positions that are not over; undefined without any. */
async function anyActive({ exchange, random }: Player): Promise<Own | undefined> {
  const rows = await exchange.real
    .selectFrom('contract_position')
    .select(['id', 'customer_id'])
    .where('status', 'in', [...activePositionStatuses])
    .orderBy('id')
    .execute()
  return rows.length === 0 ? undefined : random.one(rows)
}

const withOne =
  (act: (player: Player, own: Own) => Promise<string>) =>
  async (player: Player): Promise<string> => {
    const own = await anyActive(player)
    return own ? act(player, own) : 'nothing open'
  }

const closeOne = withOne((player, { id, customer_id }) =>
  perform(player, customer_id, calls.contractClose, {
    id,
    ...(player.random.chance(30) ? { lots: '0.01' } : {}),
  }),
)

const cancelOne = withOne(async (player, { id, customer_id }) => {
  const answer = await player.exchange.call(customer_id, calls.contractCancel, { id })
  assertExpected(calls.contractCancel, answer)
  assert(answer.ok || answer.error !== 'POSITION_NOT_FOUND', 'an order is there for its owner')
  return factsOf(answer)
})

const addToOne = withOne((player, { id, customer_id }) =>
  perform(player, customer_id, calls.contractAddMargin, { id, amount: String(1 + player.random.below(50)) }),
)

// ── Crash tests

async function orderNearMarket(trader: CrashTrader, random: Random): Promise<Input> {
  if (trader.done(calls.contractSubmit).length === 0)
    await trader.look(calls.contractAcceptRisk, acceptedRisk)
  return {
    ...{ symbol: SYMBOL, direction: random.one(directions), lots: `0.0${1 + random.below(9)}` },
    leverage: random.one(['2', '5', '10']),
  }
}

const NEWEST = 20

function oneOpen(trader: CrashTrader, random: Random): Input | undefined {
  const all = trader.done(calls.contractSubmit)
  return all.length === 0 ? undefined : { id: random.one(all.slice(-NEWEST)).id }
}

export const contractTesting: ProductTesting = {
  fields: { direction: 'long', lots: '0.01', leverage: '10' },
  calls: [
    { call: calls.contractClose, things: { id: 'openPosition' } },
    { call: calls.contractSetStops, things: { id: 'openPosition' }, fields: { stopLoss: '0' } },
    { call: calls.contractAddMargin, things: { id: 'openPosition' }, fields: { amount: '5' } },
    { call: calls.contractCancel, things: { id: 'waitingPosition' } },
    { call: calls.contractDetail, things: { id: 'openPosition' } },
    { call: calls.contractProof, things: { id: 'openPosition' } },
    { call: proofReceipt, things: { id: 'openPosition' } },
    { call: calls.contractAcceptRisk, fields: acceptedRisk },
    {
      call: proposeContractTerms,
      fields: {
        ...{
          leverages: '2 5',
          feeBps: '5',
          financingBps: '2',
          maintenanceBps: '5000',
          marginCallBps: '7500',
        },
        ...{ collarBps: '500', slippageBps: '50', stressBps: '1000', maxPosition: '1000' },
        maxOpenInterest: '10000',
      },
    },
  ],
  matrix: {
    doOneOfEach: async (customer) => ({
      openPosition: await open(customer),
      waitingPosition: await wait(customer),
    }),
    effects: [
      {
        ...{ call: calls.contractSubmit, isGuarded: false },
        prepare: async (customer) => {
          await ready(customer)
          return market
        },
      },
      {
        ...{ call: calls.contractClose, isGuarded: true },
        prepare: async (customer) => ({ id: await open(customer) }),
      },
      {
        ...{ call: calls.contractAddMargin, isGuarded: false },
        prepare: async (customer) => ({ id: await open(customer), amount: '5' }),
      },
      {
        ...{ call: calls.contractSetStops, isGuarded: true },
        prepare: async (customer) => ({
          id: await open(customer),
          stopLoss: (Math.floor((await priceOf(customer)) * 98) / 100).toFixed(2),
        }),
      },
      {
        ...{ call: calls.contractCancel, isGuarded: true },
        prepare: async (customer) => ({ id: await wait(customer) }),
      },
      { call: calls.contractCloseAll, isGuarded: true, prepare: openOnlyOne },
    ],
  },
  simulation: {
    calls: [{ name: 'contract', weight: 30, call: calls.contractSubmit, input: randomOrder }],
    actions: [
      { name: 'contract-close', weight: 14, act: closeOne },
      { name: 'contract-cancel', weight: 6, act: cancelOne },
      { name: 'contract-margin', weight: 6, act: addToOne },
    ],
    hostile: [
      [calls.contractSubmit, 'lots', 'limitPrice', 'symbol'],
      [calls.contractAddMargin, 'id', 'amount'],
      [calls.contractClose, 'id'],
    ],
  },
  crash: {
    calls: [
      { call: calls.contractSubmit, weight: 20, input: orderNearMarket, listedIn: calls.contractList },
      { call: calls.contractClose, weight: 14, input: oneOpen },
    ],
    quiet: [calls.contractCloseAll],
  },
}
