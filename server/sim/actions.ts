import { isDeepStrictEqual } from 'node:util'
import { assert } from '#domain/errors.ts'
import { hostileAmounts } from '#server/core/hostile-amounts.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { amountFields, inputsOf } from '#server/testing/inputs.ts'
import type { RandomAction, RandomCall, TestedProduct } from '#server/testing/product-testing.ts'
import { faultActions } from './faults.ts'
import {
  anAnswer,
  anybody,
  assertExpected,
  factsOf,
  identityOf,
  type Player,
  perform,
  someCall,
} from './player.ts'
import { chooseByWeight } from './random.ts'

/** The random actions of the simulation: what the products bring, and what may befall any call. */

const DUPLICATES = 6

/** What can happen in a step, and how often among all. */
export function createActions(tested: readonly TestedProduct[]): readonly RandomAction[] {
  const simulations = tested.flatMap(({ testing }) => testing.simulation ?? [])
  const calls = simulations.flatMap((simulation) => simulation.calls ?? [])
  const money = calls.filter(({ call }) => call.money)
  const actions = simulations.flatMap((simulation) => simulation.actions ?? [])
  return [
    ...calls.map((one) => ({ ...one, act: (player: Player) => performOne(player, one) })),
    ...actions,
    { name: 'duplicates', weight: 10, act: (player) => duplicates(player, money) },
    { name: 'replay', weight: 8, act: replay },
    { name: 'key-reuse', weight: 4, act: (player) => reuseKey(player, money) },
    { name: 'hostile', weight: 10, act: hostileTo(tested) },
    { name: 'unknown-fate', weight: 4, act: (player) => unknownFate(player, money) },
    { name: 'crash', weight: 4, act: crash },
    ...faultActions(money),
  ]
}

const NOTHING = 'nothing to do it with'

async function performOne(player: Player, { call, input }: RandomCall): Promise<string> {
  const customer = anybody(player)
  const filled = await input(player, customer)
  return filled ? perform(player, customer, call, filled) : NOTHING
}

/** The same call with the same key, all at once: one effect, and everybody hears the same. */
async function duplicates(player: Player, money: readonly RandomCall[]): Promise<string> {
  const chosen = await someCall(player, money)
  if (!chosen) return NOTHING
  const { customer, call, input } = chosen
  const key = player.nextKey()
  const answers = await Promise.all(
    Array.from({ length: DUPLICATES }, () => player.exchange.call(customer, call, input, key)),
  )
  for (const answer of answers) assertExpected(call, answer)
  const heard = new Set(
    answers.map((answer) => (answer.ok ? JSON.stringify(identityOf(answer.data)) : answer.error)),
  )
  assert(heard.size === 1, `${DUPLICATES} duplicates of ${call.path} have one answer: ${[...heard]}`)
  return factsOf(answers[0]!)
}

/** A call of some time ago again: the same answer, and nothing moves. */
async function replay(player: Player): Promise<string> {
  const answered = anAnswer(player)
  if (!answered) return 'nothing to replay'
  const { customer, call, input, key, data } = answered
  const before = await player.transfers()
  const again = await player.exchange.call(customer, call, input, key)
  assert(again.ok, `${call.path} is answered again: ${JSON.stringify(again)}`)
  assert((await player.transfers()) === before, `${call.path} again moves nothing`)
  const isSame = isDeepStrictEqual(identityOf(again.data), identityOf(data))
  assert(isSame, `${call.path} again names the same: ${JSON.stringify([data, again.data])}`)
  return 'same'
}

/** Who has not read a product's notice is told so before the engine looks at the key. */
const REFUSED_KEY: ReadonlySet<string> = new Set([
  'IDEMPOTENCY_KEY_REUSED',
  'RISK_NOT_ACCEPTED',
  'COPY_AGREEMENT_REQUIRED',
])

/** A key that was used for something else. */
async function reuseKey(player: Player, money: readonly RandomCall[]): Promise<string> {
  const used = anAnswer(player)
  if (!used) return 'nothing to reuse'
  const { call, input } = chooseByWeight(player.random, money)
  const other = await input(player, used.customer)
  if (!other || (call === used.call && isDeepStrictEqual(other, used.input))) return 'nothing else'
  // Practice is another account, with keys of its own.
  if (isPractised(other) !== isPractised(used.input)) return 'nothing else'
  const before = await player.transfers()
  const answer = await player.exchange.call(used.customer, call, other, used.key)
  assert(
    !answer.ok && REFUSED_KEY.has(answer.error) && (await player.transfers()) === before,
    `a key belongs to one call: ${call.path} by that of ${used.call.path} answers ${JSON.stringify(answer)}`,
  )
  return answer.error
}

const isPractised = (input: object): boolean => 'accountType' in input && input.accountType === 'practice'

/** Input that no customer types by mistake: refused in words, and nothing moves. */
function hostileTo(tested: readonly TestedProduct[]): RandomAction['act'] {
  const { inputFor } = inputsOf(tested)
  const targets = tested.flatMap(({ testing }) =>
    (testing.simulation?.hostile ?? []).flatMap(([call, ...fields]) =>
      fields.map((field) => ({
        call,
        field,
        bad: amountFields(call).includes(field) ? hostileAmounts : hostileTexts,
      })),
    ),
  )
  return async (player) => {
    const { exchange, random } = player
    const { call, field, bad } = random.one(targets)
    const before = await player.transfers()
    const value = random.one(bad)
    const answer = await exchange.call(anybody(player), call, { ...inputFor(call, {}), [field]: value })
    assertExpected(call, answer)
    assert(!answer.ok, `${call.path} refuses ${field} = ${JSON.stringify(value)}`)
    assert((await player.transfers()) === before, `${call.path} refused moves nothing`)
    return answer.error
  }
}

/**
 * The database goes away in the middle: before a transaction, or after its commit. Whoever was not
 * answered asks again with the same key, and what they wanted has happened once.
 */
async function unknownFate(player: Player, money: readonly RandomCall[]): Promise<string> {
  const { exchange, random } = player
  const chosen = await someCall(player, money)
  if (!chosen) return NOTHING
  const { customer, call, input } = chosen
  const key = player.nextKey()
  const moment = random.one(['before', 'after'] as const)
  exchange.loseDatabaseAt(1, moment)
  const cut = exchange.call(customer, call, input, key).catch(() => undefined)
  await Promise.race([cut, exchange.databaseLost()])
  await exchange.crash()
  await cut
  const before = await player.transfers()
  const answer = await exchange.call(customer, call, input, key)
  assertExpected(call, answer)
  const isAsItWas = (await player.transfers()) === before
  assert(moment === 'before' || isAsItWas, `${call.path} that was committed is not done again`)
  const again = await exchange.call(customer, call, input, key)
  assert(factsOf(answer) === factsOf(again), `${call.path} has one answer after a crash`)
  return `${moment} ${factsOf(answer)}`
}

async function crash({ exchange }: Player): Promise<string> {
  await exchange.crash()
  return 'reopened'
}
