import { randomBytes } from 'node:crypto'
import { generateSync } from 'otplib'
import pino from 'pino'
import type { Role } from '#domain/console/roles.ts'
import { SECOND_MS } from '#domain/time.ts'
import { ONE_USD } from '#domain/wallet/rules.ts'
import { createConsole } from '#server/console/console.ts'
import { createOperatorService } from '#server/console/sign-in.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { VirtualClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { buildApp } from '#server/platform/http/app.ts'
import type { MediaFiles } from '#server/platform/media/media-files.ts'
import { sealerOf } from '#server/platform/sealer.ts'
import type { Uploads } from '#server/platform/uploads/uploads.ts'
import { noRateLimits, sendFields } from './http.ts'
import { openTestProducts } from './products.ts'

/** The console's listener without a network, for tests: real database, real routes, a virtual clock. */

export const TOTP_STEP_MS = 30 * SECOND_MS

export interface Person {
  readonly id: bigint
  readonly email: string
  readonly password: string
  readonly totpSecret: string
}

let people = 0

/** Opens the console on a test database. */
export function openTestConsole({
  db,
  clock,
  uploads,
  media,
  chains,
  screeningLists,
}: {
  db: Db
  clock: VirtualClock
  uploads?: Uploads
  media?: MediaFiles
  chains?: readonly ChainSettings[]
  screeningLists?: string
}) {
  const operators = createOperatorService({
    ...{ db, clock, authenticatorClock: clock, sealer: sealerOf(randomBytes(32)) },
  })
  const products = openTestProducts({
    ...{ db, clock, operators },
    ...(uploads && { uploads }),
    ...(media && { media }),
    ...(chains && { chains }),
    ...(screeningLists && { screeningLists }),
  })
  const health = async () => ({ feeds: [], jobs: [] })
  const signer = tapeKeyFrom(new Uint8Array(32).fill(5))
  const log = pino({ level: 'silent' })
  const created = createConsole({
    ...{ db, clock, log, products, health, operators, signer },
    usdPrice: (currency) => (currency === 'USDT' ? ONE_USD : undefined),
  })
  const app = buildApp({
    title: 'test',
    version: '0',
    db,
    clock,
    log,
    routes: created.routes,
    limiter: noRateLimits(),
    authenticate: created.authenticate,
    isReady: async () => true,
  })

  async function addOperator(...own: Role[]): Promise<Person> {
    const email = `operator${++people}@plumb.test`
    const made = await db
      .transaction()
      .execute((tx) => created.createOperator(tx, { email, name: `Operator ${people}`, roles: own }))
    return { ...made, email }
  }

  /** The code on somebody's phone. */
  const codeOf = (person: Person, atMs = clock.nowMs()) =>
    generateSync({ secret: person.totpSecret, epoch: Math.floor(atMs / SECOND_MS) })

  const send = (
    method: 'GET' | 'POST',
    path: string,
    token: string | undefined,
    fields: Record<string, string> = {},
  ) => sendFields(app, method, path, fields, { token })
  const post = async (path: string, token: string | undefined, fields: Record<string, string> = {}) =>
    (await send('POST', path, token, fields)).json()
  const get = async (path: string, token: string | undefined, fields: Record<string, string> = {}) =>
    (await send('GET', path, token, fields)).json()

  const login = (person: Person, change: Partial<Record<'email' | 'password' | 'code', string>> = {}) =>
    post('/console/login', undefined, {
      email: person.email,
      password: person.password,
      code: codeOf(person),
      ...change,
    })

  /** Signs somebody in, in a new step of the authenticator. */
  async function tokenOf(person: Person): Promise<string> {
    clock.advance(TOTP_STEP_MS)
    const { data } = await login(person)
    return data.token
  }

  return {
    app,
    addOperator,
    createOperator: created.createOperator,
    codeOf,
    send,
    post,
    get,
    login,
    tokenOf,
    close: () => app.close(),
  }
}
