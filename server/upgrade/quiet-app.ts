import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import type { Endpoint } from '#domain/endpoint.ts'
import type { ListEndpoint } from '#domain/list.ts'
import { login } from '#domain/user/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { createServices, type Services } from '#server/app.ts'
import { allEndpoints } from '#server/contract.ts'
import { environmentOf } from '#server/environment.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { readSettings } from '#server/platform/settings.ts'
import { allOf } from '#server/testing/all-of.ts'
import { callOn, noRateLimits } from '#server/testing/http.ts'
import type { Asker, Input } from '#server/testing/product-testing.ts'

/** A database and its data folder with the API above it, in which nothing is traded and no job runs by itself. */
export interface QuietApp {
  readonly services: Services
  readonly clock: VirtualClock
  /** What a call answers that must not be refused. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  ask(call: Endpoint, input: Input, token?: string): Promise<any>
  /** Returns the token of the customer's session. */
  signIn(customer: Credentials): Promise<string>
  close(): Promise<void>
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** What a customer was shown: what they have, and the ids in each list of theirs, by the path of its call. */
export interface Shown {
  readonly holdings: readonly Holding[]
  readonly lists: Readonly<Record<string, readonly string[]>>
}

export interface Holding {
  readonly currency: string
  readonly available: string
  readonly held: string
}

/** Serves a database that an earlier version filled. */
export async function openQuietApp({ db }: Database, dataDir: string, nowMs: number): Promise<QuietApp> {
  const log = pino({ level: 'silent' })
  const clock = virtualClock(nowMs)
  const settings = readSettings({ DATA_DIR: dataDir, CLOCK: 'virtual', LOG_LEVEL: 'silent' })
  const { kind, isNew } = await environmentOf(db, settings)
  if (isNew || kind !== 'demo') throw new Error(`this is not a filled demonstration: ${kind}`)
  const services = await createServices({ db, clock, log, settings, kind })
  const app: FastifyInstance = buildApp({
    ...{ title: 'upgrade', version: '0', db, clock, log, routes: services.routes },
    ...{ limiter: noRateLimits(), isReady: async () => true, authenticate: services.users.authenticate },
  })
  async function ask(call: Endpoint, input: Input, token?: string) {
    const { data, error } = await callOn(app, call, input, { token })
    if (error) throw new Error(`${call.path} was refused: ${error}`)
    return data
  }
  return {
    ...{ services, clock, ask },
    signIn: ({ email, password }) => ask(login, { contact: email, password }),
    async close() {
      await app.close()
      await services.stop()
    },
  }
}

/** What a customer is shown of what they have, and in the lists of these paths. */
export async function shownTo(app: QuietApp, customer: Credentials, paths: Iterable<string>): Promise<Shown> {
  const token = await app.signIn(customer)
  const asker: Asker = { ask: (call, input = {}) => app.ask(call, input, token) }
  const { holdings } = await asker.ask(walletList)
  const lists: Record<string, readonly string[]> = {}
  for (const path of paths) lists[path] = (await allOf(asker, listAt(path))).map(({ id }) => id)
  return { holdings: holdings.map(withoutMore), lists }
}

/** A line of what a customer has, without what a later version may add to it. */
const withoutMore = ({ currency, available, held }: Holding): Holding => ({ currency, available, held })

function listAt(path: string): ListEndpoint {
  const call = allEndpoints.find((one) => one.path === path)
  if (!call) throw new Error(`${path} is gone: where is what it listed?`)
  return call as ListEndpoint
}
