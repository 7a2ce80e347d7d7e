import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '#server/platform/turns.ts'

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
  const turns = createTurns<symbol>({
    ...{ inAll: AT_ONCE, waitingPerCaller: 1, waitingInAll: maxWaiting, retrySeconds: RETRY_SECONDS },
  })
  // Each is a caller of its own: they are served in the order in which they came.
  const inTurn = <T>(work: () => Promise<T>) => turns.take(Symbol(), work)
  return {
    hash: (password) => inTurn(() => hash(password, options)),
    verify: (hashed, password) =>
      inTurn(async () => (await verify(hashed ?? (await nobodysHash()), password)) && hashed != null),
  }
}

let nobodys: Promise<string> | undefined
/** A dummy hash with the same cost as a real one. */
function nobodysHash(): Promise<string> {
  nobodys ??= hash(crypto.randomUUID(), options)
  return nobodys
}
