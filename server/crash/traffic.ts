import type { SubscriptionView as EarnView } from '#domain/earn/contract.ts'
import * as earn from '#domain/earn/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { QuoteView } from '#domain/market/contract.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { formatPrice, parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import * as spot from '#domain/spot/contract.ts'
import * as wallet from '#domain/wallet/contract.ts'
import type { Random } from '#server/sim/random.ts'
import { pause } from '#server/testing/server-process.ts'
import { type Answer, type Caller, isAnswered, send, sendUntilAnswered } from './client.ts'

/** Clients that trade over the network and record every response. */

/** One call with its key, and what came of it. */
export interface Attempt {
  readonly call: Endpoint
  readonly input: Readonly<Record<string, unknown>>
  readonly key: string
  /** `undefined`: sent, and never answered. */
  answer: Answer | undefined
}

export interface Trader {
  readonly token: string
  readonly attempts: Attempt[]
}

const BTC = findInstrument('BTC-USDT')!
/** How many calls of one customer are under way at a time. */
const HANDS = 3

let lastKey = 0

export interface Trading {
  /** Waits until so many calls were done, or refused for what they are; or until the server is gone. */
  hasDone(calls: number): Promise<void>
  /** Lets the calls under way end; returns how many there were of them. */
  end(): Promise<number>
}

/** Trades for all customers until the server is gone or it is told to end. */
export function trade(url: string, traders: readonly Trader[], productId: string, random: Random): Trading {
  let answered = 0
  let isOver = false
  const waiting = new Set<{ readonly calls: number; readonly resume: () => void }>()
  function count() {
    answered++
    for (const each of waiting) if (answered >= each.calls) each.resume()
  }
  async function hand(trader: Trader, own: Random) {
    while (!isOver) {
      const { call, input } = await choose({ url, token: trader.token }, trader, productId, own)
      const attempt: Attempt = { call, input, key: `k${process.pid}-${++lastKey}`, answer: undefined }
      trader.attempts.push(attempt)
      attempt.answer = await send({ url, token: trader.token }, call, input, attempt.key)
      if (!attempt.answer) return
      if (isAnswered(attempt.answer)) count()
      else await pause(50)
    }
  }
  const hands = Promise.all(
    traders.flatMap((trader, n) =>
      Array.from({ length: HANDS }, (_, h) => hand(trader, random.fork(n * HANDS + h + 1))),
    ),
  )
  return {
    async hasDone(calls) {
      if (answered >= calls) return
      const enough = new Promise<void>((resume) => waiting.add({ calls, resume }))
      await Promise.race([enough, hands])
    },
    async end() {
      isOver = true
      await hands
      return answered
    },
  }
}

/** What to do next, and with which input. */
async function choose(
  caller: Caller,
  trader: Trader,
  productId: string,
  random: Random,
): Promise<{ call: Endpoint; input: Record<string, unknown> }> {
  const choice = random.below(100)
  if (choice < 55) {
    return {
      call: spot.spotTrade,
      input: {
        base: 'BTC',
        quote: 'USDT',
        side: random.one(['buy', 'sell']),
        quantity: `0.00${1 + random.below(9)}`,
        limitPrice: await priceNear(caller, random.below(21) - 10),
        timeInForce: random.one(['gtc', 'gtc', 'gtc', 'ioc']),
      },
    }
  }
  if (choice < 75) {
    const open = done<OrderView>(trader, spot.spotTrade).filter(({ status }) => status === 'open')
    if (open.length > 0) return { call: spot.spotCancel, input: { id: random.one(open.slice(-20)).id } }
  }
  if (choice < 90) {
    const [from, to] = random.one([
      ['funding', 'spot'],
      ['spot', 'funding'],
    ] as const)
    const amount = `${1 + random.below(9)}.0${random.below(10)}`
    return { call: wallet.walletTransfer, input: { currency: 'USDT', amount, from, to } }
  }
  const locked = done<EarnView>(trader, earn.subscribe)
  if (choice < 95 || locked.length === 0) {
    return { call: earn.subscribe, input: { productId, amount: String(10 + random.below(20)) } }
  }
  return { call: earn.redeem, input: { id: random.one(locked).id } }
}

/** A price some tenths of a per mille from the market; while there is none, one that is refused. */
async function priceNear(caller: Caller, tenths: number): Promise<string> {
  const quote = await send(caller, quoteOf, { symbol: BTC.symbol })
  const last = quote?.ok ? (quote.data as QuoteView).lastPrice : null
  const ticks = last === null ? 1n : parsePrice(BTC, last)!
  return formatPrice(BTC, Number(ticks) + Math.round((Number(ticks) * tenths) / 10_000))
}

/** What a customer was told to be done, of one call. */
export const done = <T>(trader: Trader, call: Endpoint): T[] =>
  trader.attempts.flatMap((attempt) =>
    attempt.call === call && attempt.answer?.ok ? [attempt.answer.data as T] : [],
  )

/** Sends every unanswered call again under its key, until each has an answer; tells how many those were. */
export async function settle(url: string, traders: readonly Trader[]): Promise<number> {
  let settled = 0
  for (const { token, attempts } of traders) {
    for (const attempt of attempts.filter(({ answer }) => !isAnswered(answer))) {
      attempt.answer = await sendUntilAnswered({ url, token }, attempt.call, attempt.input, attempt.key)
      settled++
    }
  }
  return settled
}
