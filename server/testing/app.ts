import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import type { Endpoint } from '#domain/endpoint.ts'
import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import { hold, post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { CreateCounter } from '#server/platform/counters.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { History } from '#server/platform/db/history.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { type MediaFiles, openMediaFiles } from '#server/platform/media/media-files.ts'
import type { Mail, Sms } from '#server/platform/outbox.ts'
import { sealerOf } from '#server/platform/sealer.ts'
import { insertUpload } from '#server/platform/uploads/store.ts'
import { createUploads, type Uploads } from '#server/platform/uploads/uploads.ts'
import { openVault } from '#server/platform/uploads/vault.ts'
import { scoreOf } from '#server/products/loan/store.ts'
import { deliverNew } from '#server/products/notice/deliver.ts'
import type { MarketData, OpenProduct, Product } from '#server/products/product.ts'
import { isOwnDocument } from '#server/products/verification/standing.ts'
import { hasIdentity } from '#server/products/verification/store.ts'
import { createUsers, type Users } from '#server/users/users.ts'
import { addTestCustomer, type TestCustomer } from './customers.ts'
import { openTestDatabase } from './database.ts'
import { giveFunds } from './funds.ts'
import { type Answer, type CallOptions, callOn, noRateLimits } from './http.ts'
import { openTestProducts, testPrivateData } from './products.ts'

/** A server without a network for tests of accounts and wallet: real database, real routes, a virtual clock. */
export interface TestApp {
  readonly db: Db
  /** The address of its database on PostgreSQL, for processes of their own. */
  readonly databaseUrl: string | undefined
  readonly clock: VirtualClock
  readonly dataDir: string
  readonly users: Users
  readonly uploads: Uploads
  readonly media: MediaFiles
  readonly app: FastifyInstance
  /** As they opened: their jobs are run by hand. */
  readonly opened: readonly OpenProduct[]
  /** Makes a call; `as` is a token. */
  call(
    call: Endpoint,
    input?: Record<string, unknown>,
    as?: string,
    options?: Omit<CallOptions, 'token'>,
  ): Promise<Answer>
  /** The code in the newest message to a contact. */
  codeOf(contact: string): Promise<string>
  /** What is sent to a contact by now, the mails of notices too. */
  messagesTo(contact: string): Promise<(Mail | Sms)[]>
  /** A new customer with a session. */
  newCustomer(): Promise<TestCustomer>
  /**
   * Keeps a picture that was made here as if a customer had sent it; returns its id. To read one from outside takes a
   * process of its own.
   */
  keepAsSent(customer: CustomerId, png: Buffer): Promise<string>
  /** Gives a customer play money. */
  give(customer: CustomerId, walletType: WalletType, currency: string, amount: string): Promise<void>
  /** Sets some of it aside, as an order would. */
  holdBack(
    customer: CustomerId,
    walletType: WalletType,
    currency: string,
    amount: string,
    reference: bigint,
  ): Promise<void>
  isConsistent(): Promise<boolean>
  close(): Promise<void>
}

export const START_MS = Date.UTC(2026, 0, 2, 12)

/** Opens the customers' app on a new test database. */
export async function openTestApp(
  options: {
    /** All of them, unless a test brings its own. */
    products?: readonly Product[]
    /** What of the market is known, beside what is known without a feed; made on the test's own database. */
    markets?:
      | Partial<MarketData>
      | ((on: { db: Db; clock: VirtualClock; dataDir: string }) => Promise<MarketData>)
    /** The chains that deposits are seen on. */
    chains?: readonly ChainSettings[]
    screeningLists?: string
    /** What limits are counted by; of the test's own they can be used up without the calls. */
    createCounter?: CreateCounter
    startMs?: number
    /** How soon calls are answered at most that must not tell of accounts: at once, unless a test is about that. */
    evenMs?: number
    /** Where months are that left the ledger. */
    history?: History
    /** Says nothing without it. */
    log?: Logger
  } = {},
): Promise<TestApp> {
  const database = await openTestDatabase()
  const { db, url: databaseUrl } = database
  const clock = virtualClock(options.startMs ?? START_MS)
  const log = options.log ?? pino({ level: 'silent' })
  const dataDir = mkdtempSync(join(tmpdir(), 'plumb-test-'))
  const users = createUsers({
    db,
    clock,
    log,
    createCounter: options.createCounter,
    publicUrl: 'http://plumb.test',
    evenMs: options.evenMs ?? 0,
    privateData: testPrivateData,
    isOwnDocument: (customer, idNumber) => isOwnDocument(db, testPrivateData, customer, idNumber),
    hasDocument: (customer) => hasIdentity(db, customer),
    creditScore: (customer) => scoreOf(db, customer),
  })
  const sealer = sealerOf(randomBytes(32))
  const uploads = createUploads({ db, clock, dataDir, sealer })
  const vault = openVault(dataDir, sealer)
  const media = openMediaFiles(dataDir)
  const { markets: given, log: _, history: __, createCounter: ___, evenMs: ____, ...opening } = options
  const markets = typeof given === 'function' ? await given({ db, clock, dataDir }) : given
  const products = openTestProducts({
    db,
    clock,
    uploads,
    media,
    asOwner: users.asOwner,
    sessions: users.sessions,
    customerRoutes: () => [...users.routes, ...uploads.routes],
    ...opening,
    ...(markets && { markets }),
  })
  const app = buildApp({
    title: 'test',
    version: '0',
    db,
    history: options.history,
    clock,
    log,
    limiter: noRateLimits(),
    authenticate: users.authenticate,
    isReady: async () => true,
    routes: [...users.routes, ...uploads.routes, ...products.flatMap(({ routes }) => routes)],
  })

  async function messagesTo(contact: string): Promise<(Mail | Sms)[]> {
    await deliverNew(db, clock.nowMs())
    const rows = await db.selectFrom('outbox').select(['id', 'payload']).orderBy('id').execute()
    return rows.map(({ payload }) => payload as Mail | Sms).filter(({ to }) => to === contact)
  }

  return {
    db,
    databaseUrl,
    clock,
    dataDir,
    users,
    uploads,
    media,
    app,
    opened: products,
    call: (call, input, as, options) => callOn(app, call, input, { ...options, token: as }),
    messagesTo,
    give: (customer, walletType, currency, amount) =>
      giveFunds(db, customer, [[walletType, currency, amount]], clock.nowMs()),
    async codeOf(contact) {
      const last = (await messagesTo(contact)).at(-1)
      const code = /\b\d{6}\b/.exec(last?.text ?? '')?.[0]
      if (!code) throw new Error(`no code was sent to ${contact}`)
      return code
    },
    newCustomer: () => addTestCustomer(db, clock),
    async keepAsSent(customer, png) {
      const id = randomBytes(16).toString('base64url')
      const sha256 = createHash('sha256').update(png).digest('hex')
      // Where the header of a PNG has them.
      const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
      const row = { id, customer_id: customer, sha256, bytes: png.length, width, height }
      await insertUpload(db, row, clock.nowMs())
      await vault.put(id, png)
      return id
    },
    async holdBack(customer, walletType, currency, amount, reference) {
      const held = hold(
        customer,
        wallets[walletType],
        currency,
        readAmount(amount, currency),
        'spot-hold',
        reference,
      )
      await db.transaction().execute((tx) => post(tx, [held], clock.nowMs()))
    },
    isConsistent: async () => isConsistent(await auditLedger(db)),
    async close() {
      await app.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
