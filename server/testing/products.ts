import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createOperatorService, type OperatorService } from '#server/console/sign-in.ts'
import { products as allProducts } from '#server/contract.ts'
import { createOwnVolume } from '#server/markets/own-volume.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import { memoryCounter } from '#server/platform/counters.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { AsOwner } from '#server/platform/http/context.ts'
import type { Route } from '#server/platform/http/route.ts'
import { type MediaFiles, openMediaFiles } from '#server/platform/media/media-files.ts'
import { type PrivateData, privateDataWith } from '#server/platform/private-data.ts'
import type { PushSender } from '#server/platform/push/push.ts'
import { sealerOf } from '#server/platform/sealer.ts'
import { createUploads, type Uploads } from '#server/platform/uploads/uploads.ts'
import type { MarketData, OpenProduct, Product, ProductDeps } from '#server/products/product.ts'

/** What tests without a feed say of the market: BTC at 20,000.00, nothing else, and no ticks. */
const quietMarkets: MarketData = {
  lastPrice: (symbol) => (symbol === 'BTC-USDT' ? { price: 2_000_000, atMs: 0, isClose: false } : undefined),
  lastTick: () => undefined,
  isFresh: () => false,
  canPrice: () => true,
  onTick: () => () => {},
  ownVolume: createOwnVolume(),
  proofs: {
    signer: tapeKeyFrom(new Uint8Array(32).fill(5)),
    wayBack: async () => undefined,
    reader: async () => undefined,
  },
  onWritten: () => () => {},
  days: async () => [],
  closesBefore: async (symbol, moments) => moments.map(() => quietMarkets.lastPrice(symbol)?.price),
}

export const testSite = {
  ...{
    site_name: 'test',
    site_logo: '',
    H5_DEMO: 1,
    demoAccount: null,
    version: '0',
    app_version: '0',
    app_version_code: 0,
  },
  priceSource: 'simulated' as const,
}

/** What tests without a push service say of push: endpoints of one are taken, and nothing is sent. */
const quietPush: PushSender = {
  publicKey: 'test',
  isAllowed: (endpoint) => endpoint.startsWith('https://push.test/'),
  send: async () => true,
}

/** Tests of one process read what others of it have sealed: the console and the customers' app have no folder in common. */
export const testDocumentsFolder = join(tmpdir(), 'plumb-test-documents')
export const testPrivateData = privateDataWith(testDocumentsFolder, randomBytes(32))

/** Opens products on a database, as the server does, but starts none of them. */
export function openTestProducts({
  db,
  clock,
  uploads = createUploads({
    db,
    clock,
    dataDir: join(tmpdir(), 'plumb-test-uploads'),
    sealer: sealerOf(randomBytes(32)),
  }),
  media = openMediaFiles(join(tmpdir(), 'plumb-test-media')),
  privateData = testPrivateData,
  products = allProducts,
  markets = {},
  asOwner = () => {
    throw new Error('this test has no accounts')
  },
  sessions = {
    end: () => {
      throw new Error('this test has no accounts')
    },
    announce: () => {},
  },
  customerRoutes = () => [],
  chains = [],
  screeningLists,
  operators = createOperatorService({
    ...{ db, clock, authenticatorClock: clock, sealer: sealerOf(randomBytes(32)) },
  }),
}: {
  db: Db
  clock: Clock
  uploads?: Uploads
  media?: MediaFiles
  privateData?: PrivateData
  products?: readonly Product[]
  /** What of the market is known, beside what is known without a feed. */
  markets?: Partial<MarketData>
  /** What proves an owner, where a test has accounts. */
  asOwner?: AsOwner
  sessions?: ProductDeps['sessions']
  /** The calls beside the products' own. */
  customerRoutes?: () => readonly Route[]
  /** The chains that deposits are seen on; none unless a test brings them. */
  chains?: readonly ChainSettings[]
  screeningLists?: string
  /** Those of the console, where a test has one. */
  operators?: OperatorService
}): (Product & OpenProduct)[] {
  const log = pino({ level: 'silent' })
  const opened: (Product & OpenProduct)[] = []
  const deps = {
    opened: () => opened,
    db,
    writers: db,
    clock,
    log,
    uploads,
    media,
    privateData,
    products,
    markets: { ...quietMarkets, ...markets },
    push: quietPush,
    createCounter: memoryCounter,
    elsewhere: () => undefined,
    asOwner,
    sessions,
    customerRoutes: () => [...customerRoutes(), ...opened.flatMap(({ routes }) => routes)],
    chains,
    screeningLists,
    operators,
  }
  for (const product of products) opened.push({ ...product, ...product.open({ ...deps, site: testSite }) })
  return opened
}
