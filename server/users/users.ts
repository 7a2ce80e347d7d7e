import type { Logger } from 'pino'
import type { CustomerId } from '#domain/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { CreateCounter } from '#server/platform/counters.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { AsOwner, Customer } from '#server/platform/http/context.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { asOwner } from './as-owner.ts'
import { createCodeWork } from './code-work.ts'
import type { UserDeps } from './deps.ts'
import { EVEN_MS, evenlyAfter } from './even.ts'
import { userJobs } from './jobs.ts'
import { createMessageBudget, type MessagesSent } from './message-budget.ts'
import { createPasswordHasher } from './password-hash.ts'
import { userRoutes } from './routes.ts'
import { type CustomerToCreate, createCustomer } from './service.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSignInLimits } from './sign-in-limits.ts'

/** The interface of this folder to the rest of the server. */
export interface Users {
  readonly routes: readonly Route[]
  readonly jobs: readonly Job[]
  /** Returns the customer of a token; awaits `beforeLookUp` before a database look-up. */
  authenticate(token: string, beforeLookUp?: () => Promise<void>): Promise<{ customer: Customer } | undefined>
  /** Called for each session that ends; by its time only where it is one of `open`. */
  onEnded(listener: (sessionId: bigint) => void, open?: () => Iterable<bigint>): void
  /** Makes a change that takes its owner's proof, for other folders. */
  readonly asOwner: AsOwner
  readonly sessions: Pick<Sessions, 'end' | 'announce' | 'asTheyAre' | 'onAnnounced' | 'forgetCached'>
  /** The mobile messages of the last hour that strangers asked for. */
  messagesSent(): MessagesSent
  /** Adds a customer without a code, for the seed; returns the id. */
  createCustomer(tx: Tx, customer: CustomerToCreate): Promise<CustomerId>
}

/** Creates the user services. */
export function createUsers(options: {
  db: Db
  clock: Clock
  log: Logger
  publicUrl: string
  privateData: PrivateData
  createCounter?: CreateCounter | undefined
  isOwnDocument: UserDeps['isOwnDocument']
  hasDocument: UserDeps['hasDocument']
  creditScore: UserDeps['creditScore']
  /** How soon an answer comes at most that must not tell of accounts; for tests. */
  evenMs?: number | undefined
}): Users {
  const { db, clock, log, privateData, isOwnDocument, hasDocument, creditScore } = options
  const sessions = createSessions(db, clock)
  const deps: UserDeps = {
    db,
    clock,
    log,
    hasher: createPasswordHasher(),
    sessions,
    limits: createSignInLimits(options.createCounter),
    budget: createMessageBudget(clock, options.createCounter),
    work: createCodeWork({ clock, privateData }, options.createCounter),
    privateData,
    evenly: evenlyAfter(options.evenMs ?? EVEN_MS),
    isOwnDocument,
    hasDocument,
    creditScore,
    publicUrl: options.publicUrl,
  }
  return {
    routes: userRoutes(deps),
    jobs: userJobs(deps),
    async authenticate(token, beforeLookUp) {
      const customer = await sessions.authenticate(token, beforeLookUp)
      return customer && { customer }
    },
    onEnded: sessions.onEnded,
    asOwner: asOwner(deps),
    sessions,
    messagesSent: deps.budget.sent,
    createCustomer: (tx, customer) => createCustomer(deps, tx, customer),
  }
}
