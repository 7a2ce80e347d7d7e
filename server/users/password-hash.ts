import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { refusal } from '#domain/errors.ts'

/** Argon2id with the parameters of OWASP's second profile, about 20 ms on one core. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** One core stays free for trading, where there is more than one. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
const MAX_WAITING = 100
const RETRY_SECONDS = 5

export interface PasswordHasher {
  /** Refuses: TOO_MANY_REQUESTS when too many others already wait. */
  hash(password: string): Promise<string>
  /**
   * Whether a password is the hashed one. Without a hash it does the same work and returns false, so that
   * timing does not reveal whether an account exists.
   */
  verify(hashed: string | null | undefined, password: string): Promise<boolean>
}

/** Limits concurrent hashing and queues the rest, so that many sign-ins do not stop trading. */
export function createPasswordHasher(maxWaiting = MAX_WAITING): PasswordHasher {
  const inTurn = createTurns(AT_ONCE, maxWaiting)
  return {
    hash: (password) => inTurn(() => hash(password, options)),
    verify: (hashed, password) =>
      inTurn(async () => (await verify(hashed ?? (await nobodysHash()), password)) && hashed != null),
  }
}

/** Does so much work at once, and the rest in the order in which it came. Refuses: TOO_MANY_REQUESTS when too much already waits. */
export function createTurns(atOnce: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw refusal('TOO_MANY_REQUESTS', { seconds: RETRY_SECONDS })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

let nobodys: Promise<string> | undefined
/** A dummy hash with the same cost as a real one. */
function nobodysHash(): Promise<string> {
  nobodys ??= hash(crypto.randomUUID(), options)
  return nobodys
}
