import { approveProposal, sendBackProposal } from '#domain/console/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { assert, Refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { IDEMPOTENCY_KEYS_MS } from '#server/platform/retention.ts'
import type { RandomCall } from '#server/testing/product-testing.ts'
import type { Answer, Exchange } from './exchange.ts'
import { chooseByWeight, type Random } from './random.ts'

/** What the random actions of the simulation are made of. */

export interface Player {
  readonly exchange: Exchange
  readonly random: Random
  /** Calls that were answered, with their keys, to be sent again. */
  readonly answered: KeyedAnswer[]
  /** A key nobody has used. */
  nextKey(): string
  /** How many transfers there are: for what must not move money. */
  transfers(): Promise<bigint>
}

export interface KeyedAnswer {
  readonly customer: CustomerId
  readonly call: Endpoint
  readonly input: Readonly<Record<string, unknown>>
  readonly key: string
  readonly data: unknown
  readonly atMs: number
}

/** One of the answers whose keys the exchange still has; undefined when there is none. */
export function anAnswer({ answered, exchange, random }: Player): KeyedAnswer | undefined {
  const kept = answered.filter(({ atMs }) => atMs > exchange.clock.nowMs() - IDEMPOTENCY_KEYS_MS)
  return kept.length === 0 ? undefined : random.one(kept)
}

/** Does one thing; returns what came of it, in words that are the same for the same seed. */
export type Act = (player: Player) => Promise<string>

const REMEMBERED = 200

/** One of the simulation's customers, at random. */
export const anybody = ({ exchange, random }: Player): CustomerId => random.one(exchange.customers)

/** A money call by somebody, with its input; undefined where nobody could make it. */
export async function someCall(player: Player, money: readonly RandomCall[]) {
  const customer = anybody(player)
  const { call, input } = chooseByWeight(player.random, money)
  const filled = await input(player, customer)
  return filled && { customer, call, input: filled }
}

/** Makes a call, half of the time with a key. */
export async function perform(
  player: Player,
  customer: CustomerId,
  call: Endpoint,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const key = player.random.chance(2) ? player.nextKey() : undefined
  const answer = await player.exchange.call(customer, call, input, key)
  assertExpected(call, answer)
  // Only calls that move money keep what they answered under a key.
  if (key && answer.ok && call.money) remember(player, { customer, call, input, key, data: answer.data })
  return factsOf(answer)
}

/** Keeps an answer, to be asked for again. */
export function remember({ answered, exchange }: Player, one: Omit<KeyedAnswer, 'atMs'>): void {
  answered.push({ ...one, atMs: exchange.clock.nowMs() })
  if (answered.length > REMEMBERED) answered.shift()
}

/** Fails at an answer that is neither the call's nor an expected refusal. */
export function assertExpected(call: Endpoint, answer: Answer): void {
  const isFault = !answer.ok && ['INTERNAL', 'SERVICE_UNAVAILABLE'].includes(answer.error)
  assert(!isFault, `${call.path} is answered or refused: ${JSON.stringify(answer)}`)
}

/** What came of something that a service was asked directly. */
export async function outcomeOf(doing: Promise<unknown>): Promise<string> {
  try {
    return factsOf({ ok: true, data: await doing })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `refused ${error.code}`
  }
}

/** A receipt hangs on the tape's key, and what a blind box holds on a secret: both are made anew each time. */
const NOT_A_FACT = /(^id|^item|Id|_id|Ms|_seed|equence|eference|eceipt|image|updatedAt|createdAt|customer)$/
/** Ids hold the time at which they were made. */
const ID = /^\d{15,}$/

/** An answer without ids and times: the same for the same seed. */
export function factsOf(answer: Answer): string {
  if (!answer.ok) return `refused ${answer.error}`
  return JSON.stringify(answer.data, (name, value) => {
    if (NOT_A_FACT.test(name)) return undefined
    const plain = typeof value === 'bigint' ? String(value) : value
    return typeof plain === 'string' && ID.test(plain) ? null : plain
  })
}

/** What an answer is about: its id, those of a list, or all of it where it has none. */
export function identityOf(data: unknown): unknown {
  const { id, items } = (data ?? {}) as { id?: string; items?: readonly { id?: string }[] }
  return id ?? items?.map(identityOf) ?? data
}

/**
 * Has two operators decide on what one of them proposed: nobody approves their own, one in five is sent
 * back, and two approvals at once are one.
 */
export async function decideTogether(
  { exchange, random }: Player,
  id: string,
  again?: string,
): Promise<string> {
  const input = { id, reason: 'seen in the simulation', ...(again !== undefined && { again }) }
  const own = await exchange.operate('maker', approveProposal, input)
  assert(!own.ok && own.error === 'PROPOSAL_IS_YOURS', `nobody approves their own: ${JSON.stringify(own)}`)
  if (random.chance(5)) return factsOf(await exchange.operate('checker', sendBackProposal, input))
  const both = await Promise.all([
    exchange.operate('checker', approveProposal, input),
    exchange.operate('checker', approveProposal, input),
  ])
  const approved = both.filter(({ ok }) => ok).length
  assert(approved === 1, `a proposal is approved once, not ${approved} times: ${JSON.stringify(both)}`)
  return 'approved'
}
