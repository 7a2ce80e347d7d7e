import type { CustomerId } from '#domain/ids.ts'
import * as calls from '#domain/option/contract.ts'
import { optionDirections } from '#domain/option/rules.ts'
import { RISK_VERSION } from '#domain/option/terms.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { type Player, perform } from '#server/sim/player.ts'
import type { Customer, Input, ProductTesting } from '#server/testing/product-testing.ts'
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
}
