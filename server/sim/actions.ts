import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import * as consoleCalls from '#domain/console/contract.ts'
import * as depositConsole from '#domain/deposit/console.ts'
import * as depositCalls from '#domain/deposit/contract.ts'
import * as earn from '#domain/earn/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { assert, Refusal } from '#domain/errors.ts'
import { formatPrice, formatQuantity } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Quantity } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import * as spot from '#domain/spot/contract.ts'
import * as wallet from '#domain/wallet/contract.ts'
import { walletTypes } from '#domain/wallet/wallet-types.ts'
import { listDepositAddresses } from '#server/products/deposit/addresses.ts'
import { spot as spotProduct } from '#server/products/spot/product.ts'
import { openOrders } from '#server/products/spot/store.ts'
import type { Answer, Exchange } from './exchange.ts'
import { hostileAmounts, hostileTexts } from './hostile.ts'
import type { Random } from './random.ts'

/** The random actions of the simulation: customers, operators and failures. */

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
  readonly customer: bigint
  readonly call: Endpoint
  readonly input: Readonly<Record<string, unknown>>
  readonly key: string
  readonly data: unknown
}

/** Does one thing; returns what came of it, in words that are the same for the same seed. */
export type Act = (player: Player) => Promise<string>

const BTC = findInstrument('BTC-USDT')!
const ETH = findInstrument('ETH-USDT')!
const REMEMBERED = 200
const CURRENCIES = ['USDT', 'USDT', 'BTC', 'ETH'] as const
const DUPLICATES = 6
const BURST = 8

/** What can happen in a step, and how often among all. */
export const actions: readonly (readonly [name: string, weight: number, act: Act])[] = [
  ['order', 60, (player) => perform(player, spot.spotTrade, orderInput(player))],
  ['transfer', 24, (player) => perform(player, wallet.walletTransfer, transferInput(player))],
  ['cancel', 24, cancelOne],
  ['cancel-all', 4, (player) => perform(player, spot.spotCancelAll, {})],
  ['shrink', 10, shrinkOne],
  ['burst', 16, burst],
  ['lock', 14, lockOne],
  ['redeem', 10, redeemOne],
  ['deposit', 6, claimDeposit],
  ['review', 8, reviewDeposit],
  ['duplicates', 10, duplicates],
  ['replay', 8, replay],
  ['key-reuse', 4, reuseKey],
  ['hostile', 10, hostile],
  ['unknown-fate', 2, unknownFate],
  ['crash', 1, crash],
]

const anybody = ({ exchange, random }: Player): bigint => random.one(exchange.customers)

/** A call by somebody at random, half of them with a key. */
async function perform(
  player: Player,
  call: Endpoint,
  input: Readonly<Record<string, unknown>>,
  customer = anybody(player),
): Promise<string> {
  const key = player.random.chance(2) ? player.nextKey() : undefined
  const answer = await player.exchange.call(customer, call, input, key)
  assertExpected(call, answer)
  if (key && answer.ok) remember(player, { customer, call, input, key, data: answer.data })
  return factsOf(answer)
}

function remember({ answered }: Player, one: KeyedAnswer): void {
  answered.push(one)
  if (answered.length > REMEMBERED) answered.shift()
}

function assertExpected(call: Endpoint, answer: Answer | undefined): void {
  const isFault = answer && !answer.ok && ['INTERNAL', 'SERVICE_UNAVAILABLE'].includes(answer.error)
  assert(!isFault, `${call.path} is answered or refused: ${JSON.stringify(answer)}`)
}

function orderInput({ exchange, random }: Player): Record<string, unknown> {
  const instrument = random.one([BTC, BTC, ETH])
  const last = exchange.services.markets.lastPrice(instrument.symbol)?.price ?? 1
  const side = random.one(['buy', 'sell'])
  const isMarket = random.below(6) === 0
  const steps = instrument === BTC ? 50 + random.below(2_000) : 50 + random.below(5_000)
  const strays = random.chance(25) ? 900 : 8
  const limit = Math.max(1, last + Math.round((last * (random.below(2 * strays + 1) - strays)) / 10_000))
  return {
    base: instrument.base,
    quote: instrument.quote,
    side,
    quantity: formatQuantity(instrument, steps),
    orderType: isMarket ? 'market' : 'limit',
    timeInForce: random.one(['gtc', 'gtc', 'gtc', 'gtc', 'ioc', 'fok']),
    postOnly: !isMarket && random.chance(8),
    ...(isMarket ? {} : { limitPrice: formatPrice(instrument, limit) }),
  }
}

function transferInput({ random }: Player): Record<string, unknown> {
  const currency = random.one(CURRENCIES)
  const amount =
    currency === 'USDT' ? `${1 + random.below(900)}.${random.below(10)}` : `0.0${1 + random.below(99)}`
  return { currency, amount, from: random.one(walletTypes), to: random.one(walletTypes) }
}

async function cancelOne(player: Player): Promise<string> {
  const open = await openOrders(player.exchange.real)
  if (open.length === 0) return 'nothing open'
  const order = player.random.one(open)
  const isOthers = player.random.chance(6)
  const customer = isOthers ? anybody(player) : order.customer
  const answer = await player.exchange.call(customer, spot.spotCancel, { id: order.id })
  assertExpected(spot.spotCancel, answer)
  assert(
    customer === order.customer ? answer.ok : !answer.ok && answer.error === 'ORDER_NOT_FOUND',
    `an order is cancelled by its owner alone: ${JSON.stringify(answer)}`,
  )
  return factsOf(answer)
}

async function shrinkOne({ exchange, random }: Player): Promise<string> {
  const open = await openOrders(exchange.real)
  if (open.length === 0) return 'nothing open'
  const order = random.one(open)
  const remaining = BigInt(1 + random.below(order.quantity - order.filled + 2))
  return outcomeOf(
    exchange.services.of(spotProduct).engine.shrink(order.customer, order.id, remaining as Quantity),
  )
}

/**
 * Several customers in the same millisecond, decided as they came. How they stand afterwards is what is
 * told: how many of them met in one batch hangs on the machine, and with it what each hears first.
 */
async function burst(player: Player): Promise<string> {
  const { exchange } = player
  const waiting = Array.from({ length: BURST }, () => placeAtOnce(player, anybody(player), player.nextKey()))
  const outcomes = await Promise.all(waiting.map(({ outcome }) => outcome))
  const facts: string[] = []
  for (const [n, { customer, key, input }] of waiting.entries()) {
    if (outcomes[n]!.startsWith('refused')) facts.push(outcomes[n]!)
    else {
      const answer = await exchange.call(customer, spot.spotTrade, input, key)
      assert(answer.ok, 'an order of a burst is answered again by its key')
      remember(player, { customer, call: spot.spotTrade, input, key, data: answer.data })
      facts.push(factsOf(answer))
    }
  }
  return facts.join(' ')
}

function placeAtOnce(player: Player, customer: bigint, key: string) {
  const input = orderInput(player)
  const outcome = player.exchange.call(customer, spot.spotTrade, input, key).then((answer) => {
    assertExpected(spot.spotTrade, answer)
    return answer.ok ? factsOf(answer) : `refused ${answer.error}`
  })
  return { customer, key, input, outcome }
}

async function lockOne(player: Player): Promise<string> {
  const products = await player.exchange.real
    .selectFrom('earn_product')
    .select(['id', 'currency'])
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  const { id, currency } = player.random.one(products)
  const amount = currency === 'USDT' ? `${10 + player.random.below(400)}` : `0.0${1 + player.random.below(9)}`
  return perform(player, earn.subscribe, { productId: id, amount })
}

async function redeemOne(player: Player): Promise<string> {
  const { exchange, random } = player
  const orders = await exchange.real
    .selectFrom('earn_subscription')
    .select(['id', 'customer_id'])
    .orderBy('id')
    .execute()
  if (orders.length === 0) return 'nothing locked'
  const { id, customer_id: customer } = random.one(orders.slice(-40))
  if (random.chance(3)) return perform(player, earn.redeem, { id }, customer)
  const quote = await exchange.call(customer, earn.quoteRedemption, { id })
  if (!quote.ok) return factsOf(quote)
  const { quoteId, refund } = quote.data as { quoteId: string; refund: string }
  if (random.chance(4)) await exchange.advance(6_000 + random.below(8_000), false)
  const answer = await exchange.call(customer, earn.redeem, { id, quoteId })
  assertExpected(earn.redeem, answer)
  if (answer.ok) {
    const { result } = answer.data as earn.SubscriptionView
    assert(result?.refund === refund, `redeemed at ${result?.refund}, quoted at ${refund}`)
  }
  return factsOf(answer)
}

async function claimDeposit(player: Player): Promise<string> {
  const { exchange, random } = player
  const customer = anybody(player)
  const account = random.one(await listDepositAddresses(exchange.real))
  const image = await exchange.services.uploads.keep(customer, exchange.proof)
  const amount = `${Number(account.minimum) + random.below(50)}`
  return perform(
    player,
    depositCalls.requestDeposit,
    {
      ...{ sender: 'A. Sender', currency: account.currency, network: account.network, image, amount },
      ...{ address: account.address, hashTail: tailOf(random) },
    },
    customer,
  )
}

const tailOf = (random: Random) =>
  Array.from({ length: 6 }, () => random.one([...'0123456789abcdef'])).join('')

/** Two operators decide on a deposit: credit, reject, or somebody does what they may not. */
async function reviewDeposit({ exchange, random }: Player): Promise<string> {
  const pending = await pendingDeposits(exchange)
  if (pending.length === 0) return 'nothing to review'
  const { id, currency, claimed, hash_tail } = random.one(pending)
  const reason = 'seen in the simulation'
  if (random.chance(4)) {
    return factsOf(await exchange.operate('maker', depositConsole.rejectDepositRequest, { id, reason }))
  }
  const txReference = `${'ab12'.repeat(6)}${String(id).padStart(10, '0')}${hash_tail}`
  const proposed = await exchange.operate('maker', depositConsole.proposeCredit, {
    id,
    txReference,
    amount: formatAmount(claimed, currency),
    reason,
  })
  if (!proposed.ok) return factsOf(proposed)
  const proposal = (proposed.data as { proposal: { id: string } }).proposal.id
  const own = await exchange.operate('maker', consoleCalls.approveProposal, { id: proposal, reason })
  assert(!own.ok && own.error === 'PROPOSAL_IS_YOURS', `nobody approves their own: ${JSON.stringify(own)}`)
  if (random.chance(5)) {
    return factsOf(await exchange.operate('checker', consoleCalls.sendBackProposal, { id: proposal, reason }))
  }
  const both = await Promise.all([
    exchange.operate('checker', consoleCalls.approveProposal, { id: proposal, reason }),
    exchange.operate('checker', consoleCalls.approveProposal, { id: proposal, reason }),
  ])
  const approved = both.filter(({ ok }) => ok).length
  assert(approved === 1, `a proposal is approved once, not ${approved} times: ${JSON.stringify(both)}`)
  return 'credited'
}

async function pendingDeposits({ real }: Exchange) {
  const { rows } = await sql<{ id: bigint; currency: string; claimed: bigint; hash_tail: string }>`
    select id, currency, claimed, hash_tail from deposit_request where status = 'pending'
    order by id limit 20`.execute(real)
  return rows
}

/** The same call with the same key, all at once: one effect, and everybody hears the same. */
async function duplicates(player: Player): Promise<string> {
  const { exchange, random } = player
  const customer = anybody(player)
  const key = player.nextKey()
  const [call, input] = random.chance(2)
    ? ([wallet.walletTransfer, transferInput(player)] as const)
    : ([spot.spotTrade, orderInput(player)] as const)
  const answers = await Promise.all(
    Array.from({ length: DUPLICATES }, () => exchange.call(customer, call, input, key)),
  )
  const ids = new Set(
    answers.map((answer) => (answer.ok ? (answer.data as { id: string }).id : answer.error)),
  )
  assert(ids.size === 1, `${DUPLICATES} duplicates of ${call.path} have one answer: ${[...ids]}`)
  return factsOf(answers[0]!)
}

/** A call of some time ago again: the same answer, and nothing moves. */
async function replay(player: Player): Promise<string> {
  if (player.answered.length === 0) return 'nothing to replay'
  const { customer, call, input, key, data } = player.random.one(player.answered)
  const before = await player.transfers()
  const again = await player.exchange.call(customer, call, input, key)
  assert(again.ok, `${call.path} is answered again: ${JSON.stringify(again)}`)
  assert((await player.transfers()) === before, `${call.path} again moves nothing`)
  const isSame = isDeepStrictEqual(identityOf(again.data), identityOf(data))
  assert(isSame, `${call.path} again names the same: ${JSON.stringify([data, again.data])}`)
  return 'same'
}

const identityOf = (data: unknown) => {
  const { id, cancelled } = data as { id?: string; cancelled?: string[] }
  return { id, cancelled }
}

async function reuseKey(player: Player): Promise<string> {
  if (player.answered.length === 0) return 'nothing to reuse'
  const { customer, key } = player.random.one(player.answered)
  const input = { currency: 'USDT', amount: '1.23456', from: 'funding', to: 'options' }
  const before = await player.transfers()
  const answer = await player.exchange.call(customer, wallet.walletTransfer, input, key)
  assert(
    !answer.ok && answer.error === 'IDEMPOTENCY_KEY_REUSED' && (await player.transfers()) === before,
    `a key belongs to one call: ${JSON.stringify(answer)}`,
  )
  return answer.error
}

/** Input that no customer types by mistake: refused in words, and nothing moves. */
async function hostile(player: Player): Promise<string> {
  const { exchange, random } = player
  const [call, good, field] = random.one(hostileTargets)
  const bad =
    field === 'amount' || field === 'quantity' || field === 'limitPrice' ? hostileAmounts : hostileTexts
  const before = await player.transfers()
  const value = random.one(bad)
  const answer = await exchange.call(anybody(player), call, { ...good, [field]: value })
  assertExpected(call, answer)
  assert(!answer.ok, `${call.path} refuses ${field} = ${JSON.stringify(value)}`)
  assert((await player.transfers()) === before, `${call.path} refused moves nothing`)
  return answer.error
}

const goodOrder = { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.001', limitPrice: '17000' }
const goodTransfer = { currency: 'USDT', amount: '1', from: 'funding', to: 'spot' }
const hostileTargets = [
  [spot.spotTrade, goodOrder, 'quantity'],
  [spot.spotTrade, goodOrder, 'limitPrice'],
  [spot.spotTrade, goodOrder, 'base'],
  [spot.spotCancel, {}, 'id'],
  [wallet.walletTransfer, goodTransfer, 'amount'],
  [wallet.walletTransfer, goodTransfer, 'currency'],
  [wallet.walletTransfer, goodTransfer, 'from'],
  [earn.subscribe, { productId: '1', amount: '50' }, 'amount'],
  [earn.subscribe, { productId: '1', amount: '50' }, 'productId'],
  [earn.redeem, {}, 'id'],
] as const

/**
 * The database goes away in the middle: before a transaction, or after its commit. Whoever was not
 * answered asks again with the same key, and what they wanted has happened once.
 */
async function unknownFate(player: Player): Promise<string> {
  const { exchange, random } = player
  const [customer, key] = [anybody(player), player.nextKey()]
  const [call, input] = random.chance(2)
    ? ([wallet.walletTransfer, transferInput(player)] as const)
    : ([spot.spotTrade, orderInput(player)] as const)
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

async function outcomeOf(doing: Promise<unknown>): Promise<string> {
  try {
    return factsOf({ ok: true, data: await doing })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `refused ${error.code}`
  }
}

const NOT_A_FACT = /(^id|Id|_id|Ms|equence|eference|image|updatedAt|createdAt|customer)$/

/** An answer without ids and times: the same for the same seed. */
function factsOf(answer: Answer): string {
  if (!answer.ok) return `refused ${answer.error}`
  return JSON.stringify(answer.data, (name, value) => {
    if (NOT_A_FACT.test(name)) return undefined
    if (typeof value === 'bigint') return String(value)
    if (name === 'cancelled') return (value as unknown[]).length
    return value
  })
}
