import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { type Call, toWire } from '#domain/call.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { login } from '#domain/user/contract.ts'
import type { Purse } from '#domain/wallet/purses.ts'
import { type VirtualClock, virtualClock } from '#server/core/clock.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { auditLedger, isSound } from '#server/core/ledger/audit.ts'
import type { ListHolds } from '#server/core/ledger/holds.ts'
import { hold, post } from '#server/core/ledger/ledger.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import type { Mail, Sms } from '#server/core/outbox.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { createRateLimiter, rateLimits } from '#server/platform/http/rate-limits.ts'
import { sealerOf } from '#server/platform/sealer.ts'
import { createUploads, type Uploads } from '#server/platform/uploads/uploads.ts'
import { wallets } from '#server/products/account-kinds.ts'
import { createWallet, type Wallet } from '#server/products/wallet/wallet.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { createUsers, type Users } from './users.ts'

/** A server without a network for tests of accounts and wallet: real database, real routes, a virtual clock. */
export interface TestApp {
  readonly db: Db
  readonly clock: VirtualClock
  readonly dataDir: string
  readonly users: Users
  readonly uploads: Uploads
  readonly wallet: Wallet
  readonly app: FastifyInstance
  /** Makes a call; `as` is a token. */
  call(call: Call, input?: Record<string, unknown>, as?: string, options?: CallOptions): Promise<Answer>
  /** The code in the newest message to a contact. */
  codeOf(contact: string): Promise<string>
  messagesTo(contact: string): Promise<(Mail | Sms)[]>
  /** A new customer with a session. */
  newCustomer(): Promise<TestCustomer>
  /** Gives a customer play money. */
  give(customer: bigint, purse: Purse, currency: string, amount: string): Promise<void>
  /** Sets some of it aside, as an order would. */
  holdBack(customer: bigint, purse: Purse, currency: string, amount: string, reference: bigint): Promise<void>
  isSound(): Promise<boolean>
  close(): Promise<void>
}

export interface CallOptions {
  readonly ip?: string
  readonly key?: string
  /** More fields, by their wire names. */
  readonly extra?: Record<string, string>
}

export interface Answer {
  readonly status: number
  readonly body: string
  readonly type: number
  /** The refusal's code, or `undefined`. */
  readonly error: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly data: any
}

export interface TestCustomer {
  readonly id: bigint
  readonly email: string
  readonly token: string
}

export const PASSWORD = 'mapleTree7'
export const START_MS = Date.UTC(2026, 0, 2, 12)

let customers = 0
let references = 1n

export async function openTestApp(
  options: {
    holds?: readonly ListHolds[]
    productBalances?: readonly ProductBalances[]
    isRealMoney?: boolean
  } = {},
): Promise<TestApp> {
  const database: Database = await openTestDatabase()
  const { db } = database
  const clock = virtualClock(START_MS)
  const log = pino({ level: 'silent' })
  const dataDir = mkdtempSync(join(tmpdir(), 'plumb-test-'))
  const users = createUsers({ db, clock, log, publicUrl: 'http://plumb.test' })
  const uploads = createUploads({ db, clock, dataDir, sealer: sealerOf(randomBytes(32)) })
  const wallet = createWallet({
    lastPrice: (symbol) => (symbol === 'BTC-USDT' ? { price: 2_000_000 } : undefined),
    holds: options.holds ?? [],
    productBalances: options.productBalances ?? [],
    uploads,
    isRealMoney: options.isRealMoney ?? false,
    isFeedLive: false,
  })
  const unlimited = Object.fromEntries(
    Object.keys(rateLimits).map((name) => [name, { calls: 1e6, seconds: 1 }]),
  )
  const app = buildApp({
    title: 'test',
    version: '0',
    db,
    clock,
    log,
    limiter: createRateLimiter(unlimited as typeof rateLimits),
    signedIn: users.signedIn,
    isReady: async () => true,
    routes: [...users.routes, ...uploads.routes, ...wallet.routes],
  })

  async function call(
    definition: Call,
    input = {},
    as?: string,
    { ip, key, extra }: CallOptions = {},
  ): Promise<Answer> {
    const record = new URLSearchParams({ ...toWire(definition, input), ...extra }).toString()
    const isGet = definition.method === 'GET'
    const response = await app.inject({
      method: isGet ? 'GET' : 'POST',
      url: `/api${definition.path}${isGet ? `?${record}` : ''}`,
      ...(ip && { remoteAddress: ip }),
      headers: {
        ...(isGet ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(as && { authorization: as }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(isGet ? {} : { payload: record }),
    })
    const isEnvelope = response.headers['content-type']?.includes('json')
    const envelope = isEnvelope ? response.json() : {}
    return {
      status: response.statusCode,
      body: response.body,
      type: envelope.type,
      error: envelope.error,
      data: envelope.data,
    }
  }

  async function messagesTo(contact: string): Promise<(Mail | Sms)[]> {
    const rows = await db.selectFrom('outbox').select(['id', 'payload']).orderBy('id').execute()
    return rows.map(({ payload }) => payload as Mail | Sms).filter(({ to }) => to === contact)
  }

  const give: TestApp['give'] = async (customer, purse, currency, amount) => {
    await db.transaction().execute((tx) =>
      post(
        tx,
        [
          {
            debit: outsideAccount(currency),
            credit: accountId(customer, wallets[purse], 'available', currency),
            amount: readAmount(amount, currency),
            reason: 'demo-grant',
            reference: references++,
          },
        ],
        clock.nowMs(),
      ),
    )
  }

  return {
    db,
    clock,
    dataDir,
    users,
    uploads,
    wallet,
    app,
    call,
    messagesTo,
    give,
    async codeOf(contact) {
      const last = (await messagesTo(contact)).at(-1)
      const code = /\b\d{6}\b/.exec(last?.text ?? '')?.[0]
      if (!code) throw new Error(`no code was sent to ${contact}`)
      return code
    },
    async newCustomer() {
      const email = `customer-${++customers}@example.com`
      const id = await db
        .transaction()
        .execute((tx) => users.createCustomer(tx, { email, password: PASSWORD }))
      const { data } = await call(login, { contact: email, password: PASSWORD }, undefined, {
        ip: '10.0.0.1',
      })
      return { id, email, token: data as string }
    },
    async holdBack(customer, purse, currency, amount, reference) {
      const held = hold(
        customer,
        wallets[purse],
        currency,
        readAmount(amount, currency),
        'spot-hold',
        reference,
      )
      await db.transaction().execute((tx) => post(tx, [held], clock.nowMs()))
    },
    isSound: async () => isSound(await auditLedger(db)),
    async close() {
      await app.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
