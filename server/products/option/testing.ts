import type { CustomerId } from '#domain/ids.ts'
import * as calls from '#domain/option/contract.ts'
import { optionDirections } from '#domain/option/rules.ts'
import { MIN_DEMO_SECONDS, RISK_VERSION } from '#domain/option/terms.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { type Player, perform } from '#server/sim/player.ts'
import type { Random } from '#server/sim/random.ts'
import type { Asker, CrashTrader, Customer, Input, ProductTesting } from '#server/testing/product-testing.ts'
import { pause } from '#server/testing/server-process.ts'
import { auditResults } from './audit.ts'

/** The answers that the risk notice takes. */
export const RIGHT_ANSWERS = '3232'

const risk = { version: RISK_VERSION, answers: RIGHT_ANSWERS }
const order = { symbol: 'BTC-USDT', currency: 'USDT', direction: 'rise', seconds: 60, stake: '10' } as const

// ── Tests generated from the contract

async function ordered(customer: Customer): Promise<string> {
  await customer.ask(calls.optionRisk, risk)
  return (await customer.ask(calls.optionSubmit, order)).id
}

async function readyToOrder(customer: Customer): Promise<Input> {
  await customer.ask(calls.optionRisk, risk)
  return order
}

// ── The simulation

const SYMBOLS = ['BTC-USDT', 'BTC-USDT', 'ETH-USDT']
const PERIODS = [30, 60, 60, 120, 180, 300, 45]
/** The full audit compares so many results with the tape. */
const AUDITED = 60

async function randomOrder({ exchange, random }: Player, customer: CustomerId): Promise<Input> {
  // Some forget it.
  if (!random.chance(6)) await exchange.call(customer, calls.optionRisk, risk)
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
  if (limits.acceptedRiskVersion < RISK_VERSION) await trader.look(calls.optionRisk, risk)
  return {
    ...{ ...order, symbol: random.one(SYMBOLS), direction: random.one(optionDirections) },
    ...{ seconds: MIN_DEMO_SECONDS, stake: String(5 + random.below(5)) },
  }
}

/** Waits until all that a trader has open is settled. */
async function settled(trader: Asker): Promise<void> {
  while ((await trader.ask(calls.optionLimits)).openOrders > 0) await pause(LOOK_AGAIN_MS)
}

export const optionTesting: ProductTesting = {
  fields: {
    ...{ direction: 'rise', seconds: '60', stake: '10', version: String(RISK_VERSION) },
    ...{ answers: RIGHT_ANSWERS, country: 'DE', periods: '60:8500 120:8800', minimum: '5', maximum: '500' },
    ...{ maxOpen: '5', maxDaily: '60', lossLimit: '200', pauseAfter: '5', pauseMinutes: '15' },
    exposureBps: '200',
  },
  calls: [
    { call: calls.optionDetail, things: { id: 'openOption' } },
    { call: calls.optionProof, things: { id: 'openOption' } },
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
    audit: ({ db }) => auditResults(db, AUDITED),
  },
  crash: {
    calls: [{ call: calls.optionSubmit, weight: 10, input: orderInCrash, listedIn: calls.optionList }],
    calm: settled,
    audit: auditResults,
  },
}
