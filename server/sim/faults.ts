import { assert } from '#domain/errors.ts'
import { HOUR_MS } from '#domain/time.ts'
import { COMMIT_UNKNOWN, CONNECTION_FAILURE } from '#server/platform/db/errors.ts'
import type { Fault } from '#server/testing/faulty-database.ts'
import type { RandomAction, RandomCall } from '#server/testing/product-testing.ts'
import type { Answer } from './exchange.ts'
import { factsOf, type Player, someCall } from './player.ts'

/** Failures after which the exchange has to go on: of its database, and of itself by another that takes over. */

/** Deadlock, serialization failure, a lock or a statement that took too long, no connection left, a lost one. */
const CODES = ['40P01', '40001', '55P03', '57014', '53300', CONNECTION_FAILURE]

/** After a commit the connection can be lost, or the copy that the commit waits for: the database has nothing more to refuse. */
const faults: readonly Fault[] = [
  ...(['begin', 'statement', 'commit'] as const).flatMap((moment) => CODES.map((code) => ({ moment, code }))),
  { moment: 'answer', code: CONNECTION_FAILURE },
  { moment: 'answer', code: COMMIT_UNKNOWN },
]

/** A call has this many statements at most before the fault, or transactions. */
const AT_MOST = { begin: 3, statement: 25, commit: 3, answer: 3 }
/** All jobs of a day have many more. */
const AT_MOST_IN_JOBS = { begin: 60, statement: 400, commit: 60, answer: 60 }
const MAX_HOURS = 30

export const faultActions = (money: readonly RandomCall[]): readonly RandomAction[] => [
  { name: 'fault-in-call', weight: 5, act: (player) => faultInCall(player, money) },
  { name: 'fault-in-jobs', weight: 4, act: faultInJobs },
  { name: 'replaced', weight: 2, act: (player) => replaced(player, money) },
]

/** The database fails once while a customer asks. Asked again with the same key, it was done once. */
async function faultInCall(player: Player, money: readonly RandomCall[]): Promise<string> {
  const { exchange, random } = player
  const chosen = await someCall(player, money)
  if (!chosen) return 'nothing to do it with'
  const { customer, call, input } = chosen
  const key = player.nextKey()
  const fault = random.one(faults)
  const before = await player.transfers()
  exchange.failOnce(1 + random.below(AT_MOST[fault.moment]), fault)
  const first = await exchange.call(customer, call, input, key)
  const came = exchange.endFault()
  assert(first.ok || first.error !== 'INTERNAL', `${call.path} names a failure of the database`)
  const facts = await sameAgain(player, before, first, () => exchange.call(customer, call, input, key))
  return `${call.path} ${fault.code} ${fault.moment} ${came} ${facts}`
}

/** The database fails once while jobs run; the next time they do what was left. */
async function faultInJobs({ exchange, random }: Player): Promise<string> {
  const fault = random.one(faults)
  exchange.failOnce(1 + random.below(AT_MOST_IN_JOBS[fault.moment]), fault)
  await exchange.advance(random.below(MAX_HOURS) * HOUR_MS, true)
  const came = exchange.endFault()
  await exchange.advance(0, true)
  return `${fault.code} ${fault.moment} ${came}`
}

/** Another exchange has taken over, and the one before is asked first: one of them does it. */
async function replaced(player: Player, money: readonly RandomCall[]): Promise<string> {
  const { exchange } = player
  const chosen = await someCall(player, money)
  if (!chosen) return 'nothing to do it with'
  const { customer, call, input } = chosen
  const key = player.nextKey()
  let facts = ''
  await exchange.replace(async (callOld) => {
    const before = await player.transfers()
    const first = await callOld(customer, call, input, key)
    assert(first.ok || first.error !== 'INTERNAL', `${call.path} of who was replaced is named`)
    facts = await sameAgain(player, before, first, () => exchange.call(customer, call, input, key))
  })
  return `${call.path} ${facts}`
}

const UNKNOWN: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN'])

/**
 * Asks again: what was answered is answered again and moves nothing; what was not is done now, and once. What moved before the
 * failure was all of it.
 */
async function sameAgain(
  player: Player,
  before: bigint,
  first: Answer,
  ask: () => Promise<Answer>,
): Promise<string> {
  const moved = await player.transfers()
  const again = await ask()
  const settled = await player.transfers()
  if (first.ok) assert(factsOf(again) === factsOf(first), `one answer: ${factsOf(first)}, ${factsOf(again)}`)
  else assert(again.ok || !UNKNOWN.has(again.error), `answered after a failure: ${JSON.stringify(again)}`)
  if (first.ok || moved > before) {
    assert(again.ok, `what was done is answered: ${JSON.stringify(again)}`)
    assert(settled === moved, 'what was done is not done again')
  }
  const third = await ask()
  assert(factsOf(again) === factsOf(third), `one answer: ${factsOf(again)}, then ${factsOf(third)}`)
  assert((await player.transfers()) === settled, 'what is done is not done again')
  return factsOf(again)
}
