import type { CustomerId } from '#domain/ids.ts'
import * as calls from '#domain/option/contract.ts'
import { optionDisclosure } from '#domain/option/risk.ts'
import { optionDirections } from '#domain/option/rules.ts'
import { MIN_DEMO_SECONDS } from '#domain/option/terms.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { type Player, perform } from '#server/sim/player.ts'
import type { Random } from '#server/sim/random.ts'
import type { Asker, CrashTrader, Customer, Input, ProductTesting } from '#server/testing/product-testing.ts'
import { pause } from '#server/testing/server-process.ts'

/** The answers that the risk notice takes. */
export const RIGHT_ANSWERS = '3232'

/** What accepts it. */
export const acceptedRisk = { version: String(optionDisclosure.version), answers: RIGHT_ANSWERS }
const order = { symbol: 'BTC-USDT', currency: 'USDT', direction: 'rise', seconds: 60, stake: '10' } as const

// ── Tests generated from the contract

async function ordered(customer: Customer): Promise<string> {
  await customer.ask(calls.optionAcceptRisk, acceptedRisk)
  return (await customer.ask(calls.optionSubmit, order)).id
}

async function readyToOrder(customer: Customer): Promise<Input> {
  await customer.ask(calls.optionAcceptRisk, acceptedRisk)
  return order
}

// ── The simulation

const SYMBOLS = ['BTC-USDT', 'BTC-USDT', 'ETH-USDT']
const PERIODS = [30, 60, 60, 120, 180, 300, 45]

async function randomOrder({ exchange, random }: Player, customer: CustomerId): Promise<Input> {
  // Some forget it.
  if (!random.chance(6)) await exchange.call(customer, calls.optionAcceptRisk, acceptedRisk)
  return {
    ...{ symbol: random.one(SYMBOLS), currency: 'USDT', direction: random.one(optionDirections) },
    ...{ seconds: random.one(PERIODS), stake: String(4 + random.below(30)) },
  }
}

/** Mostly a loss limit; now and then somebody excludes themselves. */
async function chooseLimits(player: Player): Promise<string> {
  const { exchange, random } = player
  const customer = random.one(exchange.customers)
  const limits = random.chance(8)
    ? { excludedUntilMs: exchange.clock.nowMs() + (1 + random.below(3)) * DAY_MS + HOUR_MS }
    : { lossLimit: String(20 + random.below(400)) }
  return perform(player, customer, calls.optionSetLimits, limits)
}

// ── Crash tests

const LOOK_AGAIN_MS = 500

/** A demonstration's shortest period: some expire while the server is gone. */
async function orderInCrash(trader: CrashTrader, random: Random): Promise<Input | undefined> {
  const limits = await trader.look(calls.optionLimits)
  if (!limits || limits.openOrders >= limits.maxOpen || limits.pausedUntilMs !== null) return undefined
  if (trader.done(calls.optionSubmit).length === 0) await trader.look(calls.optionAcceptRisk, acceptedRisk)
  return {
    ...{ ...order, symbol: random.one(SYMBOLS), direction: random.one(optionDirections) },
    ...{ seconds: MIN_DEMO_SECONDS, stake: String(5 + random.below(5)) },
  }
}

/** Longer than the longest period that was ordered, its entry and the writing of its result. */
const MAX_LOOKS = (3 * MIN_DEMO_SECONDS * SECOND_MS) / LOOK_AGAIN_MS

/** Waits until all that a trader has open is settled. Refuses: (by throwing) what stays open for too long. */
async function settled(trader: Asker): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    if ((await trader.ask(calls.optionLimits)).openOrders === 0) return
    await pause(LOOK_AGAIN_MS)
  }
  throw new Error('seconds options are open long after they expired')
}

export const optionTesting: ProductTesting = {
  fields: {
    ...{ direction: 'rise', seconds: '60', stake: '10' },
    ...{ periods: '60:8500 120:8800', minimum: '5', maximum: '500' },
    ...{ maxOpen: '5', maxDaily: '60', lossLimit: '200', pauseAfter: '5', pauseMinutes: '15' },
    exposureBps: '200',
  },
  calls: [
    { call: calls.optionAcceptRisk, fields: acceptedRisk },
    { call: calls.optionDetail, things: { id: 'openOption' } },
    { call: calls.optionProof, things: { id: 'openOption' } },
    { call: calls.optionPrices, things: { id: 'openOption' } },
    { call: calls.optionResult, things: { id: 'openOption' } },
  ],
  matrix: {
    doOneOfEach: async (customer) => ({ openOption: await ordered(customer) }),
    effects: [{ call: calls.optionSubmit, isGuarded: false, prepare: readyToOrder }],
  },
  simulation: {
    calls: [{ name: 'option', weight: 24, call: calls.optionSubmit, input: randomOrder }],
    actions: [{ name: 'option-limits', weight: 3, act: chooseLimits }],
    hostile: [
      [calls.optionSubmit, 'stake', 'symbol', 'direction'],
      [calls.optionSetLimits, 'lossLimit'],
    ],
  },
  crash: {
    calls: [{ call: calls.optionSubmit, weight: 10, input: orderInCrash, listedIn: calls.optionList }],
    calm: settled,
  },
}
