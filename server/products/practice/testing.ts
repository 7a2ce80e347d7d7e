import * as calls from '#domain/contract/contract.ts'
import { directions } from '#domain/contract/rules.ts'
import { copyLeads } from '#domain/copy/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import { optionSubmit } from '#domain/option/contract.ts'
import { optionDirections } from '#domain/option/rules.ts'
import {
  practiceFill,
  practiceFollow,
  practiceFollowSettings,
  practiceOpen,
  practiceUnfollow,
} from '#domain/practice/contract.ts'
import { customerOfPractice } from '#server/core/ledger/practice.ts'
import { type Player, perform } from '#server/sim/player.ts'
import type { Input, ProductTesting } from '#server/testing/product-testing.ts'

const SYMBOL = 'BTC-USDT'
const practised = { accountType: 'practice' } as const

const order = { ...practised, symbol: SYMBOL, direction: 'long', lots: '0.01', leverage: '10' } as const

async function randomOrder({ exchange, random }: Player, customer: CustomerId): Promise<Input> {
  // Some forget it: nothing is in a wallet that was not opened.
  if (!random.chance(10)) await exchange.call(customer, practiceOpen, {})
  return {
    ...{ ...practised, symbol: SYMBOL, direction: random.one(directions) },
    ...{ lots: (1 + random.below(20)) / 100, leverage: random.one(['2', '5', '10', '3']) },
  }
}

async function randomOption({ exchange, random }: Player, customer: CustomerId): Promise<Input> {
  if (!random.chance(10)) await exchange.call(customer, practiceOpen, {})
  return {
    ...{ ...practised, symbol: SYMBOL, currency: 'USDT', direction: random.one(optionDirections) },
    ...{ seconds: random.one([60, 120, 300]), stake: String(5 + random.below(40)) },
  }
}

/** Closes somebody's practice position, now and then as if it were a real one: that finds nothing. */
async function closeOne(player: Player): Promise<string> {
  const { exchange, random } = player
  const rows = await exchange.real
    .selectFrom('practice_position')
    .select(['id', 'customer_id'])
    .where('status', 'in', ['pending', 'open'])
    .orderBy('id')
    .execute()
  if (rows.length === 0) return 'nothing open'
  const { id, customer_id } = random.one(rows)
  const side = random.chance(10) ? {} : practised
  return perform(player, customerOfPractice(customer_id), calls.contractClose, { id, ...side })
}

export const practiceTesting: ProductTesting = {
  calls: [
    { call: practiceFollowSettings, things: { followId: 'practiceFollow' }, fields: { followId: '1' } },
    { call: practiceUnfollow, things: { followId: 'practiceFollow' }, fields: { followId: '1' } },
    { call: practiceFollow, fields: { leadId: '1', number: '100' } },
  ],
  matrix: {
    // Something is missing in the wallet then: what the opening cost.
    doOneOfEach: async (customer) => {
      await customer.ask(practiceOpen)
      const { id } = await customer.ask(calls.contractSubmit, order)
      const { items } = await customer.ask(copyLeads)
      const follow = await customer.ask(practiceFollow, { leadId: items[0]!.id, number: '100' })
      return { practicePosition: id, practiceFollow: follow.id }
    },
  },
  simulation: {
    calls: [
      { name: 'practice', weight: 6, call: calls.contractSubmit, input: randomOrder },
      { name: 'practice-fill', weight: 1, call: practiceFill, input: () => ({}) },
      { name: 'practice-option', weight: 3, call: optionSubmit, input: randomOption },
    ],
    actions: [{ name: 'practice-close', weight: 3, act: closeOne }],
  },
}
