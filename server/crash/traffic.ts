import type { Endpoint, OutputOf } from '#domain/endpoint.ts'
import type { ListEndpoint } from '#domain/list.ts'
import { chooseByWeight, type Random } from '#server/sim/random.ts'
import { type CrashCall, type CrashTrader, type Input, loadTesting } from '#server/testing/product-testing.ts'
import { pause } from '#server/testing/server-process.ts'
import { type Answer, isAnswered, send, sendUntilAnswered } from './client.ts'

/** Clients that trade over the network and record every response. */

/** One call with its key, and what came of it. */
export interface Attempt {
  readonly call: Endpoint
  readonly input: Input
  readonly key: string
  /** `undefined`: sent, and never answered. */
  answer: Answer | undefined
}

export interface Trader {
  readonly token: string
  readonly attempts: Attempt[]
}

/** How many calls of one customer are under way at a time. */
const HANDS = 3
/** How long one waits after a call that was refused for when it came. */
const ASK_AGAIN_MS = 200

let lastKey = 0

export interface Trading {
  /** How many calls were done, or refused for what they are, so far. */
  answered(): number
  /** Waits until so many calls were done, or refused for what they are; or until the server is gone. */
  hasDone(calls: number): Promise<void>
  /** Lets the calls under way end; returns how many there were of them. */
  end(): Promise<number>
}

/** What the products' traders do. */
export const crashCalls = async (): Promise<CrashCall[]> =>
  (await loadTesting()).flatMap(({ testing }) => testing.crash?.calls ?? [])

/** The lists that show what those calls made, or ended. */
export async function crashLists(): Promise<ReadonlySet<ListEndpoint>> {
  const lists = (await crashCalls()).flatMap(({ listedIn, endsIn }) => [listedIn, endsIn?.list])
  return new Set(lists.flatMap((list) => list ?? []))
}

export interface TradeOptions {
  /** Sends what was not answered again under its key before anything else, as a customer does. */
  readonly again?: boolean
  /** Called when a call was done. */
  readonly onDone?: (call: Endpoint) => void
}

/** Trades for all customers until the server is gone or it is told to end. */
export function trade(
  url: string,
  traders: readonly Trader[],
  random: Random,
  { again = false, onDone = () => {} }: TradeOptions = {},
): Trading {
  let answered = 0
  let isOver = false
  const waiting = new Set<{ readonly calls: number; readonly resume: () => void }>()
  function count() {
    answered++
    for (const each of waiting) if (answered >= each.calls) each.resume()
  }
  async function hand(trader: Trader, own: Random) {
    const calls = await crashCalls()
    while (!isOver) {
      const { call, input: fill } = chooseByWeight(own, calls)
      const input = await fill(viewOf(url, trader), own)
      if (!input) continue
      const attempt: Attempt = { call, input, key: `k${process.pid}-${++lastKey}`, answer: undefined }
      trader.attempts.push(attempt)
      const ask = () => send({ url, token: trader.token }, call, input, attempt.key)
      attempt.answer = await ask()
      while (again && !isAnswered(attempt.answer) && !isOver) {
        await pause(ASK_AGAIN_MS)
        attempt.answer = await ask()
      }
      if (!attempt.answer) return
      if (attempt.answer.ok) onDone(call)
      if (isAnswered(attempt.answer)) count()
      else await pause(ASK_AGAIN_MS)
    }
  }
  const hands = Promise.all(
    traders.flatMap((trader, n) =>
      Array.from({ length: HANDS }, (_, h) => hand(trader, random.fork(n * HANDS + h + 1))),
    ),
  )
  return {
    answered: () => answered,
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

const viewOf = (url: string, trader: Trader): CrashTrader => ({
  async look<E extends Endpoint>(call: E, input: Input = {}) {
    const answer = await send({ url, token: trader.token }, call, input)
    return answer?.ok ? (answer.data as OutputOf<E>) : undefined
  },
  done: (call) => done(trader, call),
})

/** What a customer was told to be done, of one call. */
export const done = <E extends Endpoint>(trader: Trader, call: E): OutputOf<E>[] =>
  trader.attempts.flatMap((attempt) =>
    attempt.call === call && attempt.answer?.ok ? [attempt.answer.data as OutputOf<E>] : [],
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
