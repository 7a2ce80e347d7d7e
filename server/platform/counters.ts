import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Counts what each key has taken of a limit. */
export interface Counter {
  /** Takes one. Refuses: (by rejecting with a `RateLimiterRes`) what is over the limit. */
  consume(key: string): Promise<unknown>
  /** Gives one back. */
  reward(key: string): Promise<unknown>
  delete(key: string): Promise<unknown>
}

export interface CounterLimit {
  readonly points: number
  /** In seconds, from the first that is taken. */
  readonly duration: number
  /** Nothing is ever given back: who is over the limit stays so until its time has come. */
  readonly isFinal?: boolean
}

/** Makes the counter of a limit. A name is of one limit, in all processes of the exchange. */
export type CreateCounter = (name: string, limit: CounterLimit) => Counter

/** Counts in this process. */
export const memoryCounter: CreateCounter = (name, { points, duration }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration })
